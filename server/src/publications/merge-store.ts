import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { insertStoredRows } from '../platform/database/stored-rows.ts';
import type { WorkRow } from './join-facts.ts';
import { type ListingRow, PLACES, type PlaceKind, type StoredRow } from './joined-row.ts';
import { searchWords, titleKey } from './search-words.ts';

/** The profiles that list any of these works. */
export async function listProfilesOf(tx: Tx, publicationIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct profile_id as id from profile_publications where publication_id = any(${publicationIds})`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Marks a place to come back to: `undoSince` gives back what was locked and changed after it. */
export async function markPlace(tx: Tx): Promise<void> {
  await sql`savepoint works_held`.execute(tx);
}

export async function undoSince(tx: Tx): Promise<void> {
  await sql`rollback to savepoint works_held`.execute(tx);
}

/** Locks works, and those merged into them, in the order of their ids. */
export async function lockWorks(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  await sql`
    select from publications where id = any(${publicationIds}) or merged_into = any(${publicationIds})
    order by id for no key update`.execute(tx);
}

/** Locks the libraries that any of these works is linked in, and those of `userIds`, in the order of their users. */
export async function lockLibrariesOf(
  tx: Tx,
  publicationIds: readonly number[],
  userIds: readonly number[],
): Promise<void> {
  await sql`
    select from libraries
    where user_id in (select user_id from user_publications where publication_id = any(${publicationIds}))
      or user_id in (select user_id from scholar_publications where publication_id = any(${publicationIds}))
      or user_id = any(${userIds})
    order by user_id for update`.execute(tx);
}

/** Whether several users link these works, seen or hidden. */
export async function areShared(tx: Tx, publicationIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ is_shared: boolean }>`
    select count(distinct user_id) > 1 as is_shared from user_publications where publication_id = any(${publicationIds})`.execute(
    tx,
  );
  return rows[0]?.is_shared ?? false;
}

export type MergedWorkRow = WorkRow & {
  readonly doi: string | null;
  readonly display_identifier: unknown;
  readonly merged_into: number | null;
};

/** Works as they stand, in the order of their ids, and those merged into them if `withMerged`. */
export async function listWorkRows(
  tx: Tx,
  publicationIds: readonly number[],
  { withMerged = false } = {},
): Promise<MergedWorkRow[]> {
  const { rows } = await sql<MergedWorkRow>`
    select id, title, author_text, venue_text, year, pub_url, citation_count, citation_key, origin_key, imported_fields, doi,
      display_identifier, merged_into
    from publications where id = any(${publicationIds}) ${withMerged ? sql`or merged_into = any(${publicationIds})` : sql``}
    order by id`.execute(tx);
  return rows;
}

/** Lets works stand for themselves (null) or for another, and hands them on. The time is that at which it is done: the transaction may have waited. */
export async function saveMergedInto(
  tx: Tx,
  works: readonly { id: number; mergedInto: number | null }[],
): Promise<void> {
  await sql`
    update publications p set merged_into = k.merged_into, updated_at = clock_timestamp()
    from unnest(${works.map(({ id }) => id)}::bigint[], ${works.map(({ mergedInto }) => mergedInto)}::bigint[]) as k (id, merged_into)
    where p.id = k.id`.execute(tx);
}

/** Writes a work's facts; it is found by their words from now on. */
export async function saveWorkRow(tx: Tx, work: WorkRow): Promise<void> {
  const words = [...new Set(searchWords([work.title, work.author_text, work.venue_text].join(' ')))];
  await sql`
    update publications set title = ${work.title}, title_key = ${titleKey(work.title)}, author_text = ${work.author_text},
      venue_text = ${work.venue_text}, year = ${work.year}, pub_url = ${work.pub_url}, citation_count = ${work.citation_count},
      citation_key = ${work.citation_key}, origin_key = ${work.origin_key}, imported_fields = ${work.imported_fields}::text[],
      search_vector = array_to_tsvector(${words}::text[]), updated_at = now()
    where id = ${work.id}`.execute(tx);
}

/** The rows of a kind that belong to works. */
export async function listRowsOf(tx: Tx, kind: PlaceKind, publicationIds: readonly number[]): Promise<StoredRow[]> {
  const { rows } = await sql<{ row: StoredRow }>`
    select to_jsonb(t) as row from ${sql.table(PLACES[kind].table)} t where t.publication_id = any(${publicationIds})
    order by ${sql.join(PLACES[kind].place.map((column) => sql.ref(`t.${column}`)))}, t.publication_id`.execute(tx);
  return rows.map(({ row }) => row);
}

/** Puts rows in the place of others. */
export async function replaceRows(
  tx: Tx,
  kind: PlaceKind,
  taken: readonly StoredRow[],
  put: readonly StoredRow[],
): Promise<void> {
  const { table, place } = PLACES[kind];
  const columns = ['publication_id', ...place];
  const same = columns.map((column) => sql`${sql.ref(`t.${column}`)} = ${sql.ref(`k.${column}`)}`);
  if (taken.length > 0)
    await sql`
      delete from ${sql.table(table)} t using jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(taken)}::jsonb) k
      where ${sql.join(same, sql` and `)}`.execute(tx);
  await insertStoredRows(tx, table, put);
}

export interface Accounted {
  readonly user_id: number;
  readonly publication_id: number;
}

/** Which of the works a tracked scholar accounts for, as far as the user's library has looked into its profile's listings. */
export async function listAccounted(tx: Tx, publicationIds: readonly number[]): Promise<Accounted[]> {
  const { rows } = await sql<Accounted>`
    select distinct w.user_id, w.publication_id from scholar_works w join scholars s on s.id = w.scholar_id
    where w.publication_id = any(${publicationIds}) and (coalesce(w.listing_number <= s.looked_at_listing, true) or exists (
      -- one that was made when works were taken apart has a late number: who has seen what was listed with it, or after it, has seen it
      select from profile_publications l join profile_publications o on o.profile_id = l.profile_id and o.first_listed_at >= l.first_listed_at
      where l.profile_id = s.profile_id and l.publication_id = w.publication_id and o.listing_number <= s.looked_at_listing))
    order by 1, 2`.execute(tx);
  return rows;
}

/** Of these, what is still there. */
export async function listStanding(
  tx: Tx,
  table: 'users' | 'profiles' | 'runs' | 'scholars',
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where id = any(${ids})`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** The next read number of each locked library. */
export async function listNextReadNumbers(tx: Tx, userIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; next: number }>`
    select user_id, last_read_number + 1 as next from libraries where user_id = any(${userIds})`.execute(tx);
  return new Map(rows.map(({ user_id, next }) => [user_id, next]));
}

