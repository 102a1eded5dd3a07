import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { replaceEntries } from '../publications/entry-store.ts';
import { STALE_ENTRIES } from '../publications/order-store.ts';
import type { Entry } from '../publications/part-entries.ts';

/** Whose entries are repaired; with scholars only those that these account for, or brought. */
export interface EntryScope {
  readonly userId: number;
  readonly scholarIds: readonly number[] | null;
}

export const ENTRY_REPAIRS = ['added', 'shown', 'hidden', 'joined', 'reassigned', 'deleted'] as const;

/** What is wrong with a user's entries of a publication. */
export interface EntryFault {
  /** the canonical publication, or the one that is gone */
  readonly id: number;
  readonly repair: (typeof ENTRY_REPAIRS)[number];
  readonly before: readonly Entry[];
  /** the one entry that is right, null for none; its number is null where it is to be the library's next */
  readonly after: Entry | null;
}

/**
 * What is wrong with a user's entries, or with those of the canonical publications `ids`. A publication that a profile listed before its scholar's last crawl has
 * an entry, which is shown. An entry that nothing accounts for is hidden, unless it is a favorite. Several entries of a publication, or of what was
 * merged into it, become one by the rules of a merge.
 */
export async function listEntryFaults(
  db: Queries,
  { userId, scholarIds }: EntryScope,
  ids: readonly number[] | null = null,
): Promise<EntryFault[]> {
  const isInScope = scholarIds === null ? sql`true` : sql`coalesce(scholar_id = any(${scholarIds}), false)`;
  const isWanted = ids === null ? sql`true` : sql`id = any(${ids})`;
  const { rows } = await sql<EntryFault>`
    with accounted as (
      select id, min(scholar_id) as scholar_id, bool_or(${isInScope}) as is_accounted_in_scope,
        min(first_listed_at) filter (where is_due and ${isInScope}) as due_since,
        coalesce(array_agg(distinct scholar_id) filter (where scholar_id is not null), '{}') as known,
        coalesce(array_agg(distinct scholar_id) filter (where is_due), '{}') as due
      from (
        select w.publication_id as id, w.scholar_id, w.first_listed_at,
          w.removed_at is null and (w.number is null or w.number <= s.looked_at_listing) as is_due
        from scholar_listings w join scholars s on s.id = w.scholar_id where w.user_id = ${userId}
        union all
        -- a favorite of a file, without a scholar
        select p.canonical_id, null, null, false from records r join publications p on p.id = r.publication_id
        where r.owner_user_id = ${userId} and not exists (select from listings l where l.record_id = r.id)
      ) w where ${isWanted} group by id
    ), entries as materialized (
      select * from (
        select coalesce(c.id, u.publication_id) as id, p.id is null or c.owner_user_id <> u.user_id as is_lost, s.id as scholar_id, u.*
        from library_entries u
        left join publications p on p.id = u.publication_id
        -- a circle of merges has no canonical publication
        left join publications c on c.id = p.canonical_id and c.merged_into is null
        left join scholars s on s.id = u.first_scholar_id and s.user_id = u.user_id
        where u.user_id = ${userId}
      ) e where ${isWanted}
    ), library as (
      select id, bool_or(is_lost) as is_lost, count(*) > 1 or bool_or(publication_id <> id) as is_several,
        bool_or(first_scholar_id is distinct from scholar_id) as has_wrong_scholar, bool_or(${isInScope}) as is_brought_in_scope,
        min(link_number) as link_number, bool_or(is_read) as is_read, bool_or(is_favorite) as is_favorite, bool_and(is_hidden) as is_hidden,
        min(first_seen_at) as first_seen_at,
        (array_agg(first_seen_run_id order by first_seen_at, link_number))[1] as first_seen_run_id,
        (array_agg(scholar_id order by scholar_id is null, first_seen_at, link_number))[1] as first_scholar_id
      from entries group by id
    ), named as (
      select e.id, array_agg(distinct k.id order by k.id) as scholar_ids from entries e cross join unnest(e.scholar_ids) as k (id) group by e.id
    ), faults as materialized (
      select * from (
        select id, case
            when l.is_lost then 'deleted'
            when l.id is null then case when due_since is not null and exists (
              select from publications p where p.id = a.id and p.merged_into is null and coalesce(p.owner_user_id, ${userId}) = ${userId}) then 'added' end
            when l.is_several then 'joined'
            when l.is_hidden and due_since is not null then 'shown'
            when not l.is_hidden and not l.is_favorite and a.id is null then 'hidden'
            when l.has_wrong_scholar or coalesce(n.scholar_ids, '{}') <> w.scholar_ids then 'reassigned'
          end as repair, jsonb_build_object('publication_id', id,
            -- an entry that is shown again is at the end, for lists that are open
            'link_number', case when due_since is null or not l.is_hidden then l.link_number end,
            'is_read', coalesce(l.is_read, false), 'is_favorite', coalesce(l.is_favorite, false), 'is_hidden', w.is_hidden,
            'first_seen_at', coalesce(l.first_seen_at, due_since), 'first_seen_run_id', l.first_seen_run_id,
            'first_scholar_id', coalesce(l.first_scholar_id, a.scholar_id),
            'scholar_ids', w.scholar_ids) as entry
        from library l full join accounted a using (id) left join named n using (id)
        cross join lateral (
          select due_since is null and (l.is_hidden or a.id is null and not l.is_favorite) as is_hidden
        ) h
        cross join lateral (
          -- those who are due, and those who are known and still account for it
          select h.is_hidden, array(
            select k from unnest(n.scholar_ids) as k where not h.is_hidden and k = any(a.known)
            union select k from unnest(a.due) as k where not h.is_hidden order by 1) as scholar_ids
        ) w
        where l.is_brought_in_scope or a.is_accounted_in_scope
      ) k where repair is not null
    )
    select id, repair, coalesce(before, '[]') as before, case when repair <> 'deleted' then entry end as after
    from faults left join (
      select id, jsonb_agg(to_jsonb(e) - '{id,user_id,is_lost,scholar_id}'::text[] order by link_number) as before
      from entries e where id in (select id from faults) group by id
    ) b using (id)
    order by id`.execute(db);
  return rows;
}

