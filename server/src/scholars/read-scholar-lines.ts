import { parse } from 'csv-parse/sync';
import type { AuthorId } from '../sources/author-list.ts';
import { parseAuthorId } from '../sources/parse-author-id.ts';

/** What a line holds. Blank lines and the header are skipped. */
export type ScholarLine =
  | { readonly kind: 'scholar'; readonly author: AuthorId }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'invalid' };

/** Columns that may hold an id or an address, by their names without spaces and punctuation. */
const ID_COLUMN =
  /^(?:googlescholar|openalex|orcid|dblp|(?:(?:google)?scholar|openalex|orcid|dblp|profile|author|researcher)?(?:id|ids|pid|url|link|address|profile|homepage))$/;
const SEPARATORS = [',', ';', '\t'];

/**
 * Reads one scholar from each line: an id or the address of a profile. If the first line is the header of a CSV file, each other line is a row of it, and the
 * first of its columns that holds an id counts.
 */
export function readScholarLines(lines: readonly string[]): ScholarLine[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const header = readHeader(lines[first] ?? '');
  return lines.map((line, at): ScholarLine => {
    if (line.trim() === '' || (header !== null && at === first)) return { kind: 'skipped' };
    const texts =
      header === null ? [line] : header.columns.map((column) => cellsOf(line, header.separator)[column] ?? '');
    const author = texts.reduce<AuthorId | null>((found, text) => found ?? parseAuthorId(text), null);
    return author === null ? { kind: 'invalid' } : { kind: 'scholar', author };
  });
}

/** The separator of a CSV file and the positions of its columns with ids; null if the line is not a header of such columns. */
function readHeader(line: string): { separator: string; columns: readonly number[] } | null {
  const separator = SEPARATORS.find((one) => line.includes(one)) ?? ',';
  const names = cellsOf(line, separator).map((cell) => cell.toLowerCase().replace(/[\W_]/g, ''));
  const columns = names.flatMap((name, at) => (name !== '' && ID_COLUMN.test(name) ? [at] : []));
  return columns.length > 0 && parseAuthorId(line) === null ? { separator, columns } : null;
}

function cellsOf(line: string, separator: string): string[] {
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
