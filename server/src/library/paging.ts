import { Problem } from '../platform/errors.ts';
import type { Place, SortKey } from './page-order-store.ts';

/**
 * A moment of a library. It includes entries up to the number `entry`, and `keep_read` keeps what was marked as read
 * after `read`.
 */
export interface Snapshot {
  readonly entry: number;
  readonly read: number;
  /** the latest completed run; 0 if there was none */
  readonly run: number;
  /** the basis of a list in reading order; absent in other lists */
  readonly basis?: number;
}

/** Encodes a snapshot as one opaque word. */
export function writeSnapshot({ entry, read, run, basis }: Snapshot): string {
  return [entry, read, run, ...(basis === undefined ? [] : [basis])].join('-');
}

/** Decodes a snapshot. @throws Problem `invalid_snapshot` */
export function readSnapshot(text: string): Snapshot {
  const [, entry, read, run, basis] = /^(\d{1,15})-(\d{1,15})-(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  if (entry === undefined || read === undefined || run === undefined) {
    const advice = 'snapshot is not valid. Send the snapshot of an earlier page unchanged, or omit it.';
    throw new Problem('malformed', 'invalid_snapshot', advice);
  }
  const moment = { entry: Number(entry), read: Number(read), run: Number(run) };
  return basis === undefined ? moment : { ...moment, basis: Number(basis) };
}

/** The order of a list: one that an index has, or the computed reading order. */
export interface ListSorting {
  readonly by: SortKey | 'reading';
  readonly direction: 'asc' | 'desc';
}

/** Where a page ended. */
export interface Cursor {
  readonly sorting: ListSorting;
  /** of the last row */
  readonly place: Place;
  /** how many rows come before the next page */
  readonly shown: number;
}

/** Seconds since 1970 with microseconds, within the range of PostgreSQL's timestamps. */
const SECONDS = /^(?:-\d{1,11}|\d{1,12})\.\d{6}$/;
const DECIMAL = /^-?\d{1,10}(?:\.\d{1,30})?(?:e-?\d{1,3})?$/;
const TEXT_KEYS: readonly string[] = ['title', 'scholar'];
const MAX_INTEGER = 2 ** 31 - 1;

/** Encodes a cursor as one opaque word. */
export function writeCursor({ sorting, place, shown }: Cursor): string {
  const fields = [sorting.by, sorting.direction, place.value, place.seenSeconds, place.entryNumber, shown];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/**
 * Decodes the cursor of an earlier page. The page must have had the same order.
 * @throws Problem `invalid_cursor`
 */
export function readCursor(text: string, sorting: ListSorting): Cursor {
  const [by, direction, value, seenSeconds, entryNumber, shown, ...rest] = fieldsOf(text);
  if (
    by === sorting.by &&
    direction === sorting.direction &&
    isValue(value, sorting) &&
    typeof seenSeconds === 'string' &&
    SECONDS.test(seenSeconds) &&
    isCount(entryNumber) &&
    isCount(shown) &&
    rest.length === 0
  )
    return { sorting, place: { value, seenSeconds, entryNumber }, shown };
  const advice =
    'cursor is not valid. Send the next_cursor of an earlier page unchanged, with the same sort_by and sort_dir, or omit it.';
  throw new Problem('malformed', 'invalid_cursor', advice);
}

function fieldsOf(text: string): readonly unknown[] {
  try {
    const fields: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(fields) ? fields : [];
  } catch {
    return [];
  }
}

/** Whether this is a value of the sorted column, or a score. */
function isValue(value: unknown, { by }: ListSorting): value is string | null {
  if (value === null) return true;
  if (by === 'first_seen' || typeof value !== 'string') return false;
  if (TEXT_KEYS.includes(by)) return value.isWellFormed() && !value.includes('\0');
  if (by === 'reading') return DECIMAL.test(value);
  return /^-?\d{1,10}$/.test(value) && Math.abs(Number(value)) <= MAX_INTEGER;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