/** Puts the right entries in the place of wrong ones in a locked library; returns them, by publication. */
export async function saveEntries(
  tx: Tx,
  userId: number,
  faults: readonly EntryFault[],
): Promise<Map<number, Record<string, unknown>>> {
  const publicationIds = faults.flatMap(({ before }) => before.map(({ publication_id: id }) => id));
  const right = faults.flatMap(({ after }) => (after ? { ...after, userId } : []));
  const saved = await replaceEntries(tx, { publicationIds, userIds: [userId] }, right);
  return new Map(saved.map(({ publication_id, entry }) => [publication_id, entry]));
}

/** How many entries a repair looks at. */
export async function countEntries(db: Queries, { userId, scholarIds }: EntryScope): Promise<number> {
  const isInScope =
    scholarIds === null
      ? sql`true`
      : sql`first_scholar_id = any(${scholarIds}) or exists (
          select from scholar_listings w where w.user_id = ${userId} and w.scholar_id = any(${scholarIds}) and w.publication_id = u.publication_id)`;
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from user_publications u where user_id = ${userId} and (${isInScope})`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The numbers of a library, by their columns. */
type LibraryNumbers = Readonly<Record<string, number>>;

/** The numbers of a user's library as they are and as its entries say that they have to be, where these differ. */
export async function findWrongNumbers(
  db: Queries,
  userId: number,
): Promise<{ before: LibraryNumbers; after: LibraryNumbers } | null> {
  const { rows } = await sql<{ before: LibraryNumbers; after: LibraryNumbers }>`
    select before, after from (
      select to_jsonb(l) - 'user_id' as before, to_jsonb(n) || jsonb_build_object('last_link_number', greatest(l.last_link_number, n.last_link_number),
        'last_read_number', greatest(l.last_read_number, n.last_read_number)) as after
      from libraries l cross join (
        select (select count(*) from user_publications where user_id = ${userId} and hidden_as is null) as link_count,
          (select count(*) from unread where user_id = ${userId}) as unread_count,
          (select count(*) from favorites where user_id = ${userId}) as favorite_count,
          (select max(link_number) from user_publications where user_id = ${userId}) as last_link_number,
          (select max(read_number) from read_batches where user_id = ${userId}) as last_read_number
      ) n
      where l.user_id = ${userId}
    ) k where before <> after`.execute(db);
  return rows[0] ?? null;
}

/** Corrects the numbers of a locked library. */
export async function saveNumbers(tx: Tx, userId: number, numbers: LibraryNumbers): Promise<void> {
  await tx.updateTable('libraries').set(numbers).where('user_id', '=', userId).execute();
}

const visible = sql`(select from user_publications u
  where u.user_id = r.user_id and u.publication_id = r.publication_id and u.hidden_as is null
    and (u.first_seen_at, u.link_number, u.scholar_ids) = (r.first_seen_at, r.link_number, r.scholar_ids))`;

/** Counts of the user's scholars as the library says that they have to be, where these differ. */
const wrongScholarCounts = (userId: number) => sql`(
  select s.id, coalesce(n.shown, 0) as shown, coalesce(n.unread, 0) as unread
  from scholars s left join scholar_counts c on c.scholar_id = s.id left join (
    select k.id, count(*) as shown, count(r.user_id) as unread
    from user_publications u left join unread r using (user_id, publication_id) cross join unnest(u.scholar_ids) as k (id)
    where u.user_id = ${userId} and u.hidden_as is null group by k.id
  ) n on n.id = s.id
  where s.user_id = ${userId} and (c.publication_count, c.unread_count) is distinct from (coalesce(n.shown, 0)::integer, coalesce(n.unread, 0)::integer))`;

/** Whether a user has marks without an entry, or counts of scholars or sort values that are wrong. */
export async function hasWrongCopies(db: Queries, userId: number): Promise<boolean> {
  const { rows } = await sql<{ is_wrong: boolean }>`
    select exists (select from ${wrongScholarCounts(userId)} c)
      or exists (select from unread r where user_id = ${userId} and not exists ${visible})
      or exists (select from favorites r where user_id = ${userId} and not exists ${visible})
      or exists (select from ${STALE_ENTRIES} e where e.user_id = ${userId}) as is_wrong`.execute(db);
  return rows[0]?.is_wrong ?? false;
}

/** Corrects these in a locked library. A mark whose place was wrong is kept. */
export async function correctCopies(tx: Tx, userId: number): Promise<void> {
  for (const table of [sql.table('unread'), sql.table('favorites')]) {
    const { rows: wrong } = await sql<{ id: number }>`
      delete from ${table} r where user_id = ${userId} and not exists ${visible} returning publication_id as id`.execute(
      tx,
    );
    const ids = wrong.map(({ id }) => id);
    await sql`
      insert into ${table} select user_id, publication_id, first_seen_at, link_number, scholar_ids from user_publications
      where user_id = ${userId} and publication_id = any(${ids}) and hidden_as is null`.execute(tx);
  }
  await sql`
    insert into scholar_counts select id, shown, unread from ${wrongScholarCounts(userId)} w
    on conflict (scholar_id) do update set publication_count = excluded.publication_count, unread_count = excluded.unread_count`.execute(
    tx,
  );
  await sql`
    update user_publications u set year = o.year, citations = o.citations, title_prefix = o.title_prefix, pdf_rank = o.pdf_rank
    from ${STALE_ENTRIES} o where u.user_id = ${userId} and o.user_id = ${userId} and u.publication_id = o.publication_id`.execute(
    tx,
  );
}

/** The users with libraries, by id; with `userId` this one, if there is such a user. */
export async function listUsersWithLinks(db: Queries, userId: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where ${userId}::bigint is null or id = ${userId} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of the scholars that the user does not track. */
export async function listStrangeScholars(
  db: Queries,
  userId: number,
  scholarIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select k.id from unnest(${scholarIds}::bigint[]) as k (id)
    where not exists (select from scholars s where s.id = k.id and s.user_id = ${userId}) order by k.id`.execute(db);
  return rows.map(({ id }) => id);
}
