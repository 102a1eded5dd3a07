import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** All that belongs to works. A table that refers to one of them and is not in this list lets `truncate` fail: whoever adds one decides. */
const WORKS = sql`
  publications, publication_sources, publication_fingerprints, publication_identifiers, profile_publications, scholar_publications,
  user_publications, dismissed_duplicates, lookups, run_lookups, pdf_jobs`;

/** Locks every library to the end of the transaction. */
export async function lockAllLibraries(tx: Tx): Promise<void> {
  await sql`select from libraries order by user_id for update`.execute(tx);
}

/** Any lock that is waited for longer is given up, with SQL state 55P03. */
export async function limitLockWait(tx: Tx, milliseconds: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${milliseconds}ms`}, true)`.execute(tx);
}

export interface DroppedCounts {
  readonly [name: string]: number;
}

/** How much there is to be dropped. */
export async function countAll(tx: Tx): Promise<DroppedCounts & { publications: number }> {
  const { rows } = await sql<{ publications: number; links: number; listings: number; users: number }>`
    select (select count(*) from publications) as publications, (select count(*) from user_publications) as links,
      (select count(*) from profile_publications) as listings, (select count(distinct user_id) from user_publications) as users`.execute(
    tx,
  );
  const [counts] = rows;
  if (!counts) throw new Error('no counts');
  return { ...counts };
}

/** Takes the tables of works from readers, too, within so many milliseconds in all; else SQL state 57014. */
export async function lockWorksTables(tx: Tx, milliseconds: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${`${milliseconds}ms`}, true)`.execute(tx);
  await sql`lock table ${WORKS} in access exclusive mode`.execute(tx);
  await sql`select set_config('statement_timeout', '0', true)`.execute(tx);
}

/** Empties the tables of works, and the libraries with them. Ids and numbers go on where they are. */
export async function deleteAllWorks(tx: Tx): Promise<void> {
  await sql`truncate ${WORKS}`.execute(tx);
  await sql`update libraries set link_count = 0, unread_count = 0, favorite_count = 0`.execute(tx);
}
