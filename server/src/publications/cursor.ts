import { Problem } from '../platform/errors.ts';
import type { Place, Sorting } from './page-order-store.ts';

/** Where a page ended: the place of its last row in an order, and how many rows stood before the next page. */
export interface Cursor {
  readonly sorting: Sorting;
  readonly place: Place;
  readonly shown: number;
}

/** Seconds that PostgreSQL takes for a time, to the microsecond. */
const SECONDS = /^(?:-\d{1,11}|\d{1,12})\.\d{6}$/;
const TEXT_KEYS: readonly string[] = ['title', 'scholar'];
const MOST_INTEGER = 2 ** 31;

/** The text of a cursor: for clients it is one word. */
export function writeCursor({ sorting, place, shown }: Cursor): string {
  const fields = [sorting.by, sorting.direction, place.value, place.seenSeconds, place.link, shown];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/**
 * The cursor of an earlier page in the same order.
 * @throws Problem `invalid_cursor`
 */
export function readCursor(text: string, sorting: Sorting): Cursor {
  const [by, direction, value, seenSeconds, link, shown, ...rest] = fieldsOf(text);
  if (
    by === sorting.by &&
    direction === sorting.direction &&
    isValue(value, sorting) &&
    typeof seenSeconds === 'string' &&
    SECONDS.test(seenSeconds) &&
    isCount(link) &&
    isCount(shown) &&
    rest.length === 0
  )
    return { sorting, place: { value, seenSeconds, link }, shown };
  const advice =
    'Send the next_cursor of an earlier page unchanged, with the same sort_by and sort_dir, or leave it out.';
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

/** What PostgreSQL takes for a value of the sorted column. */
function isValue(value: unknown, { by }: Sorting): value is string | null {
  if (value === null) return true;
  if (by === 'first_seen' || typeof value !== 'string') return false;
  if (TEXT_KEYS.includes(by)) return value.isWellFormed() && !value.includes('\0');
  return /^-?\d{1,10}$/.test(value) && Math.abs(Number(value)) < MOST_INTEGER;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
