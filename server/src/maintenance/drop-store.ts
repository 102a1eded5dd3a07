import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';

/** All that belongs to publications. `truncate` fails if another table refers to one of these: who adds such a table decides what a drop does with it. */
const PUBLICATION_TABLES = sql`
  publications, records, listings, merges, merge_marks, publication_identifiers, publication_metadata, user_publications, unread, favorites, read_batches,
  order_changes, dismissed_duplicates, enrichment, run_enrichment`;

/** A library that has something to export, and a text that differs after each change of it. */
export interface LibraryVersion {
  readonly userId: number;
  readonly version: string;
}

export async function listLibraryVersions(db: Queries): Promise<LibraryVersion[]> {
  const { rows } = await sql<LibraryVersion>`
    select user_id as "userId", xmin::text || ' ' || ctid::text as version from libraries l
    where exists (select from user_publications u where u.user_id = l.user_id) or exists (select from scholars s where s.user_id = l.user_id)
    order by user_id`.execute(db);
  return rows;
}

/** Locks every library to the end of the transaction. */
export async function lockAllLibraries(tx: Tx): Promise<void> {
  await sql`select from libraries order by user_id for update`.execute(tx);
}

/** A statement that waits longer for a lock fails with SQL state 55P03. Nothing else ends the transaction, though libraries may be exported during it. */
export async function setDropLimits(tx: Tx, lockMilliseconds: number): Promise<void> {
  await sql`
    select set_config('lock_timeout', ${`${lockMilliseconds}ms`}, true), set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '10min', true)`.execute(tx);
}

/** How much there is to be dropped. */
export async function countAll(
  tx: Tx,
): Promise<{ publications: number; links: number; listings: number; users: number }> {
  const { rows } = await sql<{ publications: number; links: number; listings: number; users: number }>`
    select (select count(*) from publications) as publications, (select count(*) from user_publications) as links,
      (select count(*) from listings) as listings, (select count(distinct user_id) from user_publications) as users`.execute(
    tx,
  );
  const [counts] = rows;
  if (!counts) throw new Error('no counts');
  return counts;
}

/** Locks the tables against readers too, within so many milliseconds in all; else SQL state 57014. */
export async function lockPublicationTables(tx: Tx, milliseconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${`${milliseconds}ms`}, true)`.execute(tx);
  await sql`lock table ${PUBLICATION_TABLES} in access exclusive mode`.execute(tx);
  await sql`select set_config('statement_timeout', '0', true)`.execute(tx);
}

/** Empties the tables, and the libraries with them. Ids and numbers go on. */
export async function deleteAllPublications(tx: Tx): Promise<void> {
  await sql`truncate ${PUBLICATION_TABLES}`.execute(tx);
  await sql`update libraries set link_count = 0, unread_count = 0, favorite_count = 0`.execute(tx);
  await sql`update scholar_counts set publication_count = 0, unread_count = 0`.execute(tx);
}
