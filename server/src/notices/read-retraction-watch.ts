import type { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { readDoi } from '../sources/identifier-values.ts';
import type { Nature, Notice } from '../sources/notice.ts';

export type ReadList =
  | { readonly kind: 'list'; readonly notices: readonly Notice[]; readonly rowCount: number }
  /** `reason` ends a sentence that begins with the name of the list */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** The columns that decide what a paper is. */
const REQUIRED = ['OriginalPaperDOI', 'RetractionDOI', 'RetractionNature', 'RetractionDate'] as const;
const NATURES: ReadonlyMap<string, Nature> = new Map([
  ['retraction', 'retraction'],
  ['expression of concern', 'concern'],
  ['correction', 'correction'],
  ['reinstatement', 'reinstatement'],
]);
const MAX_ROW_BYTES = 1_000_000;
const MAX_REASONS = 20;
const MAX_REASON_LENGTH = 200;

type Row = Readonly<Record<string, string>>;

/**
 * Reads the CSV file of Retraction Watch while it arrives. Columns are found by their names. Rows without the DOI of a
 * paper are counted and left out. Errors of the stream are thrown.
 * https://gitlab.com/crossref/retraction-watch-data
 */
export async function readRetractionWatch(body: Readable): Promise<ReadList> {
  let missing: readonly string[] = [];
  const rows = parse({
    bom: true,
    max_record_size: MAX_ROW_BYTES,
    columns(names: string[]) {
      missing = REQUIRED.filter((name) => !names.includes(name));
      return names;
    },
  });
  body.on('error', (error) => rows.destroy(error));
  body.pipe(rows);
  const notices: Notice[] = [];
  let rowCount = 0;
  try {
    for await (const row of rows as AsyncIterable<Row>) {
      if (missing.length > 0) break;
      rowCount += 1;
      const notice = readRow(row, rowCount);
      if (notice !== null) notices.push(notice);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { kind: 'unreadable', reason: `is not a CSV file, or is cut off after row ${rowCount}` };
  } finally {
    body.destroy();
  }
  if (missing.length > 0) return { kind: 'unreadable', reason: `has no column ${missing.join(', ')}` };
  return rowCount === 0 ? { kind: 'unreadable', reason: 'is empty' } : { kind: 'list', notices, rowCount };
}

function readRow(row: Row, number: number): Notice | null {
  const cell = (name: string) => (row[name] ?? '').replace(/^[\s"']+|[\s"']+$/g, '');
  const doi = readDoi(cell('OriginalPaperDOI'));
  const nature = NATURES.get(cell('RetractionNature').toLowerCase());
  if (doi === null || nature === undefined) return null;
  const noticeDoi = readDoi(cell('RetractionDOI'));
  return {
    doi,
    source: 'retraction_watch',
    sourceId: cell('Record ID') || `row ${number}`,
    nature,
    noticeDoi: noticeDoi === doi ? null : noticeDoi,
    noticedOn: readDate(cell('RetractionDate')),
    reasons: cell('Reason')
      .split(';')
      .map((reason) =>
        reason
          .replace(/^[\s+]+/, '')
          .trim()
          .slice(0, MAX_REASON_LENGTH),
      )
      .filter((reason) => reason !== '')
      .slice(0, MAX_REASONS),
  };
}

/** `8/1/2020 0:00`: month, day and year. */
function readDate(text: string): string | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s|$)/.exec(text) ?? [];
  if (year === undefined) return null;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 ? date.toISOString().slice(0, 10) : null;
}
