import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** Lets a run wait for the searches that the caller holds. */
export async function awaitSearches(tx: Tx, runId: number, publicationIds: readonly number[]): Promise<void> {
  if (publicationIds.length === 0) return;
  await sql`
    insert into run_lookups (run_id, publication_id) select ${runId}, unnest(${publicationIds}::bigint[]) on conflict do nothing`.execute(
    tx,
  );
}

/** The runs that wait for searches of works, in the order of their ids, each with the works. */
export async function listAwaiting(
  tx: Tx,
  publicationIds: readonly number[],
): Promise<{ runId: number; publicationIds: number[] }[]> {
  const { rows } = await sql<{ runId: number; publicationIds: number[] }>`
    select run_id as "runId", json_agg(publication_id) as "publicationIds" from run_lookups
    where publication_id = any(${publicationIds}) group by run_id order by run_id`.execute(tx);
  return rows;
}

/** The runs wait for these works no longer. */
export async function releaseSearches(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  await sql`delete from run_lookups where publication_id = any(${publicationIds})`.execute(tx);
}

/** A run that was canceled waits for nothing. */
export async function releaseRun(tx: Tx, runId: number): Promise<void> {
  await sql`delete from run_lookups where run_id = ${runId}`.execute(tx);
}
