import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { IMPORT } from '../publications/imported.ts';
import { isContradicted } from '../publications/record-store.ts';

/** Items whose scholar the user does not track, and those without a scholar that are not favorites: how many, and the first of them. */
export async function findStrayItems(
  tx: Tx,
  userId: number,
  source: string,
  limit: number,
): Promise<{ count: number; first: { position: number; source_id: string | null }[] }> {
  const { rows } = await sql<{ position: number; source_id: string | null; count: number }>`
    select i.position, i.source_id, count(*) over () as count from import_items i
    where not coalesce(i.source_id is null and i.is_favorite or i.source_id in (
      select p.source_id from scholars s join profiles p on p.id = s.profile_id where s.user_id = ${userId} and p.source = ${source}), false)
    order by i.position limit ${limit}`.execute(tx);
  return { count: rows[0]?.count ?? 0, first: rows };
}

/**
 * Makes the table `import_matches`: for each item that is not a stray its scholar and its publication; items with one digest are one. An item that the user imported before has the publication
 * of its record, and so has one of the user's own export, which names the records. Another one is matched by exact evidence, the most certain first: with public records, and with what enrichment found for public publications;
 * else with the user's own private publications. A publication with other DOIs is another one, unless the row is the same, and a DOI that several have says
 * nothing. Other users' imports lead nowhere. What is left founds publications. The caller shares the lock on identity.
 */
export async function matchItems(tx: Tx, userId: number, source: string): Promise<void> {
  await sql`
    create temporary table import_matches (
      position integer primary key, digest text not null, scholar_id bigint, profile_id bigint, is_new_scholar boolean not null,
      -- the member publication, and the canonical one that stands for it
      publication_id bigint, canonical_id bigint,
      -- if the item's publication is new: the item that founds it
      maker integer,
      -- the item needs no private record: it has one, or the scholar's profile itself lists this very row
      is_recorded boolean not null
    ) on commit drop`.execute(tx);
  await sql`
    insert into import_matches
    select i.position, i.digest, s.id, s.profile_id, coalesce(n.is_new, false), p.id, p.canonical_id, case when p.id is null then i.position end,
      p.id is not null and (r.key = i.digest or s.id is null
        or exists (select from scholar_listings w where w.scholar_id = s.id and w.publication_id = p.canonical_id))
    from import_items i
    left join profiles f on f.source = ${source} and f.source_id = i.source_id
    left join scholars s on s.user_id = ${userId} and s.profile_id = f.id
    left join lateral (
      select key, publication_id from records
      where owner_user_id = ${userId} and source = ${IMPORT} and key = any (i.digest || i.record_keys) order by key <> i.digest, key limit 1
    ) r on true
    left join publications p on p.id = r.publication_id
    left join import_scholars n on n.source_id = i.source_id
    where i.position in (select min(position) from import_items where source_id is not null or is_favorite group by digest)
      and (s.id is not null or i.source_id is null)`.execute(tx);
  await sql`
    with unknown as materialized (
      select m.position, m.profile_id, s.looked_at_listing, i.evidence, i.doi
      from import_matches m join import_items i using (position) left join scholars s on s.id = m.scholar_id
      where m.publication_id is null and exists (select from records)
    ), candidates as (
      select u.position, u.doi, e.piece, e.at, r.publication_id, r.owner_user_id, r.id as record_id, u.profile_id, u.looked_at_listing
      from unknown u
      -- each item is looked up by itself: no plan reads all records
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
          where l.record_id = c.record_id and l.profile_id = c.profile_id and l.owner_user_id is null and l.number <= c.looked_at_listing) as is_listed
      -- a user's record of a public publication leads nowhere
      from candidates c join publications p on p.id = c.publication_id and p.owner_user_id is not distinct from c.owner_user_id
    ), matched as (
      select distinct on (position) position, publication_id, canonical_id, is_listed from judged
      where is_one and (piece like 'row:%' or doi is null or coalesce((
        select bool_or(d.value = judged.doi) from publication_identifiers d
        where d.publication_id = judged.publication_id and d.kind = 'doi' and not d.is_contradicted), true))
      order by position, owner_user_id nulls first, is_listed desc, at, publication_id
    )
    update import_matches m set publication_id = k.publication_id, canonical_id = k.canonical_id, maker = null, is_recorded = k.is_listed
    from matched k where k.position = m.position`.execute(tx);
}

/**
 * Groups the items without a publication that are the same (by the key of a row or of all versions, or by the fingerprint unless their DOIs differ) and gives
 * each group the id of a new publication.
 */
export async function groupNewItems(tx: Tx): Promise<void> {
  await sql`
    with new as materialized (
      select i.position, i.evidence, i.fingerprint,
        coalesce(i.doi, first_value(i.doi) over (partition by i.fingerprint order by i.doi is null, i.position)) as doi
      from import_items i join import_matches m using (position) where m.publication_id is null
    ), pieces as materialized (
      select position, piece from new cross join unnest(evidence) as piece where piece ~ '^(row|cluster):'
      union all select position, concat('fp:', fingerprint, ' ', doi) from new where fingerprint is not null
    ), shared as (
      select piece, min(position) as first from pieces group by piece having count(*) > 1
    ), grouped as (
      select p.position, min(s.first) as first from pieces p join shared s using (piece) group by p.position
    )
    update import_matches m set maker = g.first from grouped g where g.position = m.position and g.first < m.position`.execute(
    tx,
  );
  // the first item of a group may belong to an earlier group by another piece
  for (let changed = 1n; changed > 0n; ) {
    const result = await sql`
      update import_matches m set maker = n.maker from import_matches n
      where m.maker <> m.position and n.position = m.maker and n.maker <> m.maker`.execute(tx);
    changed = result.numAffectedRows ?? 0n;
  }
  await sql`
    update import_matches m set publication_id = n.id, canonical_id = n.id
    from (
      select position, nextval('publications_id_seq') as id
      from (select position from import_matches where maker = position order by position) makers
    ) n where m.maker = n.position`.execute(tx);
  await sql`analyze import_matches`.execute(tx);
}
