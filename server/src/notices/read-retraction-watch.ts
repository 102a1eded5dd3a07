import type { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { readDoi } from '../sources/identifier-values.ts';
import { type Nature, type Notice, readDay } from '../sources/notice.ts';

export type ReadList =
  | { readonly kind: 'list'; readonly notices: readonly Notice[] }
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
const MAX_ROW_BYTES = 100_000;
/** The list had 72,500 in November 2026. */
const MAX_ROWS = 500_000;
const MAX_ID_LENGTH = 100;
/** The share of notices whose date may be missing or in another form. */
const MAX_UNDATED_SHARE = 0.01;
const MAX_REASONS = 20;
const MAX_REASON_LENGTH = 200;

type Row = Readonly<Record<string, string>>;

/**
 * Reads the CSV file of Retraction Watch while it arrives. Columns are found by their names. Rows without the DOI of a
 * paper are counted and left out. Errors of the stream are thrown.
 * https://gitlab.com/crossref/retraction-watch-data
 */
export async function readRetractionWatch(body: Readable): Promise<ReadList> {
  let wrong: string | null = null;
  const rows = parse({
    bom: true,
    max_record_size: MAX_ROW_BYTES,
    columns(names: string[]) {
      const missing = REQUIRED.filter((name) => !names.includes(name));
      const repeated = REQUIRED.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
      if (missing.length > 0) wrong = `has no column ${missing.join(', ')}`;
      else if (repeated.length > 0) wrong = `has the column ${repeated.join(', ')} twice`;
      return names;
    },
  });
  body.on('error', (error) => rows.destroy(error));
  body.pipe(rows);
  const notices: Notice[] = [];
  // the same hundred reasons in all rows, each kept once
  const reasons = new Map<string, string>();
  let rowCount = 0;
  try {
    for await (const row of rows as AsyncIterable<Row>) {
      if (wrong !== null) break;
      rowCount += 1;
      const word = plain(row.RetractionNature ?? '');
      // it may be a new word for a reinstatement, without which only the retraction would be known
      if (word !== '' && !NATURES.has(word.toLowerCase()))
        return {
          kind: 'unreadable',
          reason: `has notices of a kind that Lectern does not know: “${word.slice(0, 40)}”`,
        };
      if (rowCount > MAX_ROWS) return { kind: 'unreadable', reason: `has more than ${MAX_ROWS} rows` };
      const notice = readRow(row, rowCount, reasons);
      if (notice !== null) notices.push(notice);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { kind: 'unreadable', reason: `is not a CSV file, or is cut off after row ${rowCount}` };
  } finally {
    body.destroy();
  }
  if (wrong !== null) return { kind: 'unreadable', reason: wrong };
  if (notices.length === 0) return { kind: 'unreadable', reason: 'has no notices' };
  const undated = notices.filter(({ noticedOn }) => noticedOn === null).length;
  if (undated > 1 && undated > MAX_UNDATED_SHARE * notices.length)
    return { kind: 'unreadable', reason: `has ${undated} notices without a date that can be read` };
  return { kind: 'list', notices };
}

function readRow(row: Row, number: number, known: Map<string, string>): Notice | null {
  const cell = (name: string) => plain(row[name] ?? '');
  const doi = readDoi(cell('OriginalPaperDOI'));
  const nature = NATURES.get(cell('RetractionNature').toLowerCase());
  if (doi === null || nature === undefined) return null;
  const noticeDoi = readDoi(cell('RetractionDOI'));
  return {
    doi,
    source: 'retraction_watch',
    sourceId: cell('Record ID').slice(0, MAX_ID_LENGTH) || `row ${number}`,
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
      .slice(0, MAX_REASONS)
      .map((reason) => known.get(reason) ?? remember(known, reason)),
  };
}

function remember(known: Map<string, string>, reason: string): string {
  known.set(reason, reason);
  return reason;
}

const MAX_CELL = 5_000;

/** The beginning of a cell without NUL, and without blanks and quotation marks around it. */
function plain(text: string): string {
  const isOutside = (at: number) => /[\s"']/.test(value[at] ?? 'x');
  const value = text.slice(0, MAX_CELL).replaceAll('\0', '').toWellFormed();
  let [start, end] = [0, value.length];
  while (start < end && isOutside(start)) start += 1;
  while (start < end && isOutside(end - 1)) end -= 1;
  return value.slice(start, end);
}

/** `8/1/2020 0:00`: month, day and year. */
function readDate(text: string): string | null {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:\s|$)/.exec(text) ?? [];
  return year === undefined ? null : readDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}
