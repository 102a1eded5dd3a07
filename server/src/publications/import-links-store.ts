import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** What an import changes in a locked library, in scholars and works: each pair once. */
export interface ImportedLinks {
  readonly created: number;
  readonly updated: number;
}

/**
 * Links the works of `import_matches` into a locked library, and notes which scholar the user says wrote them where no listing does. A mark is
 * added, never taken away; what was hidden comes back. An import is nobody's find: no run is the first to see its links.
 */
export async function linkImported(
  tx: Tx,
  library: { userId: number; lastLink: number; readNumber: number },
): Promise<ImportedLinks> {
  const { userId, lastLink, readNumber } = library;
  await sql`
    create temporary table import_pairs on commit drop as
    select distinct m.scholar_id, m.profile_id, m.publication_id,
      -- whether the library had this pair before
      u.publication_id is not null and (m.scholar_id is null or not m.is_new_scholar and exists (
        select from scholar_works w where w.scholar_id = m.scholar_id and w.publication_id = m.publication_id)) as is_known
    from import_matches m left join user_publications u on u.user_id = ${userId} and u.publication_id = m.publication_id and not u.is_hidden`.execute(
    tx,
  );
  await sql`
    create temporary table import_links on commit drop as
    select g.*, row_number() over (order by g.position) as number
    from (
      select m.publication_id, min(m.position) as position, bool_or(i.is_read) as is_read, bool_or(i.is_favorite) as is_favorite,
        min(i.first_seen_at) as first_seen_at, bool_and(m.maker is null) as is_found, (array_agg(m.scholar_id order by m.position) filter (where m.scholar_id is not null))[1] as scholar_id
      from import_matches m join import_items i on i.position = m.position group by m.publication_id
    ) g`.execute(tx);
  await sql`create index on import_links (publication_id)`.execute(tx);
  await sql`analyze import_links`.execute(tx);
  await sql`analyze import_pairs`.execute(tx);
  const { rows: updated } = await sql<{ n: number }>`
    with changed as (
      update user_publications u set
        is_read = u.is_read or i.is_read, read_number = case when i.is_read and not u.is_read then ${readNumber} else u.read_number end,
        is_favorite = u.is_favorite or i.is_favorite, is_hidden = false,
        link_number = case when u.is_hidden then ${lastLink}::bigint + i.number else u.link_number end,
        first_scholar_id = coalesce(u.first_scholar_id, i.scholar_id)
      from import_links i
      where u.user_id = ${userId} and u.publication_id = i.publication_id
        and (u.is_hidden or i.is_read and not u.is_read or i.is_favorite and not u.is_favorite or u.first_scholar_id is null and i.scholar_id is not null)
      returning u.publication_id
    ) select count(*) as n from changed c
      where not exists (select from import_pairs p where p.publication_id = c.publication_id and not p.is_known)`.execute(
    tx,
  );
  await sql`
    insert into user_publications (user_id, publication_id, link_number, is_read, read_number, is_favorite, first_seen_at, first_scholar_id)
    select ${userId}, publication_id, ${lastLink}::bigint + number, is_read, case when is_read then ${readNumber}::bigint end, is_favorite,
      coalesce(first_seen_at, now()), scholar_id
    from import_links i
    -- the library is locked: nobody else links anything to it meanwhile
    where not exists (select from user_publications u where u.user_id = ${userId} and u.publication_id = i.publication_id)
    order by number`.execute(tx);
  await sql`
    update libraries set
      last_link_number = greatest(last_link_number, (select max(link_number) from user_publications where user_id = ${userId} and link_number > ${lastLink})),
      last_read_number = case when exists (select from user_publications where user_id = ${userId} and read_number = ${readNumber})
        then ${readNumber} else last_read_number end
    where user_id = ${userId}`.execute(tx);
  await sql`
    insert into scholar_publications (user_id, profile_id, publication_id)
    select ${userId}, p.profile_id, p.publication_id from import_pairs p
    where p.profile_id is not null and not exists (
      select from profile_publications l where l.profile_id = p.profile_id and l.publication_id = p.publication_id)
    order by p.profile_id, p.publication_id
    on conflict do nothing`.execute(tx);
  const { rows: created } = await sql<{ n: number }>`
    select count(*) as n from import_pairs where not is_known`.execute(tx);
  return { created: created[0]?.n ?? 0, updated: updated[0]?.n ?? 0 };
}

/**
 * The next works after one whose links an import just made, that others link, too, and of which these imported something. Works that nobody but imports
 * knows are none of them.
 */
export async function listSharedByImport(
  tx: Tx,
  { userId, lastLink }: { userId: number; lastLink: number },
  afterId: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from import_links i
    join publications p on p.id = i.publication_id and p.imported_fields <> '{}' and not 'title' = any (p.imported_fields)
    -- a work that the import made is nobody else's
    where p.id > ${afterId} and i.is_found
      and exists (
        select from user_publications u where u.user_id = ${userId} and u.publication_id = p.id and u.link_number > ${lastLink})
      and exists (select from user_publications o where o.publication_id = p.id and o.user_id <> ${userId})
    order by p.id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The works of an import whose links were just made, and those that were there, if the library waits for marks of dropped works; else none. */
export async function listLinkedByImport(
  tx: Tx,
  { userId, lastLink }: { userId: number; lastLink: number },
): Promise<{ made: number[]; linked: number[] }> {
  const { rows } = await sql<{ id: number; is_made: boolean }>`
    select i.publication_id as id, u.link_number > ${lastLink} as is_made
    from import_links i join user_publications u on u.user_id = ${userId} and u.publication_id = i.publication_id
    where exists (select from dropped_marks where user_id = ${userId})`.execute(tx);
  const idsOf = (isMade: boolean) => rows.filter((row) => row.is_made === isMade).map(({ id }) => id);
  return { made: idsOf(true), linked: idsOf(false) };
}
