/** The formats of citations, as the service names them, with the endings of their files. */
export const FORMATS = { bibtex: 'bib', ris: 'ris', 'csl-json': 'json', csv: 'csv', markdown: 'zip' } as const;
export type Format = keyof typeof FORMATS;
export const FORMAT_NAMES = Object.keys(FORMATS) as readonly Format[];
