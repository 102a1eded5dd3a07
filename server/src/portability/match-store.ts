import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { ListedTitle } from '../publications/columns.ts';
import { isContradicted } from '../publications/record-store.ts';
import { IMPORT } from '../publications/records.ts';

/** Counts items whose scholar the user does not track, and items without a scholar that are not favorites. Returns the first of them, too. */
export async function findUnplacedItems(
  tx: Tx,
  userId: number,
  limit: number,
): Promise<{ count: number; first: { position: number; source_id: string | null }[] }> {
  const { rows } = await sql<{ position: number; source_id: string | null; count: number }>`
    select i.position, i.source_id, count(*) over () as count from import_items i
    where not coalesce(i.source_id is null and i.is_favorite or (i.source, i.source_id) in (
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
    update import_items set fingerprint = null, evidence = array(
      select piece from unnest(evidence) with ordinality as e (piece, at) where piece not like 'fp:%' order by at)
    where position = any(${positions}::integer[])`.execute(tx);
}

/**
 * Creates the table `import_matches` with the scholar and the publication of each valid item. Items with the same digest are one item. The
 * caller shares the identity lock.
 *
 * An item that the user imported before gets the publication of its record. So does an item from the user's own export, because it names
 * its records. Other items are matched by exact evidence, the most certain first: with public records and with DOIs from enrichment, else
 * with the user's private publications. Other users' imports never match. Publications with different DOIs are different unless the row
 * key is the same. A DOI that several publications have is ignored. The remaining items create publications.
 */
export async function matchItems(tx: Tx, userId: number): Promise<void> {
  await sql`
    create temporary table import_matches (
      position integer primary key, digest text not null, scholar_id bigint, profile_id bigint,
      -- the publication of the item's record, and its canonical publication
      publication_id bigint, canonical_id bigint,
      -- the item that creates the publication, if it is new
      creator integer,
      -- true if the item needs no private record: it has one, or the profile lists the same row and the scholar's library has it
      is_recorded boolean not null
    ) on commit drop`.execute(tx);
  await sql`
    insert into import_matches
    select i.position, i.digest, s.scholar_id, s.profile_id, p.id, p.canonical_id, case when p.id is null then i.position end,
      p.id is not null and (r.key = i.digest or s.scholar_id is null
        or exists (
          select from scholar_listings w
          where w.scholar_id = s.scholar_id and w.publication_id = p.canonical_id and w.is_processed))
    from import_items i
    left join profiles f on f.source = i.source and f.source_id = i.source_id
    left join scholar_profiles s on s.user_id = ${userId} and s.profile_id = f.id
    left join lateral (
      -- each key is looked up on its own, so that no plan scans all records of the user
      select r.key, r.publication_id from unnest(i.digest || i.record_keys) as k (key)
      cross join lateral (select * from records where owner_user_id = ${userId} and source = ${IMPORT} and key = k.key offset 0) r
      order by r.key <> i.digest, r.key limit 1
    ) r on true
    left join publications p on p.id = r.publication_id
    where i.position in (select min(position) from import_items where source_id is not null or is_favorite group by digest)
      and (s.scholar_id is not null or i.source_id is null)`.execute(tx);
  await sql`
    with unknown as materialized (
      select m.position, m.profile_id, s.processed_listing, i.evidence, i.doi
      from import_matches m join import_items i using (position) left join scholar_profiles s on s.scholar_id = m.scholar_id and s.profile_id = m.profile_id
      where m.publication_id is null and exists (select from records)
    ), candidates as (
      select u.position, u.doi, e.piece, e.at, r.publication_id, r.owner_user_id, r.id as record_id, u.profile_id, u.processed_listing
      from unknown u
      -- each item is looked up on its own, so that no plan scans all records
      cross join lateral (select * from records r where r.evidence && u.evidence and coalesce(r.owner_user_id, ${userId}) = ${userId} offset 0) r
      cross join lateral unnest(u.evidence) with ordinality as e (piece, at)
      where e.piece = any (r.evidence)
        and not ${isContradicted(sql`e.piece`)}
      union all
      select u.position, u.doi, e.piece, e.at, d.publication_id, null, null, null, null
      from unknown u
      cross join lateral unnest(u.evidence) with ordinality as e (piece, at)
      cross join lateral (
        select publication_id from publication_identifiers where kind = 'doi' and value = substr(e.piece, 5) and not is_contradicted offset 0
      ) d
      where e.piece like 'doi:%'
    ), judged as (
      select c.*, p.canonical_id,
        c.piece not like 'doi:%' or
          min(p.canonical_id) over (partition by c.position, c.piece, c.owner_user_id) =
          max(p.canonical_id) over (partition by c.position, c.piece, c.owner_user_id) as is_one,
        c.piece like 'row:%' and exists (
          select from listings l
          where l.record_id = c.record_id and l.profile_id = c.profile_id and l.owner_user_id is null and l.number <= c.processed_listing) as is_listed
      -- private records of public publications are ignored
      from candidates c join publications p on p.id = c.publication_id and p.owner_user_id is not distinct from c.owner_user_id
    ), matched as (
      select distinct on (position) position, publication_id, canonical_id, is_listed, piece from judged
      where is_one and (piece like 'row:%' or doi is null or coalesce((
        select bool_or(d.value = judged.doi) from publication_identifiers d
        where d.publication_id = judged.publication_id and d.kind = 'doi' and not d.is_contradicted), true))
      order by position, owner_user_id nulls first, is_listed desc, at, publication_id
    ), placed as (
      select k.*, ${rankOfRow(sql`k.publication_id`, sql`k.piece not like 'row:%'`)} as rank from matched k join import_items i using (position)
    )
    update import_matches m set publication_id = k.publication_id, canonical_id = k.canonical_id, creator = null, is_recorded = k.is_listed
    from placed k where k.position = m.position and (k.rank = 1 or k.piece like 'row:%')`.execute(tx);
}

