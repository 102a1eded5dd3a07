import { part } from '../../ui/part.tsx';

/** The notes of a publication. Most publications have none. */
export const Notes = part(async () => (await import('./notes.tsx')).Notes, 'quiet');
