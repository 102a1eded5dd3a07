import { type RawBuilder, sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';

/** Whose links are looked at; with scholars only what these account for, or brought. */
export interface LinkScope {
  readonly userId: number;
  readonly scholarIds: readonly number[] | null;
}

/** A chain of merges that is longer than this is a ring. */
const LONGEST_CHAIN = 100;

/**
 * Merged works that a user's links or scholars name, and the ones that stand for them; with `ids` those that these stand for. Not all there are: each
 * user and each batch would pay for the merges of everybody.
 */
function mergedFor(userId: number, ids: readonly number[] | null): RawBuilder<unknown> {
  if (ids !== null)
    return sql`
      merged (loser, root, depth) as (
        select m.id, p.id, 1 from publications p join publications m on m.merged_into = p.id where p.id = any(${ids}) and p.merged_into is null
        union all
        select m.id, c.root, c.depth + 1 from merged c join publications m on m.merged_into = c.loser where c.depth < ${LONGEST_CHAIN}
      )`;
  return sql`
    chain (loser, root, depth) as (
      select id, merged_into, 1 from publications where merged_into is not null and id in (
        select publication_id from user_publications where user_id = ${userId}
        union all
        select l.publication_id from scholars s join profile_publications l on l.profile_id = s.profile_id where s.user_id = ${userId}
        union all
        select publication_id from scholar_publications where user_id = ${userId})
      union all
      select c.loser, p.merged_into, c.depth + 1 from chain c join publications p on p.id = c.root
      where p.merged_into is not null and c.depth < ${LONGEST_CHAIN}
    ), merged as materialized (
      select c.loser, c.root from chain c join publications p on p.id = c.root where p.merged_into is null
    )`;
}

/**
 * The works at which a user's links are not as they should be, with all links that lead to each; with `ids` only these. The rows are of type
 * LinkFault (maintenance/link-fault.ts), which also says how they are mended.
 */
export async function listLinkFaults<Fault>(
  db: Queries,
  { userId, scholarIds }: LinkScope,
  ids: readonly number[] | null = null,
): Promise<Fault[]> {
  // as an array: looked up in indexes, whatever the statistics of a library that has just been filled say
  const isWanted = (id: RawBuilder<unknown>) =>
    ids === null ? sql`true` : sql`${id} = any(array(select id from wanted))`;
  const inScope = (id: RawBuilder<unknown>) => (scholarIds === null ? sql`true` : sql`${id} = any(${scholarIds})`);
  const { rows } = await sql<Fault>`
    with recursive ${mergedFor(userId, ids)}, wanted as materialized (
      select unnest(${ids ?? []}::bigint[]) as id union select loser from merged where root = any(${ids ?? []})
    ), accounted as (
      select coalesce(m.root, w.publication_id) as id, min(w.scholar_id) as scholar_id, bool_or(w.is_in_scope) as is_in_scope,
        min(w.listed_at) filter (where w.is_due and w.is_in_scope) as due_since
      from (
        select s.id as scholar_id, l.publication_id, l.first_listed_at as listed_at, l.listing_number <= s.looked_at_listing as is_due,
          ${inScope(sql`s.id`)} as is_in_scope
        from scholars s join profile_publications l on l.profile_id = s.profile_id
        where s.user_id = ${userId} and ${isWanted(sql`l.publication_id`)}
        union all
        select s.id, o.publication_id, o.created_at, true, ${inScope(sql`s.id`)}
        from scholars s join scholar_publications o on o.user_id = s.user_id and o.profile_id = s.profile_id
        where s.user_id = ${userId} and ${isWanted(sql`o.publication_id`)}
      ) w
      left join merged m on m.loser = w.publication_id
      group by 1
    ), linked as (
      select coalesce(m.root, u.publication_id) as id, count(*) as links, bool_or(m.loser is not null) as is_merged, bool_and(u.is_hidden) as is_hidden,
        bool_or(u.is_favorite) as is_favorite, bool_or(p.id is null) as is_gone, bool_or(${inScope(sql`u.first_scholar_id`)}) as is_in_scope,
        array_agg(distinct u.first_scholar_id) filter (where u.first_scholar_id is not null and s.id is null) as strange_scholar_ids
      from user_publications u
      left join publications p on p.id = u.publication_id
      left join merged m on m.loser = u.publication_id
      left join scholars s on s.id = u.first_scholar_id and s.user_id = u.user_id
      where u.user_id = ${userId} and ${isWanted(sql`u.publication_id`)}
      group by 1
    ), faults as materialized (
      select id, coalesce(l.is_gone, false) as is_gone, a.scholar_id, to_json(a.due_since) #>> '{}' as due_since,
        coalesce(l.strange_scholar_ids, '{}') as strange_scholar_ids
      from accounted a full join linked l using (id)
      where (a.is_in_scope or l.is_in_scope) and (
        l.id is null and a.due_since is not null and exists (select from publications p where p.id = a.id and p.merged_into is null)
        or l.is_gone or l.is_merged or l.links > 1 or l.strange_scholar_ids is not null
        or l.is_hidden and a.due_since is not null
        or not l.is_hidden and not l.is_favorite and a.id is null)
    )
    select f.*, coalesce(k.links, '[]') as links from faults f left join (
      select m.id, json_agg(json_build_object('place', u.ctid, 'publication_id', u.publication_id, 'link_number', u.link_number, 'is_read', u.is_read,
        'is_favorite', u.is_favorite, 'read_number', u.read_number, 'is_hidden', u.is_hidden, 'first_seen_at', u.first_seen_at,
        'first_seen_run_id', u.first_seen_run_id, 'first_scholar_id', u.first_scholar_id) order by u.link_number, u.ctid) as links
      from (
        select id, id as member from faults
        union all select f.id, m.loser from faults f join merged m on m.root = f.id
      ) m join user_publications u on u.user_id = ${userId} and u.publication_id = m.member
      group by m.id
    ) k on k.id = f.id
    order by f.id`.execute(db);
  return rows;
}

export interface RepairedLink {
  readonly place: string | null;
  readonly remove: readonly string[];
  /** numbers that are null are the library's next; `becomes_read` asks for the next read number */
  readonly becomes_read: boolean;
  readonly link: { readonly publication_id: number } | null;
}

/** Puts links of a locked library in order, and takes the numbers that they need. */
export async function saveRepairedLinks(tx: Tx, userId: number, links: readonly RepairedLink[]): Promise<void> {
  const places = links.flatMap(({ remove }) => remove);
  if (places.length > 0)
    await sql`delete from user_publications where user_id = ${userId} and ctid = any(${places}::tid[])`.execute(tx);
  const saved = links.flatMap(({ link, place, becomes_read }, at) =>
    link === null ? [] : { ...link, place, becomes_read, at },
  );
  if (saved.length === 0) return;
  await sql`
    with rows as materialized (
      select k.place::tid as place, k.publication_id, k.is_read, k.is_favorite, k.is_hidden, k.first_seen_at, k.first_seen_run_id, k.first_scholar_id,
        coalesce(k.link_number, l.last_link_number + count(*) filter (where k.link_number is null) over (order by k.first_seen_at desc, k.at)) as link_number,
        case when k.is_read then coalesce(case when not k.becomes_read then k.read_number end, l.last_read_number + 1) end as read_number
      from libraries l cross join jsonb_to_recordset(${JSON.stringify(saved)}::jsonb) as k
        (place text, publication_id bigint, link_number bigint, is_read boolean, is_favorite boolean, read_number bigint, is_hidden boolean,
         first_seen_at timestamptz, first_seen_run_id bigint, first_scholar_id bigint, becomes_read boolean, at integer)
      where l.user_id = ${userId}
    ), changed as (
      update user_publications u set link_number = r.link_number, is_hidden = r.is_hidden, first_scholar_id = r.first_scholar_id
      from rows r where u.ctid = r.place and u.user_id = ${userId}
    ), made as (
      insert into user_publications
        (user_id, publication_id, link_number, is_read, is_favorite, read_number, is_hidden, first_seen_at, first_seen_run_id, first_scholar_id)
      select ${userId}, publication_id, link_number, is_read, is_favorite, read_number, is_hidden, first_seen_at, first_seen_run_id, first_scholar_id
      from rows where place is null
    )
    update libraries l set last_link_number = greatest(l.last_link_number, n.link), last_read_number = greatest(l.last_read_number, n.read)
    from (select max(link_number) as link, max(read_number) as read from rows) n where l.user_id = ${userId}`.execute(
    tx,
  );
}

/** Links of a user as the audit log keeps them, by work. */
export async function listLinksForAudit(
  db: Queries,
  userId: number,
  publicationIds: readonly number[],
): Promise<Map<number, Record<string, unknown>>> {
  const { rows } = await sql<{ id: number; link: Record<string, unknown> }>`
    select publication_id as id, to_jsonb(u) - 'user_id' as link from user_publications u
    where user_id = ${userId} and publication_id = any(${publicationIds})`.execute(db);
  return new Map(rows.map(({ id, link }) => [id, link]));
}

/** The numbers of a library beside what its links say that they have to be. */
export interface Counts {
  readonly [name: string]: number;
}

/** The counts and last numbers of a user's library as they are kept and as they should be, where these differ. */
export async function findWrongCounts(db: Queries, userId: number): Promise<{ kept: Counts; counted: Counts } | null> {
  const { rows } = await sql<{ kept: Counts; counted: Counts }>`
    select c.kept, c.counted from (
      select jsonb_build_object('link_count', l.link_count, 'unread_count', l.unread_count, 'favorite_count', l.favorite_count,
          'last_link_number', l.last_link_number, 'last_read_number', l.last_read_number) as kept,
        jsonb_build_object('link_count', n.links, 'unread_count', n.unread, 'favorite_count', n.favorites,
          'last_link_number', greatest(l.last_link_number, n.last_link), 'last_read_number', greatest(l.last_read_number, n.last_read)) as counted
      from libraries l cross join lateral (
        select count(*) filter (where not is_hidden) as links, count(*) filter (where not is_hidden and not is_read) as unread,
          count(*) filter (where not is_hidden and is_favorite) as favorites, max(link_number) as last_link, max(read_number) as last_read
        from user_publications where user_id = ${userId}
      ) n
      where l.user_id = ${userId}
    ) c where c.kept <> c.counted`.execute(db);
  return rows[0] ?? null;
}

/** Corrects the numbers of a locked library. */
export async function saveCounts(tx: Tx, userId: number, counts: Counts): Promise<void> {
  await sql`
    update libraries l set link_count = c.link_count, unread_count = c.unread_count, favorite_count = c.favorite_count,
      last_link_number = c.last_link_number, last_read_number = c.last_read_number
    from jsonb_to_record(${JSON.stringify(counts)}::jsonb) as c
      (link_count integer, unread_count integer, favorite_count integer, last_link_number bigint, last_read_number bigint)
    where l.user_id = ${userId}`.execute(tx);
}

/** How many links belong to users who are no more. */
export async function countStrayLinks(db: Queries): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from user_publications u where not exists (select from users where id = u.user_id)`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Deletes up to so many links of users who are no more; returns what they were. */
export async function deleteStrayLinks(
  tx: Tx,
  limit: number,
): Promise<{ user_id: number; publication_id: number; link: Record<string, unknown> }[]> {
  const { rows } = await sql<{ user_id: number; publication_id: number; link: Record<string, unknown> }>`
    delete from user_publications u where u.ctid = any(array(
      select s.ctid from user_publications s where not exists (select from users where id = s.user_id) limit ${limit}))
    returning u.user_id, u.publication_id, to_jsonb(u) as link`.execute(tx);
  return rows;
}
