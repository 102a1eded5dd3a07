import { sql } from 'kysely';
import type { ListedTitle } from '../names/columns.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { Candidate, Evidence, ItemEvidence } from '../publications/match.ts';
import { IMPORT } from '../publications/records.ts';
import { isAdded } from './added-store.ts';

/**
 * Counts items whose scholar the user does not track, and items without a scholar that are not favorites. Returns the
 * first of them, too.
 */
export async function findUnplacedItems(
  tx: Tx,
  userId: number,
  limit: number,
): Promise<{ count: number; first: { position: number; source_id: string | null }[] }> {
  const { rows } = await sql<{ position: number; source_id: string | null; count: number }>`
    select i.position, i.source_id, count(*) over () as count from import_items i
    where not coalesce(i.source_id is null and (i.is_favorite or i.is_added) or (i.source, i.source_id) in (
      select p.source, p.source_id from scholar_profiles s join profiles p on p.id = s.profile_id where s.user_id = ${userId}), false)
    order by i.position limit ${limit}`.execute(tx);
  return { count: rows[0]?.count ?? 0, first: rows };
}

/** An item whose title another item of the scholar may have, too. */
export interface RepeatedItem extends ListedTitle {
  readonly position: number;
  readonly scholar: string;
}

/** The items of scholars whose titles begin alike in the list of a scholar. */
export async function listRepeatedItems(tx: Tx): Promise<RepeatedItem[]> {
  const { rows } = await sql<RepeatedItem>`
    select position, source_id as scholar, title, year, venue from (
      select *, count(*) over (partition by source_id, title_key) as n from import_items where source_id is not null
    ) i where n > 1 order by position`.execute(tx);
  return rows;
}

/** Removes the fingerprints of items, so that they match only by keys and identifiers. */
export async function removeFingerprints(tx: Tx, positions: readonly number[]): Promise<void> {
  if (positions.length === 0) return;
  await sql`
    update import_items set evidence = array(
      select piece from unnest(evidence) with ordinality as e (piece, at) where piece not like 'fp:%' order by at)
    where position = any(${positions}::integer[])`.execute(tx);
}

/** The items of one profile, or those without a scholar. */
export interface ItemList {
  readonly scholarId: number | null;
  readonly profileId: number | null;
  /** in order. Of items with the same digest only the first is listed. */
  readonly positions: readonly number[];
}

/** Lists the items that have a place in the library: those of the user's scholars, and favorites without a scholar. */
export async function listItems(tx: Tx, userId: number): Promise<ItemList[]> {
  const { rows } = await sql<ItemList>`
    select s.scholar_id as "scholarId", s.profile_id as "profileId", array_agg(i.position order by i.position) as positions
    from import_items i
    left join profiles f on f.source = i.source and f.source_id = i.source_id
    left join scholar_profiles s on s.user_id = ${userId} and s.profile_id = f.id
    where i.position in (select min(position) from import_items where source_id is not null or is_favorite or is_added group by digest)
      and (s.scholar_id is not null or i.source_id is null)
    group by 1, 2 order by min(i.position)`.execute(tx);
  return rows;
}

/** A staged item, as far as it decides which publication it is. */
export interface Item extends ItemEvidence {
  readonly position: number;
  readonly digest: string;
  readonly recordKeys: readonly string[];
  /** the publication that it is; null: evidence decides */
  readonly publicationId: number | null;
}

export async function readItems(tx: Tx, positions: readonly number[]): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select position, digest, record_keys as "recordKeys", publication_id as "publicationId", evidence, doi, has_own_row as "hasOwnRow"
    from import_items where position = any(${positions}::integer[]) order by position`.execute(tx);
  return rows;
}

/** The publications by these ids, as far as they still exist and the user may see them. */
export async function findNamed(tx: Tx, userId: number, ids: readonly number[]): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select id as "publicationId", canonical_id as "canonicalId", owner_user_id as "ownerId"
    from publications where id = any(${ids}::bigint[]) and coalesce(owner_user_id, ${userId}) = ${userId}`.execute(tx);
  return rows;
}

/** The publications of the user's records from earlier imports, by key of the record. */
export async function findImported(tx: Tx, userId: number, keys: readonly string[]): Promise<Map<string, Candidate>> {
  const { rows } = await sql<Candidate & { key: string }>`
    select k.key, r.publication_id as "publicationId", p.canonical_id as "canonicalId", p.owner_user_id as "ownerId"
    from unnest(${keys}::text[]) as k (key)
    -- each key is looked up on its own, so that no plan scans all records of the user
    cross join lateral (select * from records where owner_user_id = ${userId} and source = ${IMPORT} and key = k.key offset 0) r
    join publications p on p.id = r.publication_id`.execute(tx);
  return new Map(rows.map(({ key, ...candidate }) => [key, candidate]));
}

