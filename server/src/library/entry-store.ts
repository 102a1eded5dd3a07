import { type RawBuilder, sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import { identityShared, lockIdentity } from './canonical-store.ts';

/*
 * An entry belongs to one user and one publication for good. The view `accounts` says what accounts for it, and the
 * function `refresh_entries`
 *   applies it. Code that changes what accounts for entries locks the library, makes the change, and refreshes these
 *   entries.
 */

export async function isTracked(db: Queries, userId: number, scholarId: number): Promise<boolean> {
  const row = await db
    .selectFrom('scholars')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', scholarId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks the user's library for the rest of the transaction. Call it before you change entries or what the user says
 * about publications. It updates the row, because a new version shows that kept counts are out of date, and that a drop
 * must export the library again.
 */
export async function lockLibrary(tx: Tx, userId: number): Promise<{ lastEntry: number; lastRead: number }> {
  const { rows } = await sql<{ lastEntry: number; lastRead: number }>`
    update libraries set has_words = has_words where user_id = ${userId}
    returning last_entry_number as "lastEntry", last_read_number as "lastRead"`.execute(tx);
  return one(rows, `the library of user ${userId}`);
}

/**
 * Parts of a `with` that share the identity lock, and then lock the library as `lockLibrary` does. What others wrote
 * before is visible to later statements only.
 */
export function libraryLocked(userId: number): RawBuilder<unknown> {
  return sql`
    identity as materialized (select ${identityShared}), library as (
      update libraries set has_words = has_words from identity where user_id = ${userId} returning user_id
    )`;
}

/**
 * Locks the libraries that have an entry of any of these publications, and those of `userIds`, in the order of their
 * users. Returns the users.
 */
export async function lockLibraries(
  tx: Tx,
  publicationIds: readonly number[],
  userIds: readonly number[] = [],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from libraries
    where user_id in (select user_id from user_publications where publication_id = any(${publicationIds})) or user_id = any(${userIds})
    order by user_id for update`.execute(tx);
  const ids = rows.map(({ id }) => id);
  // for a new version, as in `lockLibrary`
  await sql`update libraries set has_words = has_words where user_id = any(${ids})`.execute(tx);
  return ids;
}

/**
 * The current time of the database's clock in milliseconds. `now()` is too early if the transaction waited for a lock.
 */
export async function readTime(db: Queries): Promise<number> {
  const { rows } = await sql<{
    ms: number;
  }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db);
  return one(rows, 'the time').ms;
}

/**
 * The publications of entries to refresh: their ids, or a subquery that selects each as `publication_id`. Repeated ones
 * count once.
 */
type Publications = readonly number[] | RawBuilder<unknown>;

/**
 * Makes the entries of these publications in locked libraries what the view `accounts` says: inserts, shows and hides
 * them, and sets their scholars. The users' rules look again at candidates that changed. The caller shares the identity
 * lock, unless it only removes something that accounts for entries.
 */
export async function refreshEntries(
  tx: Tx,
  userIds: readonly number[],
  publications: Publications,
  named: number | null = null,
): Promise<void> {
  const ids =
    'execute' in publications
      ? sql`array(select distinct publication_id from (${publications}) k)`
      : sql`${[...new Set(publications)]}`;
  // counting makes PostgreSQL read all changes
  await sql`
    with changed as materialized (
      select (after).user_id, (after).publication_id from refresh_entries(${userIds}::bigint[], ${ids}::bigint[], null, null, ${named})
    ), reopened as (
      update rule_candidates c set is_due = true from changed k where c.user_id = k.user_id and c.publication_id = k.publication_id
    )
    select count(*) from changed`.execute(tx);
}

/** The publications whose entries, also those of merged publications, name a scholar. */
export function namedBy(userId: number, scholarId: number): RawBuilder<unknown> {
  return sql`select publication_id from user_publications where user_id = ${userId} and ${scholarId} = any(scholar_ids)`;
}

/**
 * Adds a new scholar to the entries of publications that its profile is known to list, before the profile is crawled.
 * Locks the library if there are such entries.
 */
export async function showKnown(tx: Tx, userId: number, scholar: { id: number; profileId: number }): Promise<void> {
  const known = sql`
    select publication_id from user_publications where user_id = ${userId} and publication_id in (
      select publication_id from scholar_listings
      where scholar_id = ${scholar.id} and profile_id = ${scholar.profileId} and removed_at is null)`;
  const { rows } = await sql`${known} limit 1`.execute(tx);
  if (rows.length === 0) return;
  await lockIdentity(tx, 'shared');
  await lockLibrary(tx, userId);
  await refreshEntries(tx, [userId], known, scholar.id);
}

/** Replaces a scholar by another one in all entries of a locked library, also in those of merged publications. */
export async function replaceScholar(
  tx: Tx,
  userId: number,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await sql`
    update user_publications u set first_scholar_id = case when u.first_scholar_id = ${from} then ${to} else u.first_scholar_id end,
      scholar_ids = array(select distinct case when k.id = ${from} then ${to}::bigint else k.id end as id from unnest(u.scholar_ids) as k (id) order by id)
    where u.user_id = ${userId} and (${from} = any(u.scholar_ids) or u.first_scholar_id = ${from})`.execute(tx);
}

/** Adds a scholar to all entries of a locked library that name another one (`beside`). */
export async function addScholar(
  tx: Tx,
  userId: number,
  { beside, added }: { beside: number; added: number },
): Promise<void> {
  await sql`
    update user_publications set scholar_ids = array(select distinct k.id from unnest(scholar_ids || ${added}::bigint) as k (id) order by k.id)
    where user_id = ${userId} and ${beside} = any(scholar_ids)`.execute(tx);
}
