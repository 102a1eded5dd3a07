import { type RawBuilder, sql } from 'kysely';
import { staleEntries } from '../library/order-store.ts';
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

/** A wrong entry of a user's library. */
export interface EntryFault {
  /** the canonical publication, or one that no longer exists */
  readonly id: number;
  readonly repair: (typeof ENTRY_REPAIRS)[number];
  /** the publications of the entries concerned */
  readonly entryIds: readonly number[];
}

/**
 * Finds the entries that `refresh_entries` would change, and those that it cannot correct: a visible entry of a merged publication, whose canonical entry takes over from it, and an entry
 * of a publication that is gone, or belongs to another user. Reads whole libraries, which is many times faster than a look at each entry.
 */
export async function listEntryFaults(db: Queries, { userId, publicationIds }: EntryScope): Promise<EntryFault[]> {
  const isWanted = (id: RawBuilder<unknown>) =>
    publicationIds === null ? sql`true` : sql`${id} = any(${publicationIds}::bigint[])`;
  const { rows } = await sql<EntryFault>`
    with accounted as materialized (
      select publication_id, array_agg(distinct scholar_id order by scholar_id) filter (where scholar_id is not null) as scholar_ids
      from accounts where user_id = ${userId} and ${isWanted(sql`publication_id`)} group by 1
    ), entries as materialized (
      select u.*, p.id is null or p.owner_user_id <> u.user_id as is_lost, coalesce(p.canonical_id, u.publication_id) as id, c.merged_into is not null as is_in_circle
      from user_publications u left join publications p on p.id = u.publication_id left join publications c on c.id = p.canonical_id and p.canonical_id <> p.id
      where u.user_id = ${userId} and ${isWanted(sql`coalesce(p.canonical_id, u.publication_id)`)}
    ), faults as (
      select coalesce(e.id, a.publication_id) as id, coalesce(e.publication_id, a.publication_id) as entry_id, case
          when e.is_lost then 'deleted'
          when e.id is null then case when exists (
            select from publications p where p.id = a.publication_id and p.canonical_id = p.id and coalesce(p.owner_user_id, ${userId}) = ${userId}) then 'added' end
          when e.id <> e.publication_id then case when e.hidden_as is null and not e.is_in_circle then 'joined' end
          when e.hidden_as is not null then case when a.publication_id is not null or e.hidden_favorite is not null then 'shown' end
          when a.publication_id is null and not exists (
            select from favorites f where f.user_id = e.user_id and f.publication_id = e.publication_id) then 'hidden'
          when e.scholar_ids <> coalesce(a.scholar_ids, '{}') or e.first_scholar_id is not null and e.first_scholar_id <> all(coalesce(a.scholar_ids, '{}'))
            or e.first_scholar_id is null and a.scholar_ids is not null then 'reassigned'
        end as repair
      from entries e full join accounted a using (publication_id)
    )
    select id, case when bool_or(repair = 'joined') then 'joined' else min(repair) end as repair, array_agg(entry_id order by entry_id) as "entryIds"
    from faults where repair is not null group by id order by id`.execute(db);
  return rows;
}

/** The entries of these publications as the audit log shows them. */
export async function readEntries(
  db: Queries,
  userId: number,
  publicationIds: readonly number[],
): Promise<{ id: number; entry: Record<string, unknown> }[]> {
  const { rows } = await sql<{ id: number; entry: Record<string, unknown> }>`
    select publication_id as id, to_jsonb(e) - 'user_id' as entry from library_entries e
    where user_id = ${userId} and publication_id = any(${publicationIds}) order by entry_number, publication_id`.execute(
    db,
  );
  return rows;
}

export async function deleteEntries(tx: Tx, userId: number, publicationIds: readonly number[]): Promise<void> {
  await sql`delete from user_publications where user_id = ${userId} and publication_id = any(${publicationIds})`.execute(
    tx,
  );
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
