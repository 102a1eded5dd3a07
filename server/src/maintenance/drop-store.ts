import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';

/**
 * All tables with data of publications. If a new table refers to one of them, add it here, because otherwise `truncate`
 * fails.
 */
const PUBLICATION_TABLES = sql`
  publications, records, listings, merges, publication_identifiers, publication_metadata, user_publications, unread, favorites, publication_tags, notes, cite_keys, zotero_links, library_words,
  read_batches, reading_marks, single_reads, reading_bases, order_changes, rule_candidates, rule_effects, told_publications, published_preprints, public_list_choices, dismissed_duplicates, enrichment, run_enrichment, rejected_publications`;

/** A library with content to export. `version` changes with each change of the library. */
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

/** Locks every library until the transaction ends. */
export async function lockAllLibraries(tx: Tx): Promise<void> {
  await sql`select from libraries order by user_id for update`.execute(tx);
}

const STATEMENT_LIMIT = '30min';

/**
 * Limits the wait for each lock; a longer wait fails with SQLSTATE 55P03. Other limits are long, because the
 * transaction exports libraries.
 */
export async function setDropLimits(tx: Tx, lockMilliseconds: number): Promise<void> {
  await sql`
    select set_config('lock_timeout', ${`${lockMilliseconds}ms`}, true), set_config('statement_timeout', ${STATEMENT_LIMIT}, true),
      set_config('idle_in_transaction_session_timeout', '10min', true)`.execute(tx);
}

export async function countAll(tx: Tx) {
  const { rows } = await sql<{ publications: number; links: number; listings: number; users: number }>`
    select (select count(*) from publications) as publications, (select count(*) from user_publications) as links,
      (select count(*) from listings) as listings, (select count(distinct user_id) from user_publications) as users`.execute(
    tx,
  );
  return one(rows, 'the counts');
}

/**
 * Locks the tables exclusively, also against readers. If that takes longer than `milliseconds`, it fails with SQLSTATE
 * 57014.
 */
export async function lockPublicationTables(tx: Tx, milliseconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${`${milliseconds}ms`}, true)`.execute(tx);
  await sql`lock table ${PUBLICATION_TABLES} in access exclusive mode`.execute(tx);
  await sql`select set_config('statement_timeout', ${STATEMENT_LIMIT}, true)`.execute(tx);
}

/** Empties the tables and resets the counts of libraries and scholars. Ids and numbers are not reused. */
export async function deleteAllPublications(tx: Tx): Promise<void> {
  await sql`truncate ${PUBLICATION_TABLES}`.execute(tx);
  await sql`update libraries set entry_count = 0, unread_count = 0, favorite_count = 0`.execute(tx);
  await sql`update scholar_counts set publication_count = 0, unread_count = 0`.execute(tx);
}
