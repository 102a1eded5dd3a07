import { type RawBuilder, sql } from 'kysely';

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

/** How near a work is to a PDF that opens. */
const PDF_RANK = sql`case j.status when 'resolved' then 4 when 'running' then 3 when 'queued' then 2 when 'failed' then 1 else 0 end`;

const LABEL = sql`(select left(lower(coalesce(f.display_name, f.source_id)), ${sql.lit(SORTED_CHARACTERS)})
  from scholars s join profiles f on f.id = s.profile_id where s.id = u.first_scholar_id)`;

/** What comes before the time of first sight in an order: the value of a row, and the type of its column. */
const KEYS: Record<Exclude<SortKey, 'first_seen'>, { value: RawBuilder<unknown>; type: 'text' | 'integer' }> = {
  title: { value: sql`left(p.title_key, ${sql.lit(SORTED_CHARACTERS)})`, type: 'text' },
  year: { value: sql`p.year`, type: 'integer' },
  citations: { value: sql`p.citation_count`, type: 'integer' },
  scholar: { value: LABEL, type: 'text' },
  pdf_status: { value: PDF_RANK, type: 'integer' },
};

const NEWEST_FIRST = sql`u.first_seen_at desc, u.link_number asc`;
const OLDEST_FIRST = sql`u.first_seen_at asc, u.link_number desc`;

/** Newest first; of what was seen at one time, in the source's order, which is newest first as well. Rows without a value stand last. */
export function orderBy({ by, direction }: Sorting) {
  if (by === 'first_seen') return direction === 'desc' ? NEWEST_FIRST : OLDEST_FIRST;
  return sql`${KEYS[by].value} ${direction === 'desc' ? sql`desc` : sql`asc`} nulls last, ${NEWEST_FIRST}`;
}

/** The value of a row's place, as text. */
export function placeValue({ by }: Sorting) {
  return by === 'first_seen' ? sql`null::text` : sql`(${KEYS[by].value})::text`;
}

/** Rows behind a place. */
export function isBehind(place: Place, { by, direction }: Sorting) {
  if (by === 'first_seen') return sql`(${isSeenThenBehind(place, direction)} or ${isSeenBehind(place, direction)})`;
  const { value, type } = KEYS[by];
  const tie = sql`(${isSeenThenBehind(place, 'desc')} or ${isSeenBehind(place, 'desc')})`;
  if (place.value === null) return sql`(${value} is null and ${tie})`;
  const at = sql`${place.value}::${sql.raw(type)}`;
  const beyond = direction === 'desc' ? sql`${value} < ${at}` : sql`${value} > ${at}`;
  return sql`(${beyond} or ${value} is null or (${value} = ${at} and ${tie}))`;
}

/** In the order of first sight: rows that were seen at the very time of a place, and stand behind it. */
export function isSeenThenBehind(place: Place, direction: 'asc' | 'desc') {
  const behind = direction === 'desc' ? sql`u.link_number > ${place.link}` : sql`u.link_number < ${place.link}`;
  return sql`(u.first_seen_at = ${seenAt(place)} and ${behind})`;
}

/** In the order of first sight: rows that were not seen at the time of a place, and stand behind it. */
export function isSeenBehind(place: Place, direction: 'asc' | 'desc') {
  return direction === 'desc' ? sql`u.first_seen_at < ${seenAt(place)}` : sql`u.first_seen_at > ${seenAt(place)}`;
}

function seenAt({ seenSeconds }: Place) {
  return sql`(to_timestamp(0) + ${`${seenSeconds} seconds`}::interval)`;
}