/** Counts the read numbers of locked libraries on to those that links of theirs have. */
export async function saveReadNumbers(tx: Tx, links: readonly StoredRow[]): Promise<void> {
  await sql`
    update libraries l set last_read_number = k.read_number
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as k (user_id bigint, read_number bigint)
    where l.user_id = k.user_id and l.last_read_number < k.read_number`.execute(tx);
}

/** Takes the next numbers of locked libraries, as many as each user needs; returns the first of each. */
export async function takeLinkNumbers(tx: Tx, needed: ReadonlyMap<number, number>): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; first: number }>`
    update libraries l set last_link_number = l.last_link_number + k.n
    from unnest(${[...needed.keys()]}::bigint[], ${[...needed.values()]}::bigint[]) as k (user_id, n)
    where l.user_id = k.user_id returning l.user_id, l.last_link_number - k.n + 1 as first`.execute(tx);
  return new Map(rows.map(({ user_id, first }) => [user_id, first]));
}

/** Takes the next numbers of locked profiles, as many listings as each needs; returns the first of each. */
export async function takeListingNumbers(tx: Tx, needed: ReadonlyMap<number, number>): Promise<Map<number, number>> {
  if (needed.size === 0) return new Map();
  const { rows } = await sql<{ id: number; first: number }>`
    update profiles p set last_listing_number = p.last_listing_number + k.n
    from unnest(${[...needed.keys()]}::bigint[], ${[...needed.values()]}::bigint[]) as k (id, n)
    where p.id = k.id returning p.id, p.last_listing_number - k.n + 1 as first`.execute(tx);
  return new Map(rows.map(({ id, first }) => [id, first]));
}

/** Where profiles are: the source, and the beginning of the keys of all their rows. */
export async function listRowKeys(
  tx: Tx,
  profileIds: readonly number[],
): Promise<Map<number, { source: string; prefix: string }>> {
  const { rows } = await sql<{ id: number; source: string; prefix: string }>`
    select id, source, source_id || ':' as prefix from profiles where id = any(${profileIds})`.execute(tx);
  return new Map(rows.map(({ id, ...keys }) => [id, keys]));
}

/** Who tracks profiles and has looked as far as a listing, or as what was listed with it or after it; each with the listing's work. */
export async function listLookers(tx: Tx, listings: readonly ListingRow[]): Promise<Accounted[]> {
  if (listings.length === 0) return [];
  const { rows } = await sql<Accounted>`
    select distinct s.user_id, l.publication_id
    from jsonb_to_recordset(${JSON.stringify(listings)}::jsonb) as l
      (profile_id bigint, publication_id bigint, listing_number bigint, first_listed_at timestamptz)
    join scholars s on s.profile_id = l.profile_id and (s.looked_at_listing >= l.listing_number or exists (
      select from profile_publications o
      where o.profile_id = l.profile_id and o.first_listed_at >= l.first_listed_at and o.listing_number <= s.looked_at_listing))
    order by 1, 2`.execute(tx);
  return rows;
}
