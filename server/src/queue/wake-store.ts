import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/** Any key for an advisory lock that nobody else uses. */
const WAKE_LOCK = 0x6c656371;

/**
 * Makes sure that somebody looks into the queue of a source after so many seconds at the latest; the engine keeps one such job a source.
 * It comes last in a transaction: whoever is awake holds all other locks already. An earlier time that somebody else asked for stays,
 * and the job's row is locked first, since the engine's own function loses a wake-up that meets a worker taking the job.
 */
export async function wakeSource(tx: Tx, source: string, afterSeconds = 0): Promise<void> {
  const key = `work-on-source:${source}`;
  await sql`select pg_advisory_xact_lock(${WAKE_LOCK}, hashtext(${key}))`.execute(tx);
  await sql`
    with known as materialized (select run_at, locked_at from graphile_worker._private_jobs where key = ${key} for update)
    select graphile_worker.add_job('work-on-source', json_build_object('source', ${source}::text), job_key := ${key}, max_attempts := 1000,
      run_at := least(clock_timestamp() + make_interval(secs => ${afterSeconds}::float8), (select run_at from known where locked_at is null)))
  `.execute(tx);
}

/** Whether a wake-up job of the source waits that is due and that nobody works on. */
export async function isAwake(tx: Tx, source: string): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker._private_jobs
    where key = ${`work-on-source:${source}`} and locked_at is null and run_at <= clock_timestamp()`.execute(tx);
  return rows.length > 0;
}
