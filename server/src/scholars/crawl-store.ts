import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/**
 * Locks profiles, in the order of their ids, until the transaction ends. Meanwhile no process saves their pages or
 * starts to track them.
 */
export async function lockProfiles(tx: Tx, profileIds: readonly number[]): Promise<void> {
  await sql`select from profiles where id = any(${profileIds}) order by id for update`.execute(tx);
}

const notCrawled = sql`settled_listing = null, top_digest = null, top_listing = null, crawled_at = null, fully_crawled_at = null,
  rows_missed_since = null, work_count = null`;

/** Discards the results of earlier crawls of these profiles, so that the next crawl is full. */
export async function resetCrawls(tx: Tx, profileIds: readonly number[]): Promise<void> {
  if (profileIds.length > 0) await sql`update profiles set ${notCrawled} where id = any(${profileIds})`.execute(tx);
}

/**
 * Locks the table of scholars until the transaction ends. Crawls, runs that start, and requests that add or delete
 * scholars finish first or wait. Readers do not wait. A transaction that already changed a scholar ends first.
 */
export async function lockAllScholars(tx: Tx): Promise<void> {
  await sql`lock table scholars in exclusive mode`.execute(tx);
}

export async function lockAllProfiles(tx: Tx): Promise<void> {
  await sql`select from profiles order by id for update`.execute(tx);
}

/** Resets every scholar to newly added and every profile to never crawled. The numbers of listings keep growing. */
export async function resetAllCrawls(tx: Tx): Promise<void> {
  await sql`update profiles set ${notCrawled}`.execute(tx);
  await sql`update scholar_profiles set baseline_completed = false, processed_listing = 0`.execute(tx);
}
