import { part } from '../../ui/part.tsx';

/** The details of a publication, in their place beside or over the list. */
export const OpenPublication = part(async () => (await import('./detail-sheet.tsx')).DetailSheet);