/**
 * The rank of an item `i` among items of the same scholar that share something: 1 for the first row of the scholar's profile, 2 for the next
 * one. Rows that one profile lists separately are different publications, so only items of rank 1 match. An item without a row has rank 1.
 */
function rankOfRow(shared: RawBuilder<unknown>, isWeaker: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when i.own_row is null then 1 else dense_rank() over (
    partition by ${shared}, i.source_id, i.own_row is null order by ${isWeaker}, i.own_row) end`;
}

/**
 * Groups the items without a publication, and gives each group the id of a new publication. Items belong together if they share a row key, a
 * cluster key, or a fingerprint with the same DOI.
 */
export async function groupNewItems(tx: Tx): Promise<void> {
  await sql`
    with new as materialized (
      select i.position, i.evidence, i.fingerprint, i.source_id, i.own_row,
        coalesce(i.doi, first_value(i.doi) over (partition by i.fingerprint order by i.doi is null, i.position)) as doi
      from import_items i join import_matches m using (position) where m.publication_id is null
    ), weak as (
      select i.*, piece from new i cross join unnest(evidence) as piece where piece like 'cluster:%'
      union all select i.*, concat('fp:', fingerprint, ' ', doi) from new i where fingerprint is not null
    ), pieces as materialized (
      select position, piece from new cross join unnest(evidence) as piece where piece like 'row:%'
      union all select i.position, concat(i.piece, ' ', ${rankOfRow(sql`i.piece`, sql`false`)}) from weak i
    ), shared as (
      select piece, min(position) as first from pieces group by piece having count(*) > 1
    ), grouped as (
      select p.position, min(s.first) as first from pieces p join shared s using (piece) group by p.position
    )
    update import_matches m set creator = g.first from grouped g where g.position = m.position and g.first < m.position`.execute(
    tx,
  );
  // the first item of a group may belong to an earlier group through another piece of evidence
  for (let changed = 1n; changed > 0n; ) {
    const result = await sql`
      update import_matches m set creator = n.creator from import_matches n
      where m.creator <> m.position and n.position = m.creator and n.creator <> m.creator`.execute(tx);
    changed = result.numAffectedRows ?? 0n;
  }
  await sql`
    update import_matches m set publication_id = n.id, canonical_id = n.id
    from (
      select position, nextval('publications_id_seq') as id
      from (select position from import_matches where creator = position order by position) creators
    ) n where m.creator = n.position`.execute(tx);
  await sql`analyze import_matches`.execute(tx);
}
