import { stringify } from 'csv-stringify/sync';
import { plainTitle } from './clean-text.ts';
import type { KeyedItem } from './item.ts';
import { risName } from './write-ris.ts';

const COLUMNS: Readonly<Record<string, (item: KeyedItem) => string | number | null>> = {
  cite_key: ({ key }) => key,
  type: ({ kind }) => kind,
  title: ({ title }) => plainTitle(title),
  authors: ({ authors, hasMoreAuthors }) => [...authors.map(risName), ...(hasMoreAuthors ? ['…'] : [])].join('; '),
  year: ({ year }) => year,
  container_title: ({ container }) => container,
  publisher: ({ publisher }) => publisher,
  volume: ({ volume }) => volume,
  issue: ({ issue }) => issue,
  pages: ({ pages }) => pages,
  issn: ({ issn }) => issn,
  doi: ({ doi }) => doi,
  arxiv: ({ arxiv }) => arxiv,
  pmid: ({ pmid }) => pmid,
  url: ({ url }) => url,
  citation_count: ({ citationCount }) => citationCount,
};

// Spreadsheets run a cell that begins with =, +, -, @, a tab or a carriage return, so such a cell gets an apostrophe in front.
const OPTIONS = { record_delimiter: '\r\n', escape_formulas: true } as const;

/** The head of a CSV file (RFC 4180). Without the byte order mark, Excel does not read UTF-8. */
export const CSV_HEAD = `\ufeff${stringify([Object.keys(COLUMNS)], OPTIONS)}`;

/** Writes an item as a row. */
export function writeCsv(item: KeyedItem): string {
  return stringify([Object.values(COLUMNS).map((cell) => cell(item))], OPTIONS);
}
