import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Any key for an advisory lock that nobody else uses. */
const WAKE_LOCK = 0x6c656371;

/** A job of which one waits at most: it looks what is to be done. */
export interface WakeUp {
  readonly task: string;
  /** the source whose work it looks at */
  readonly source: string;
  /** one at a time, however many were woken meanwhile */
  readonly serial: boolean;
}

/**
 * Makes sure that a job runs after so many seconds at the latest; the engine keeps one a source. It comes last in a transaction (several in
 * the order of their keys): whoever is awake holds all other locks already. An earlier time that somebody else asked for stays, and the job's
 * row is locked first, since the engine's own function loses a wake-up that meets a worker taking the job.
 */
export async function wakeJob(tx: Tx, wakeUp: WakeUp, afterSeconds = 0): Promise<void> {
  const key = keyOf(wakeUp);
  await sql`select pg_advisory_xact_lock(${WAKE_LOCK}, hashtext(${key}))`.execute(tx);
  await sql`
    with known as materialized (select run_at, locked_at from graphile_worker._private_jobs where key = ${key} for update)
    select graphile_worker.add_job(${wakeUp.task}, json_build_object('source', ${wakeUp.source}::text), job_key := ${key}, max_attempts := 1000,
      queue_name := ${wakeUp.serial ? key : null},
      run_at := least(clock_timestamp() + make_interval(secs => ${afterSeconds}::float8), (select run_at from known where locked_at is null)))
  `.execute(tx);
}

/** Whether a wake-up job waits that is due and that nobody works on. */
export async function isAwake(tx: Tx, wakeUp: WakeUp): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker._private_jobs
    where key = ${keyOf(wakeUp)} and locked_at is null and run_at <= clock_timestamp()`.execute(tx);
  return rows.length > 0;
}

/** Removes wake-up jobs of a task that used up all their attempts; the engine would keep them for ever. */
export async function removeSpentJobs(tx: Tx, task: string): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier = ${task} and locked_at is null and attempts >= max_attempts))`.execute(
    tx,
  );
}

function keyOf({ task, source }: WakeUp): string {
  return `${task}:${source}`;
}