/**
 * Prevents publications from being deleted until the transaction ends. Returns those that still exist. Waits only for a
 * deletion.
 */
export async function keepPublications(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select id from publications where id = any(${ids}::bigint[]) order by id for key share`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Creates the table `import_matches` with the scholar and the publication of each item that has a place in the library.
 */
export async function createMatches(tx: Tx): Promise<void> {
  await sql`
    create temporary table import_matches (
      position integer primary key, digest text not null, scholar_id bigint, profile_id bigint, publication_id bigint not null,
      -- null until the import shares the identity lock
      canonical_id bigint,
      -- this item gives a new publication its text
      is_founder boolean not null,
      -- this import creates the publication
      is_created boolean not null,
      -- the item needs no private record: it has one, or the library has the publication for the item's scholar
      is_recorded boolean not null
    ) on commit drop`.execute(tx);
}

/** An item and its publication. */
export interface MatchedItem {
  readonly position: number;
  /** null: a new publication, which `founder` creates */
  readonly publicationId: number | null;
  /** the position of an item of the same list; null if the publication exists */
  readonly founder: number | null;
  readonly isCreated: boolean;
  /** the user imported the item before */
  readonly hasRecord: boolean;
  /** the item names the publication by a row or by an earlier import */
  readonly isNamed: boolean;
}

/** Saves the publications of items of a list. Gives new publications their ids, and returns these. */
export async function saveMatches(
  tx: Tx,
  userId: number,
  { scholarId, profileId }: ItemList,
  items: readonly MatchedItem[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(items)}::json) as g
        (position integer, "publicationId" bigint, founder integer, "isCreated" boolean, "hasRecord" boolean, "isNamed" boolean)
    ), founded as materialized (
      select f.founder, nextval('publications_id_seq') as id from (select distinct founder from given where founder is not null order by 1) f
    ), saved as (
      insert into import_matches (position, digest, scholar_id, profile_id, publication_id, is_founder, is_created, is_recorded)
      select g.position, i.digest, ${scholarId}::bigint, ${profileId}::bigint, coalesce(g."publicationId", f.id),
        coalesce(g.founder = g.position, false), g."isCreated",
        g."hasRecord" or g."isNamed" and exists (
          select from publications p where p.id = g."publicationId" and ${scholarId === null ? sql`case when i.is_added and i.publication_id is null then ${isAdded(userId, sql`p.canonical_id`)} else ${isEntry(userId)} end` : isListed(userId, scholarId)})
      from given g join import_items i using (position) left join founded f using (founder)
    )
    select id from founded`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whether the user's library has the canonical publication of `p`. */
function isEntry(userId: number) {
  return sql`exists (
    select from user_publications u where u.user_id = ${userId} and u.publication_id = p.canonical_id and u.hidden_as is null)`;
}

/** Whether a profile of the scholar lists the canonical publication of `p`, even if the user rejected it. */
function isListed(userId: number, scholarId: number) {
  return sql`exists (
    select from scholar_profiles s join listings l on l.profile_id = s.profile_id
    where s.scholar_id = ${scholarId} and l.publication_id = p.canonical_id
      and (l.number <= s.processed_listing or l.owner_user_id = ${userId}))`;
}

/** Sets the canonical publications of all items. The caller shares the identity lock. */
export async function saveCanonical(tx: Tx): Promise<void> {
  await sql`update import_matches m set canonical_id = p.canonical_id from publications p where p.id = m.publication_id`.execute(
    tx,
  );
  await sql`analyze import_matches`.execute(tx);
}

/**
 * The id of the latest record. The caller shares the identity lock, so all public records of other transactions that
 * end later have higher ids.
 */
export async function readLastRecord(db: Queries): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from records`.execute(db);
  return one(rows, 'the latest record').id;
}

/** The next public records after an id, in order. */
export async function listRecordsAfter(tx: Tx, id: number, limit: number) {
  const { rows } = await sql<Evidence & { id: number; publicationId: number }>`
    select id, publication_id as "publicationId", doi, evidence from records
    where id > ${id} and owner_user_id is null order by id limit ${limit}`.execute(tx);
  return rows;
}

/** The canonical publication of each item of the file, by its position. */
export async function listPlaced(tx: Tx): Promise<{ position: number; publicationId: number }[]> {
  const { rows } = await sql<{ position: number; publicationId: number }>`
    select i.position, m.canonical_id as "publicationId" from import_matches m join import_items i using (digest) where m.canonical_id is not null`.execute(
    tx,
  );
  return rows;
}
