import { type RawBuilder, sql } from 'kysely';
import { scholarLabel } from './scholar-name-store.ts';

export type SortKey = 'first_seen' | 'title' | 'year' | 'citations' | 'scholar' | 'pdf_status';

export interface Sorting {
  readonly by: SortKey;
  readonly direction: 'asc' | 'desc';
}

/** Rows of a page whose order was computed: their publications, and their sort values. */
export interface Ranking {
  readonly ids: readonly number[];
  readonly values: readonly (number | null)[];
}

/** The position of a row in an order, unique in a library. */
export interface Place {
  /** the sort value as text; null: the row has none, or the order is by first seen */
  readonly value: string | null;
  /** first seen, in seconds since 1970 with microseconds, which a `Date` does not have */
  readonly seenSeconds: string;
  readonly entryNumber: number;
}

/** Only the beginning of a text is sorted, so that a cursor fits into an address. */
const MAX_SORTED_LENGTH = 300;

type Sql = RawBuilder<unknown>;

/** The first sort value of a row with the entry `e` and the publication `p`, and its type. */
function keyOf(by: Exclude<SortKey, 'first_seen'>, e: Sql): { value: Sql; type: 'text' | 'integer' } {
  switch (by) {
    case 'title':
      return { value: sql`left(p.title_key, ${sql.lit(MAX_SORTED_LENGTH)}) collate "C"`, type: 'text' };
    case 'scholar':
      return { value: sql`s.label`, type: 'text' };
    case 'pdf_status':
      return { value: sql`${e}.pdf_rank`, type: 'integer' };
    default:
      return { value: sql`${e}.${sql.raw(by)}`, type: 'integer' };
  }
}

/** A user's scholars with the labels that lists sort by, and a row for entries without a scholar. */
export function scholarLabels(userId: number): Sql {
  return sql`(
    select s.id, left(lower(${scholarLabel('f')}), ${sql.lit(MAX_SORTED_LENGTH)}) collate "C" as label
    from scholars s join profiles f on f.id = s.profile_id where s.user_id = ${userId}
    union all select null, null)`;
}

/** Newest first. Rows that were first seen at the same time keep the source's order, which is newest first, too. */
function tieOrder(direction: 'asc' | 'desc', row: Sql): Sql {
  return direction === 'desc'
    ? sql`${row}.first_seen_at desc, ${row}.entry_number asc`
    : sql`${row}.first_seen_at asc, ${row}.entry_number desc`;
}

/**
 * Among equal values the newest row comes first. In orders with an index, ties follow the direction instead, so that
 * one index serves both directions.
 */
function tieDirection({ by, direction }: Sorting): 'asc' | 'desc' {
  return by === 'title' || by === 'scholar' ? 'desc' : direction;
}

/** The columns of a row that `orderRows` and cursors need. */
export function sortColumns({ by }: Sorting, e: Sql): Sql {
  if (by === 'first_seen') return sql`null::text as sort_value`;
  return sql`${keyOf(by, e).value} as sort_value`;
}

/** The row whose time and number are compared: the entry if its index is read, else the mark. */
function timedRow({ by }: Sorting, e: Sql): Sql {
  return by === 'first_seen' ? sql`u` : e;
}

/** The order of rows that have the columns of `sortColumns`. Rows without a value come last. */
export function orderRows(sorting: Sorting): Sql {
  const ties = tieOrder(tieDirection(sorting), sql`u`);
  if (sorting.by === 'first_seen') return ties;
  const { type } = keyOf(sorting.by, sql`u`);
  const value = type === 'text' ? sql`u.sort_value collate "C"` : sql`u.sort_value`;
  return sql`${value} ${sql.raw(sorting.direction)} nulls last, ${ties}`;
}

/** The same order for one part of a list, written like the columns of the index. */
export function orderPart(sorting: Sorting, e: Sql): Sql {
  const ties = tieOrder(tieDirection(sorting), timedRow(sorting, e));
  const direction = sql.raw(sorting.direction);
  switch (sorting.by) {
    case 'first_seen':
      return ties;
    case 'title':
      return sql`${e}.title_prefix ${direction}, ${keyOf('title', e).value} ${direction}, ${ties}`;
    case 'year':
      // a part has rows both with and without a year only in descending order, where the index has nulls last, too
      return sql`${e}.year ${direction} ${sorting.direction === 'desc' ? sql`nulls last` : sql`nulls first`}, ${ties}`;
    case 'pdf_status':
      return sql`${e}.pdf_rank ${direction}, ${ties}`;
    case 'citations':
      return sql`${e}.citations ${direction}, ${ties}`;
    case 'scholar':
      // each part has the rows of one scholar
      return ties;
  }
}

/** Conditions that split a whole list into parts. Each part is one contiguous range of an index. */
export function listParts({ by, direction }: Sorting, e: Sql): Sql[] {
  if (by === 'year' && direction === 'asc') return [sql`${e}.year is not null`, sql`${e}.year is null`];
  if (by === 'scholar') return [sql`${e}.first_scholar_id = s.id`, sql`${e}.first_scholar_id is null and s.id is null`];
  return [sql`true`];
}

/** Like `listParts`, for the part of the list after a place. */
export function listPartsAfter(place: Place, sorting: Sorting, e: Sql): Sql[] {
  const { by, direction } = sorting;
  const ties = tieDirection(sorting);
  const seenAt = sql`(to_timestamp(0) + ${`${place.seenSeconds} seconds`}::interval)`;
  const row = timedRow(sorting, e);
  const laterAtSameTime = sql`${row}.first_seen_at = ${seenAt} and ${row}.entry_number ${ties === 'desc' ? sql`>` : sql`<`} ${place.entryNumber}`;
  const laterTimes = sql`${row}.first_seen_at ${ties === 'desc' ? sql`<` : sql`>`} ${seenAt}`;
  if (by === 'first_seen') return [laterAtSameTime, laterTimes];
  const { value, type } = keyOf(by, e);
  const beyond = direction === 'desc' ? sql`<` : sql`>`;
  if (by === 'title') {
    const at = sql`${place.value}::text`;
    const prefix = sql`left(${at}, 24)`;
    const after = sql`(${value} ${beyond} ${at} or ${value} = ${at} and (${laterAtSameTime} or ${laterTimes}))`;
    return [sql`${e}.title_prefix = ${prefix} and ${after}`, sql`${e}.title_prefix ${beyond} ${prefix}`];
  }
  const [valued, unvalued] = by === 'scholar' ? listParts(sorting, e) : [sql`true`, sql`${value} is null`];
  if (place.value === null) return [sql`${unvalued} and ${laterAtSameTime}`, sql`${unvalued} and ${laterTimes}`];
  const at = sql`${place.value}::${sql.raw(type)}`;
  const parts = [
    sql`${valued} and ${value} = ${at} and ${laterAtSameTime}`,
    sql`${valued} and ${value} = ${at} and ${laterTimes}`,
    sql`${valued} and ${value} ${beyond} ${at}`,
  ];
  return by === 'year' || by === 'scholar' ? [...parts, sql`${unvalued}`] : parts;
}
