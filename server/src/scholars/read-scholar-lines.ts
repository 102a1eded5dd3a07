import { parse } from 'csv-parse/sync';
import type { AuthorId, AuthorSource } from '../sources/author-list.ts';
import { parseAuthorId } from '../sources/parse-author-id.ts';

/** What a line holds. Blank lines and the header are skipped. */
export type ScholarLine =
  | { readonly kind: 'scholar'; readonly author: AuthorId }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'invalid' };

/** Columns that may hold an id or an address, by their names without spaces and punctuation. */
const ID_COLUMN =
  /^(?:googlescholar|openalex|orcid|dblp|(?:(?:google)?scholar|openalex|orcid|dblp|profile|author|researcher)?(?:id|ids|pid|url|link|address|profile|homepage))$/;
/** The sources that a column's name may begin with. */
const SOURCES: readonly (readonly [RegExp, AuthorSource])[] = [
  [/^google/, 'google_scholar'],
  [/^openalex/, 'openalex'],
  [/^orcid/, 'orcid'],
  [/^dblp/, 'dblp'],
];
const SEPARATORS = [',', ';', '\t'];
/**
 * More columns are not read, because reading each cell of each row would block the event loop. No program writes more
 * columns with ids.
 */
const MAX_COLUMNS = 20;
/** A longer text is not an id or an address. */
const MAX_ID_LENGTH = 2048;

/**
 * Reads one scholar from each line: an id or the address of a profile. If the first line is the header of a CSV file,
 * each other line is a row of it, and the first of its columns that holds an id counts. A column that is named after a
 * source holds only ids of it.
 */
export function readScholarLines(lines: readonly string[]): ScholarLine[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const header = readHeader(lines[first] ?? '');
  return lines.map((line, at): ScholarLine => {
    if (line.trim() === '' || (header !== null && at === first)) return { kind: 'skipped' };
    const author = header === null ? readId(line) : readRow(line, header);
    return author === null ? { kind: 'invalid' } : { kind: 'scholar', author };
  });
}

/** The columns of a CSV file that may hold an id. */
interface Header {
  readonly separator: string;
  readonly columns: readonly { readonly at: number; readonly source: AuthorSource | undefined }[];
}

/** The first id in a row of a CSV file. */
function readRow(line: string, { separator, columns }: Header): AuthorId | null {
  const cells = cellsOf(line, separator);
  for (const { at, source } of columns) {
    const author = readId(cells[at] ?? '');
    if (author !== null && (source === undefined || author.source === source)) return author;
  }
  return null;
}

/** The header of a CSV file; null if the line is not one with columns of ids. */
function readHeader(line: string): Header | null {
  const separator = SEPARATORS.find((one) => line.includes(one)) ?? ',';
  const names = cellsOf(line, separator).map((cell) => cell.toLowerCase().replace(/[\W_]/g, ''));
  const columns = names.flatMap((name, at) =>
    name !== '' && ID_COLUMN.test(name) ? [{ at, source: SOURCES.find(([start]) => start.test(name))?.[1] }] : [],
  );
  return columns.length > 0 && readId(line) === null ? { separator, columns: columns.slice(0, MAX_COLUMNS) } : null;
}

function readId(text: string): AuthorId | null {
  return text === '' || text.length > MAX_ID_LENGTH ? null : parseAuthorId(text);
}

function cellsOf(line: string, separator: string): string[] {
  // the parser takes a fifth of a millisecond for each line
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const [cells = []] = parse(line, {
    delimiter: separator,
    relax_quotes: true,
    relax_column_count: true,
    trim: true,
    bom: true,
    // a quote that is not closed must not fail
    skip_records_with_error: true,
  });
  return cells;
}
