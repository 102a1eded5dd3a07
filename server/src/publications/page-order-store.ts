import { type RawBuilder, sql } from 'kysely';
import { scholarLabel } from './scholar-name-store.ts';

export type SortKey = 'first_seen' | 'title' | 'year' | 'citations' | 'scholar' | 'pdf_status';

export interface Sorting {
  readonly by: SortKey;
  readonly direction: 'asc' | 'desc';
}

/** Where a row of the library stands in an order; no two rows stand at one place. */
export interface Place {
  /** what it is sorted by, as text; null: it has none, or the order is that of first sight */
  readonly value: string | null;
  /** when it was first seen, in seconds since 1970 to the microsecond: a `Date` would lose what tells neighbours apart */
  readonly seenSeconds: string;
  readonly link: number;
}

/** Texts are sorted by so many characters: a place is short enough for an address. */
const SORTED_CHARACTERS = 300;

type Sql = RawBuilder<unknown>;

/** What comes before the time of first sight in an order: the value of a row, whose entry is `e` and whose publication is `p`, and the type of the value. */
function keyOf(by: Exclude<SortKey, 'first_seen'>, e: Sql): { value: Sql; type: 'text' | 'integer' } {
  switch (by) {
    case 'title':
      return { value: sql`left(p.title_key, ${sql.lit(SORTED_CHARACTERS)}) collate "C"`, type: 'text' };
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
    select s.id, left(lower(${scholarLabel('f')}), ${sql.lit(SORTED_CHARACTERS)}) as label
    from scholars s join profiles f on f.id = s.profile_id where s.user_id = ${userId}
    union all select null, null)`;
}

/** Newest first; of what was seen at one time, in the source's order, which is newest first as well. */
function tieOrder(direction: 'asc' | 'desc', row: Sql): Sql {
  return direction === 'desc'
    ? sql`${row}.first_seen_at desc, ${row}.link_number asc`
    : sql`${row}.first_seen_at asc, ${row}.link_number desc`;
}

/** What is equal otherwise stands newest first. Where an index has the order, ties follow the direction, so that the index serves both. */
function tieDirection({ by, direction }: Sorting): 'asc' | 'desc' {
  return by === 'title' || by === 'scholar' ? 'desc' : direction;
}

/** The columns of a row that `orderRows` and cursors need. */
export function sortColumns({ by }: Sorting, e: Sql): Sql {
  if (by === 'first_seen') return sql`null::text as sort_value`;
  return sql`${keyOf(by, e).value} as sort_value`;
}

/** Whose time and number are compared: those of the entry where its index is read, not those of the mark. */
function timedBy({ by }: Sorting, e: Sql): Sql {
  return by === 'first_seen' ? sql`u` : e;
}

/** The order of rows that have the columns of `sortColumns`; those without a value stand last. */
export function orderRows(sorting: Sorting): Sql {
  const ties = tieOrder(tieDirection(sorting), sql`u`);
  if (sorting.by === 'first_seen') return ties;
  const { type } = keyOf(sorting.by, sql`u`);
  const value = type === 'text' ? sql`u.sort_value collate "C"` : sql`u.sort_value`;
  return sql`${value} ${sql.raw(sorting.direction)} nulls last, ${ties}`;
}

/** The same order of the rows of one part of a list, written as the index has it. */
export function orderPart(sorting: Sorting, e: Sql): Sql {
  const ties = tieOrder(tieDirection(sorting), timedBy(sorting, e));
  const direction = sql.raw(sorting.direction);
  switch (sorting.by) {
    case 'first_seen':
      return ties;
    case 'title':
      return sql`${e}.title_prefix ${direction}, ${keyOf('title', e).value} ${direction}, ${ties}`;
    case 'year':
      // no part has rows with and without a year, unless they are last in the index, too
      return sql`${e}.year ${direction} ${sorting.direction === 'desc' ? sql`nulls last` : sql`nulls first`}, ${ties}`;
    case 'pdf_status':
      return sql`${e}.pdf_rank ${direction}, ${ties}`;
    case 'citations':
      return sql`${e}.citations ${direction}, ${ties}`;
    case 'scholar':
      // of one scholar
      return ties;
  }
}

/** The parts of a whole list, as conditions: each part is read from one place of its index on. */
export function listParts({ by, direction }: Sorting, e: Sql): Sql[] {
  if (by === 'year' && direction === 'asc') return [sql`${e}.year is not null`, sql`${e}.year is null`];
  if (by === 'scholar') return [sql`${e}.first_scholar_id = s.id`, sql`${e}.first_scholar_id is null and s.id is null`];
  return [sql`true`];
}

/** The parts of the list behind a place. */
export function listPartsBehind(place: Place, sorting: Sorting, e: Sql): Sql[] {
  const { by, direction } = sorting;
  const ties = tieDirection(sorting);
  const seenAt = sql`(to_timestamp(0) + ${`${place.seenSeconds} seconds`}::interval)`;
  const row = timedBy(sorting, e);
  const behindAtOnce = sql`${row}.first_seen_at = ${seenAt} and ${row}.link_number ${ties === 'desc' ? sql`>` : sql`<`} ${place.link}`;
  const behindThen = sql`${row}.first_seen_at ${ties === 'desc' ? sql`<` : sql`>`} ${seenAt}`;
  if (by === 'first_seen') return [behindAtOnce, behindThen];
  const { value, type } = keyOf(by, e);
  const beyond = direction === 'desc' ? sql`<` : sql`>`;
  if (type === 'text') {
    const tied = sql`(${behindAtOnce} or ${behindThen})`;
    const [ofScholars, ofNone] = listParts(sorting, e);
    if (place.value === null) return [sql`${ofNone} and ${tied}`];
    const at = sql`${place.value}::text`;
    const behind = sql`(${value} ${beyond} ${at} or ${value} = ${at} and ${tied})`;
    if (by === 'scholar') return [sql`${ofScholars} and ${behind}`, sql`${ofNone}`];
    const prefix = sql`left(${at}, 24)`;
    return [sql`${e}.title_prefix = ${prefix} and ${behind}`, sql`${e}.title_prefix ${beyond} ${prefix}`];
  }
  if (place.value === null) return [sql`${value} is null and ${behindAtOnce}`, sql`${value} is null and ${behindThen}`];
  const at = sql`${place.value}::integer`;
  const parts = [
    sql`${value} = ${at} and ${behindAtOnce}`,
    sql`${value} = ${at} and ${behindThen}`,
    sql`${value} ${beyond} ${at}`,
  ];
  return by === 'year' ? [...parts, sql`${value} is null`] : parts;
}
