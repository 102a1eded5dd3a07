import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** Locks profiles, in the order of their ids, to the end of the transaction: nobody saves a page of theirs, or begins to track them, meanwhile. */
export async function lockProfiles(tx: Tx, profileIds: readonly number[]): Promise<void> {
  await sql`select from profiles where id = any(${profileIds}) order by id for update`.execute(tx);
}

const nothingSeen = sql`settled_listing = null, top_digest = null, top_listing = null, looked_at = null, fully_looked_at = null,
  rows_missed_since = null`;

/** What earlier crawls of these profiles saw counts no longer: the next one is full. */
export async function forgetCrawls(tx: Tx, profileIds: readonly number[]): Promise<void> {
  if (profileIds.length > 0) await sql`update profiles set ${nothingSeen} where id = any(${profileIds})`.execute(tx);
}

/**
 * Takes scholars and profiles from everybody else to the end of the transaction: crawls, runs that start and scholars that are added or deleted are
 * over, or wait. Whoever holds a scholar already gets what else it needs of the table.
 */
export async function lockAllScholars(tx: Tx): Promise<void> {
  await sql`lock table scholars in exclusive mode`.execute(tx);
}

export async function lockAllProfiles(tx: Tx): Promise<void> {
  await sql`select from profiles order by id for update`.execute(tx);
}

/** Every scholar is as if just added, and every profile as if never crawled; listings go on with their numbers. */
export async function forgetAllCrawls(tx: Tx): Promise<void> {
  await sql`update profiles set ${nothingSeen}`.execute(tx);
  await sql`update scholars set baseline_completed = false, looked_at_listing = 0`.execute(tx);
}
