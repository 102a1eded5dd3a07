import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { IMPORT, IMPORT_CONFIDENCE } from './imported.ts';

/*
 * What an import does to works, a set at a time. The file is in the table `import_items` of the connection; `import_matches` says of each
 * item that counts which scholar and which work it belongs to.
 */

/** Items whose scholar the user does not track, and those of no scholar that are no favorites: how many, and the first of them. */
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
 * Finds the work of each item by exact evidence, the surest first: the same item, imported by the same user before; what sources know by the row's
 * key, the key of the work, a DOI that one work bears, the fingerprint; then what nobody but this user's imports knows, by the same keys. What
 * other users' imports know leads nowhere. An item without a work makes one, with an id of its own. The caller holds the lock on identity.
 */
export async function matchItems(tx: Tx, userId: number, source: string): Promise<void> {
  const agrees = sql`(i.doi is null or p.doi is null or p.doi = i.doi)`;
  // without any work there is nothing to look up; it is asked once
  const isKnown = sql`(select exists (select from publications))`;
  const own = (key: ReturnType<typeof sql>) => sql`
    (select publication_id from publication_sources where source = ${IMPORT} and key = ${source}::text || ' ' || ${key} || ' ' || ${userId}::bigint)`;
  await sql`
    create temporary table import_matches (
      position integer primary key, scholar_id bigint, profile_id bigint, is_new_scholar boolean not null, publication_id bigint not null,
      -- of a work that is made: the item that makes it
      maker integer,
      -- whether the item was imported before
      is_repeated boolean not null
    ) on commit drop`.execute(tx);
  await sql`
    insert into import_matches (position, scholar_id, profile_id, is_new_scholar, publication_id, maker, is_repeated)
    select m.position, m.scholar_id, m.profile_id, m.is_new_scholar,
      coalesce(root.merged_into, m.publication_id, nextval('publications_id_seq')), case when m.publication_id is null then m.position end,
      m.is_repeated
    from (
      select i.position, s.id as scholar_id, s.profile_id, coalesce(n.is_new, false) as is_new_scholar, r.publication_id is not null as is_repeated, coalesce(
        r.publication_id,
        case when ${isKnown} then coalesce(
          (select publication_id from publication_sources where source = ${source} and key = i.row_key),
          (select p.id from publication_sources k join publications p on p.id = k.publication_id
           where k.source = ${source} and k.key = i.cluster_key and ${agrees}),
          (select min(p.id) from publication_identifiers d join publications p on p.id = d.publication_id
           where d.kind = 'doi' and d.value = i.doi and not d.is_contradicted and d.source <> ${IMPORT}
             and p.merged_into is null and not 'title' = any (p.imported_fields)
           having count(*) = 1),
          (select p.id from publication_fingerprints f join publications p on p.id = f.publication_id
           where f.fingerprint = i.fingerprint and ${agrees}),
          ${own(sql`i.row_key`)},
          ${own(sql`i.cluster_key`)},
          (select p.id from publication_sources k join publications p on p.id = k.publication_id
           where k.source = ${IMPORT} and k.key = 'fingerprint ' || encode(i.fingerprint, 'hex') || ' ' || ${userId}::bigint and ${agrees})
        ) end
      ) as publication_id
      from import_items i
      left join publication_sources r on r.source = ${IMPORT} and r.key = 'item ' || ${userId}::bigint || ' ' || i.digest
      left join profiles f on f.source = ${source} and f.source_id = i.source_id
      left join scholars s on s.user_id = ${userId} and s.profile_id = f.id
      left join import_scholars n on n.source_id = i.source_id
      where s.id is not null or i.source_id is null and i.is_favorite
      -- each is looked up once
      order by i.position offset 0
    ) m left join publications root on root.id = m.publication_id`.execute(tx);
}

