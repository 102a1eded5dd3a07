import type { KeyedItem } from './item.ts';
import { writeBibtex } from './write-bibtex.ts';
import { writeCsl } from './write-csl.ts';
import { CSV_HEAD, writeCsv } from './write-csv.ts';
import { writeRis } from './write-ris.ts';

/** A file format: its items, and what stands before, between and after them. */
export interface Format {
  readonly mediaType: string;
  readonly fileName: string;
  readonly head: string;
  readonly separator: string;
  readonly tail: string;
  write(item: KeyedItem): string;
}

export type FormatName = 'bibtex' | 'ris' | 'csl-json' | 'csv';

const PLAIN = { head: '', separator: '', tail: '' };

/** The media types are those that Crossref and DataCite use in content negotiation. */
export const FORMATS: Readonly<Record<FormatName, Format>> = {
  bibtex: {
    ...PLAIN,
    mediaType: 'application/x-bibtex',
    fileName: 'publications.bib',
    separator: '\n',
    write: writeBibtex,
  },
  ris: {
    ...PLAIN,
    mediaType: 'application/x-research-info-systems',
    fileName: 'publications.ris',
    write: writeRis,
  },
  'csl-json': {
    mediaType: 'application/vnd.citationstyles.csl+json',
    fileName: 'publications.json',
    head: '[\n',
    separator: ',\n',
    tail: '\n]\n',
    write: writeCsl,
  },
  csv: { ...PLAIN, mediaType: 'text/csv', fileName: 'publications.csv', head: CSV_HEAD, write: writeCsv },
};
