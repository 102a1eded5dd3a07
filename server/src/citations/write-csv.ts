import type { KeyedItem } from './item.ts';
import { plainTitle } from './make-item.ts';
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

/** Spreadsheets run a cell that begins like this, also in full width, so such a cell gets an apostrophe in front. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/** The head of a CSV file (RFC 4180). Without the byte order mark, Excel does not read UTF-8. */
export const CSV_HEAD = `\ufeff${rowOf(Object.keys(COLUMNS))}`;

/** Writes an item as a row. */
export function writeCsv(item: KeyedItem): string {
  return rowOf(Object.values(COLUMNS).map((cell) => cell(item)));
}

function rowOf(values: readonly (string | number | null)[]): string {
  const cells = values.map((value) => {
    const text = String(value ?? '');
    const harmless = FORMULA.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
  });
  return `${cells.join(',')}\r\n`;
}