/** Of the items that make a work, lets those make one that are one: by the key of a row, the key of a work, the fingerprint, or all that they say. */
export async function groupNewItems(tx: Tx): Promise<void> {
  // most keys are there once, so that the lists of those that are not are short
  const first = (key: ReturnType<typeof sql>, condition = sql`true`) => sql`
    (select ${key} as key, min(i.position) as position from made i where ${key} is not null and ${condition} group by 1 having count(*) > 1)`;
  const withDoi = sql`(encode(i.fingerprint, 'hex') || ' ' || i.doi)`;
  await sql`
    with made as materialized (
      select i.position, i.row_key, i.cluster_key, i.fingerprint, i.doi, i.digest
      from import_items i join import_matches m on m.position = i.position where m.maker is not null
    )
    update import_matches m set maker = g.maker
    from (
      select i.position, coalesce(nullif(r.position, i.position), nullif(c.position, i.position),
        nullif(case when i.doi is null then f.position else least(fd.position, fn.position) end, i.position), nullif(d.position, i.position)) as maker
      from made i
      left join ${first(sql`i.row_key`)} r on r.key = i.row_key
      left join ${first(sql`i.cluster_key`)} c on c.key = i.cluster_key
      left join ${first(sql`i.fingerprint`)} f on f.key = i.fingerprint
      left join ${first(withDoi)} fd on fd.key = ${withDoi}
      -- the first without a DOI, of a fingerprint that is there more than once
      left join (
        select i.fingerprint as key, min(i.position) as position from made i
        where i.doi is null and i.fingerprint in (select key from ${first(sql`i.fingerprint`)} f) group by 1
      ) fn on fn.key = i.fingerprint
      left join ${first(sql`i.digest`)} d on d.key = i.digest
    ) g
    where g.position = m.position and g.maker < m.position`.execute(tx);
  // an item that another one makes may itself be made by one before
  for (let changed = 1n; changed > 0n; ) {
    const result = await sql`
      update import_matches m set maker = n.maker from import_matches n
      where m.maker <> m.position and n.position = m.maker and n.maker <> m.maker`.execute(tx);
    changed = result.numAffectedRows ?? 0n;
  }
  await sql`
    update import_matches m set publication_id = n.publication_id from import_matches n
    where n.position = m.maker and m.maker <> m.position`.execute(tx);
  await sql`create index on import_matches (publication_id)`.execute(tx);
  await sql`analyze import_matches`.execute(tx);
}

/** Makes the new works with their identifiers; returns how many there are. */
export async function insertImportedWorks(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with made as (
      insert into publications (id, title, title_key, author_text, venue_text, year, citation_count, pub_url, doi, display_identifier,
        search_vector, imported_fields)
      overriding system value
      select m.publication_id, i.title, i.title_key, i.author_text, i.venue_text, i.year, i.citation_count, i.pub_url, i.doi,
        i.display_identifier, i.search_vector, array_remove(array['title', 'citation_count',
          case when i.author_text is not null then 'author_text' end, case when i.venue_text is not null then 'venue_text' end,
          case when i.year is not null then 'year' end, case when i.pub_url is not null then 'pub_url' end,
          case when i.display_identifier is not null then 'identifiers' end], null)
      from import_matches m join import_items i on i.position = m.position
      where m.maker = m.position order by m.position
      returning id
    ) select count(*) as n from made`.execute(tx);
  const created = rows[0]?.n ?? 0;
  if (created === 0) return 0;
  await sql`
    insert into publication_identifiers (publication_id, kind, value, confidence, source)
    select m.publication_id, one ->> 0, one ->> 1, ${IMPORT_CONFIDENCE}, ${IMPORT}
    from import_matches m join import_items i on i.position = m.position, json_array_elements(i.identifiers) one
    where m.maker = m.position`.execute(tx);
  return created;
}

/** Lets what the file says of the new works' keys lead the user's imports to them, and each item to its work, whatever else is found out. */
export async function insertImportedKeys(tx: Tx, userId: number, source: string): Promise<void> {
  // nobody else writes keys meanwhile (the caller holds the lock on identity), so that none need be tried and given up
  await sql`
    insert into publication_sources (source, key, publication_id)
    select ${IMPORT}, n.key, n.publication_id
    from (
      select distinct on (k.key collate "C") k.key, m.publication_id
      from import_matches m join import_items i on i.position = m.position
      cross join lateral (values
        -- one key of the source is enough: that of the work, where the file has it
        (case when m.maker is not null then ${source}::text || ' ' || coalesce(i.cluster_key, i.row_key) || ' ' || ${userId}::bigint end),
        (case when m.maker is not null then 'fingerprint ' || encode(i.fingerprint, 'hex') || ' ' || ${userId}::bigint end),
        (case when not m.is_repeated then 'item ' || ${userId}::bigint || ' ' || i.digest end)
      ) k (key)
      where k.key is not null and (m.maker is not null or not m.is_repeated) order by k.key collate "C", m.position
    ) n
    where not exists (select from publication_sources s where s.source = ${IMPORT} and s.key = n.key)`.execute(tx);
}

/** Those of the works of `import_matches` that imports have filled and others link, before the user does. */
export async function listFilledByOthers(tx: Tx, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from publications p
    where p.id in (select publication_id from import_matches where maker is null)
      and p.imported_fields <> '{}' and not 'title' = any (p.imported_fields)
      and exists (select from user_publications o where o.publication_id = p.id and o.user_id <> ${userId})`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
