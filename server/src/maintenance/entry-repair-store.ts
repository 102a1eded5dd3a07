import { type RawBuilder, sql } from 'kysely';
import { replaceEntries } from '../library/entry-store.ts';
import { staleEntries } from '../library/order-store.ts';
import type { Entry } from '../library/unmerge-entries.ts';
import { WRONG_WORDS } from '../library/word-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';

/** The entries that a repair examines: all of a user's, or only those of these publications. */
export interface EntryScope {
  readonly userId: number;
  /** canonical publications */
  readonly publicationIds: readonly number[] | null;
}

/** Lists the publications that these scholars list, and those whose library entry names one of them. */
export async function listPublicationsOf(
  db: Queries,
  userId: number,
  scholarIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select publication_id as id from scholar_listings where user_id = ${userId} and scholar_id = any(${scholarIds}::bigint[])
    union
    select coalesce(p.canonical_id, u.publication_id) from user_publications u left join publications p on p.id = u.publication_id
    where u.user_id = ${userId} and (u.first_scholar_id = any(${scholarIds}::bigint[]) or u.scholar_ids && ${scholarIds}::bigint[])`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export const ENTRY_REPAIRS = ['added', 'shown', 'hidden', 'joined', 'reassigned', 'deleted'] as const;

/** Wrong entries of a publication in a user's library, and their correction. */
export interface EntryFault {
  /** the canonical publication, or one that no longer exists */
  readonly id: number;
  readonly repair: (typeof ENTRY_REPAIRS)[number];
  readonly before: readonly Entry[];
  /** the correct entry, or null for none; its number is null if it gets the library's next number */
  readonly after: Entry | null;
}

/**
 * Finds the wrong entries of a scope by these rules. A publication that a profile listed before its scholar's last crawl has a visible entry. An entry
 * without a scholar or an imported record is hidden, unless it is a favorite. A canonical publication has one entry, which combines those of its merged
 * publications.
 */
export async function listEntryFaults(db: Queries, { userId, publicationIds }: EntryScope): Promise<EntryFault[]> {
  const isWanted = publicationIds === null ? sql`true` : sql`id = any(${publicationIds})`;
  const { rows } = await sql<EntryFault>`
    with accounted as (
      select id, min(scholar_id) as scholar_id, min(first_listed_at) filter (where is_due) as due_since,
        coalesce(array_agg(distinct scholar_id) filter (where scholar_id is not null), '{}') as known,
        coalesce(array_agg(distinct scholar_id) filter (where is_due), '{}') as due
      from (
        select w.publication_id as id, w.scholar_id, w.first_listed_at,
          w.removed_at is null and w.is_processed as is_due
        from scholar_listings w where w.user_id = ${userId}
        union all
        -- an imported favorite without a scholar
        select p.canonical_id, null, null, false from records r join publications p on p.id = r.publication_id
        where r.owner_user_id = ${userId} and not exists (select from listings l where l.record_id = r.id)
      ) w where ${isWanted} group by id
    ), entries as materialized (
      select * from (
        select coalesce(c.id, u.publication_id) as id, p.id is null or c.owner_user_id <> u.user_id as is_lost, s.id as scholar_id, u.*
        from library_entries u
        left join publications p on p.id = u.publication_id
        -- publications that are merged in a circle have no canonical publication
        left join publications c on c.id = p.canonical_id and c.merged_into is null
        left join scholars s on s.id = u.first_scholar_id and s.user_id = u.user_id
        where u.user_id = ${userId}
      ) e where ${isWanted}
    ), library as (
      select id, bool_or(is_lost) as is_lost, count(*) > 1 or bool_or(publication_id <> id) as is_several,
        bool_or(first_scholar_id is distinct from scholar_id) as has_wrong_scholar,
        min(entry_number) as entry_number, min(first_number) as first_number, bool_or(is_read) as is_read, bool_or(is_favorite) as is_favorite, bool_and(is_hidden) as is_hidden,
        min(first_seen_at) as first_seen_at,
        (array_agg(first_seen_run_id order by first_seen_at, entry_number))[1] as first_seen_run_id,
        (array_agg(scholar_id order by scholar_id is null, first_seen_at, entry_number))[1] as first_scholar_id
      from entries group by id
    ), named as (
      select e.id, array_agg(distinct k.id order by k.id) as scholar_ids from entries e cross join unnest(e.scholar_ids) as k (id) group by e.id
    ), tagged as (
      select e.id, array_agg(distinct k.id order by k.id) as tag_ids from entries e cross join unnest(e.tag_ids) as k (id) group by e.id
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
            -- an entry that becomes visible again gets a new number, so that open lists see it at the end
            'entry_number', case when due_since is null or not l.is_hidden then l.entry_number end, 'first_number', l.first_number,
            'is_read', coalesce(l.is_read, false), 'is_favorite', coalesce(l.is_favorite, false), 'is_hidden', w.is_hidden,
            'first_seen_at', coalesce(l.first_seen_at, due_since), 'first_seen_run_id', l.first_seen_run_id,
            'first_scholar_id', coalesce(l.first_scholar_id, a.scholar_id),
            'scholar_ids', w.scholar_ids, 'tag_ids', coalesce(t.tag_ids, '{}')) as entry
        from library l full join accounted a using (id) left join named n using (id) left join tagged t using (id)
        cross join lateral (
          select due_since is null and (l.is_hidden or a.id is null and not l.is_favorite) as is_hidden
        ) h
        cross join lateral (
          -- the scholars whose crawl found it, and those on the entry whose profile still lists it
          select h.is_hidden, array(
            select k from unnest(n.scholar_ids) as k where not h.is_hidden and k = any(a.known)
            union select k from unnest(a.due) as k where not h.is_hidden order by 1) as scholar_ids
        ) w
      ) k where repair is not null
    )
    select id, repair, coalesce(before, '[]') as before, case when repair <> 'deleted' then entry end as after
    from faults left join (
      select id, jsonb_agg(to_jsonb(e) - '{id,user_id,is_lost,scholar_id}'::text[] order by entry_number) as before
      from entries e where id in (select id from faults) group by id
    ) b using (id)
    order by id`.execute(db);
  return rows;
}

/** Replaces wrong entries of a locked library with the correct ones. Returns the saved entries by publication. */
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

/** Counts the entries that a repair examines. */
export async function countEntries(db: Queries, { userId, publicationIds }: EntryScope): Promise<number> {
  const isWanted = publicationIds === null ? sql`true` : sql`publication_id = any(${publicationIds})`;
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from user_publications where user_id = ${userId} and ${isWanted}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The counts and last numbers of a library, by column. */
type LibraryNumbers = Readonly<Record<string, number>>;

/** Returns the stored and the correct counts and last numbers of a user's library; null if they are equal. */
export async function findWrongNumbers(
  db: Queries,
  userId: number,
): Promise<{ before: LibraryNumbers; after: LibraryNumbers } | null> {
  const { rows } = await sql<{ before: LibraryNumbers; after: LibraryNumbers }>`
    select before, after from (
      select to_jsonb(l) - '{user_id,has_words,uid}'::text[] as before, to_jsonb(n) || jsonb_build_object('last_entry_number', greatest(l.last_entry_number, n.last_entry_number),
        'last_read_number', greatest(l.last_read_number, n.last_read_number)) as after
      from libraries l cross join (
        select (select count(*) from user_publications where user_id = ${userId} and hidden_as is null) as entry_count,
          (select count(*) from unread where user_id = ${userId}) as unread_count,
          (select count(*) from favorites where user_id = ${userId}) as favorite_count,
          (select max(entry_number) from user_publications where user_id = ${userId}) as last_entry_number,
          (select max(read_number) from read_batches where user_id = ${userId}) as last_read_number
      ) n
      where l.user_id = ${userId}
    ) k where before <> after`.execute(db);
  return rows[0] ?? null;
}

/** Saves the counts and last numbers of a locked library. */
export async function saveNumbers(tx: Tx, userId: number, numbers: LibraryNumbers): Promise<void> {
  await tx.updateTable('libraries').set(numbers).where('user_id', '=', userId).execute();
}

const visible = sql`(select from user_publications u
  where u.user_id = r.user_id and u.publication_id = r.publication_id and u.hidden_as is null
    and (u.first_seen_at, u.entry_number, u.scholar_ids) = (r.first_seen_at, r.entry_number, r.scholar_ids))`;

const entry = sql`(select from user_publications u where u.user_id = r.user_id and u.publication_id = r.publication_id)`;

/** Selects the scholars of one user, or of all, whose counts disagree with the library, and the correct counts. */
export function wrongScholarCounts(userId: number | null): RawBuilder<unknown> {
  const isWanted = userId === null ? sql`true` : sql`user_id = ${userId}`;
  // counts the entries of each combination of scholars first, because there are far fewer of these
  const count = (entries: RawBuilder<unknown>) => sql`(
    select k.id, sum(n) as n from (select scholar_ids, count(*) as n from ${entries} and ${isWanted} group by 1) e cross join unnest(scholar_ids) as k (id)
    group by k.id)`;
  return sql`(
  select id, coalesce(e.n, 0) as shown, coalesce(r.n, 0) as unread
  from (select id from scholars where ${isWanted}) s left join scholar_counts c on c.scholar_id = id
  left join ${count(sql`user_publications where hidden_as is null`)} e using (id) left join ${count(sql`unread where true`)} r using (id)
  where (c.publication_count, c.unread_count) is distinct from (coalesce(e.n, 0)::integer, coalesce(r.n, 0)::integer))`;
}

/** Returns whether a user has marks or tags without an entry, wrong counts of scholars, wrong sort values, or wrong words. */
export async function hasWrongCopies(db: Queries, userId: number): Promise<boolean> {
  const { rows } = await sql<{ is_wrong: boolean }>`
    select exists (select from ${wrongScholarCounts(userId)} c)
      or exists (select from unread r where user_id = ${userId} and not exists ${visible})
      or exists (select from favorites r where user_id = ${userId} and not exists ${visible})
      or exists (select from publication_tags r where user_id = ${userId} and not exists ${entry})
      or exists (select from ${staleEntries(userId)} e)
      or exists (select from ${WRONG_WORDS} w where w.user_id = ${userId}) as is_wrong`.execute(db);
  return rows[0]?.is_wrong ?? false;
}

/** Corrects the values that `hasWrongCopies` checks, in a locked library. Wrong copies in marks are replaced, and tags without an entry deleted. */
export async function correctCopies(tx: Tx, userId: number): Promise<void> {
  for (const table of [sql.table('unread'), sql.table('favorites')]) {
    const { rows: wrong } = await sql<{ id: number }>`
      delete from ${table} r where user_id = ${userId} and not exists ${visible} returning publication_id as id`.execute(
      tx,
    );
    const ids = wrong.map(({ id }) => id);
    await sql`
      insert into ${table} select user_id, publication_id, first_seen_at, entry_number, scholar_ids from user_publications
      where user_id = ${userId} and publication_id = any(${ids}) and hidden_as is null`.execute(tx);
  }
  await sql`delete from publication_tags r where user_id = ${userId} and not exists ${entry}`.execute(tx);
  await sql`
    insert into scholar_counts select id, shown, unread from ${wrongScholarCounts(userId)} w
    on conflict (scholar_id) do update set publication_count = excluded.publication_count, unread_count = excluded.unread_count`.execute(
    tx,
  );
  await sql`
    update user_publications u set year = o.year, citations = o.citations, title_prefix = o.title_prefix, pdf_rank = o.pdf_rank
    from ${staleEntries(userId)} o where u.user_id = o.user_id and u.publication_id = o.publication_id`.execute(tx);
  await sql`
    select refresh_words(array[${userId}::bigint], array_agg(publication_id)) from ${WRONG_WORDS} w where user_id = ${userId}`.execute(
    tx,
  );
}

/** Lists the users by id; with `userId` only this one, if it exists. */
export async function listUsers(db: Queries, userId: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where ${userId}::bigint is null or id = ${userId} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the scholars in the list that the user does not track. */
export async function listUntracked(db: Queries, userId: number, scholarIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select k.id from unnest(${scholarIds}::bigint[]) as k (id)
    where not exists (select from scholars s where s.id = k.id and s.user_id = ${userId}) order by k.id`.execute(db);
  return rows.map(({ id }) => id);
}
