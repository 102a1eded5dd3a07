import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { RunStatus } from '../platform/database/tables.ts';
import type { RowWindow } from '../platform/http/shapes.ts';
import type { ScholarResult } from './contract.ts';

export interface RunRow {
  id: number;
  trigger_type: 'manual' | 'scheduled';
  status: RunStatus;
  idempotency_key: string | null;
  start_dt: Date;
  end_dt: Date | null;
  scholar_count: number;
  succeeded_count: number;
  failed_count: number;
  partial_count: number;
  new_publication_count: number;
}

const runColumns = [
  'id',
  'trigger_type',
  'status',
  'idempotency_key',
  'start_dt',
  'end_dt',
  'scholar_count',
  'succeeded_count',
  'failed_count',
  'partial_count',
  'new_publication_count',
] as const;

const ACTIVE = ['running', 'resolving'] as const;

/** Starts a run; undefined when the user has an active one, or one with this key. */
export async function insertRun(
  tx: Tx,
  userId: number,
  run: { trigger: 'manual' | 'scheduled'; idempotencyKey: string | null },
): Promise<RunRow | undefined> {
  return tx
    .insertInto('runs')
    .values({ user_id: userId, trigger_type: run.trigger, status: 'running', idempotency_key: run.idempotencyKey })
    .onConflict((conflict) => conflict.doNothing())
    .returning(runColumns)
    .executeTakeFirst();
}

/** Gives a run a pending result for each enabled scholar of its user. Returns the scholars. */
export async function insertRunScholars(tx: Tx, userId: number, runId: number): Promise<number[]> {
  const { rows } = await sql<{ scholar_id: number }>`
    insert into run_scholars (run_id, scholar_id, source_id)
    select ${runId}, s.id, p.source_id from scholars s join profiles p on p.id = s.profile_id
    where s.user_id = ${userId} and s.is_enabled order by s.id for key share of s
    returning scholar_id`.execute(tx);
  await tx.updateTable('runs').set({ scholar_count: rows.length }).where('id', '=', runId).execute();
  return rows.map(({ scholar_id }) => scholar_id);
}

/** Notes at which row of its profile each scholar's work begins: an item that a run took over may be half done. */
export async function saveStartRows(tx: Tx, runId: number): Promise<void> {
  await sql`
    update run_scholars r set start_cstart = q.resume_row from queue_items q
    where r.run_id = ${runId} and q.run_id = r.run_id and q.scholar_id = r.scholar_id and q.resume_row > 0`.execute(tx);
}

export async function findRunByKey(db: Queries, userId: number, key: string): Promise<RunRow | undefined> {
  return db
    .selectFrom('runs')
    .select(runColumns)
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

export async function findActiveRun(db: Queries, userId: number): Promise<RunRow | undefined> {
  return db
    .selectFrom('runs')
    .select(runColumns)
    .where('user_id', '=', userId)
    .where('status', 'in', ACTIVE)
    .executeTakeFirst();
}

export async function findRun(db: Queries, userId: number, runId: number): Promise<RunRow | undefined> {
  return db
    .selectFrom('runs')
    .select(runColumns)
    .where('user_id', '=', userId)
    .where('id', '=', runId)
    .executeTakeFirst();
}

/** A user's runs, newest first. */
export async function listRuns(
  db: Queries,
  userId: number,
  { failedOnly }: { failedOnly: boolean },
  window: RowWindow,
): Promise<{ runs: RunRow[]; totalCount: number }> {
  let query = db.selectFrom('runs').where('user_id', '=', userId);
  if (failedOnly) query = query.where('status', 'in', ['failed', 'partial_failure']);
  const runs = await query.select(runColumns).orderBy('id', 'desc').limit(window.limit).offset(window.offset).execute();
  const { n } = await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  return { runs, totalCount: n };
}

/** A scholar's result; `exhausted` when the work that it left was given up after its last attempt. */
export type RunResult = ScholarResult & { readonly exhausted: boolean };

/** The results of a run in the order in which its scholars were taken on. */
export async function listResults(db: Queries, runId: number): Promise<RunResult[]> {
  const { rows } = await sql<RunResult>`
    select r.scholar_id as scholar_profile_id, r.source_id as scholar_id, r.state, r.state_reason, r.outcome, r.attempt_count, r.publication_count,
      r.new_publication_count, r.start_cstart, r.continuation_cstart, r.continuation_enqueued, r.continuation_cleared, r.warnings, r.error, r.debug,
      exists (select from queue_items q where q.scholar_id = r.scholar_id and q.dropped_reason = 'attempts_exhausted' and q.last_run_id = r.run_id) as exhausted
    from run_scholars r where r.run_id = ${runId} order by r.id`.execute(db);
  return rows;
}

/** Locks a run for the rest of the transaction; undefined unless it is active. */
export async function lockActiveRun(tx: Tx, runId: number): Promise<{ id: number; user_id: number } | undefined> {
  return tx
    .selectFrom('runs')
    .select(['id', 'user_id'])
    .where('id', '=', runId)
    .where('status', 'in', ACTIVE)
    .forUpdate()
    .executeTakeFirst();
}

/** The run that finds of a user count for: the active one, else the latest completed one. */
export async function findRunForFinds(tx: Tx, userId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from runs where user_id = ${userId} and status in ('running', 'resolving', 'success', 'partial_failure')
    order by status in ('running', 'resolving') desc, id desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Adds to a run's count of new publications, whether it is still active or not. */
export async function addToRun(tx: Tx, runId: number, newPublications: number): Promise<void> {
  if (newPublications === 0) return;
  await tx
    .updateTable('runs')
    .set({ new_publication_count: sql<number>`new_publication_count + ${newPublications}` })
    .where('id', '=', runId)
    .execute();
}

export interface ResultChange {
  readonly outcome: ScholarResult['outcome'];
  readonly state: ScholarResult['state'];
  readonly stateReason: string | null;
  readonly error: string | null;
  /** pages asked and works seen by this step */
  readonly attempts: number;
  readonly publications: number;
  readonly newPublications: number;
  readonly warnings: readonly string[];
  /** the row at which the queue goes on after the run; null when nothing is left */
  readonly continuationRow: number | null;
  readonly continues: boolean;
}

/** Notes what a step found out of a scholar; a result that is no longer pending stays as it is. */
export async function saveResult(tx: Tx, runId: number, scholarId: number, change: ResultChange): Promise<void> {
  await sql`
    update run_scholars set outcome = ${change.outcome}, state = ${change.outcome === 'pending' ? null : change.state}, state_reason = ${change.stateReason}, error = ${change.error},
      attempt_count = attempt_count + ${change.attempts}, publication_count = publication_count + ${change.publications},
      new_publication_count = new_publication_count + ${change.newPublications},
      warnings = (select coalesce(jsonb_agg(w), '[]') from (select w from jsonb_array_elements(warnings || ${JSON.stringify(change.warnings)}::jsonb) w limit 50) kept),
      continuation_cstart = ${change.continuationRow}, continuation_enqueued = ${change.continues}
    where run_id = ${runId} and scholar_id = ${scholarId} and outcome = 'pending'`.execute(tx);
}

/** Ends an active run none of whose scholars is pending; returns the status it ended with. */
export async function endRunIfDone(tx: Tx, runId: number): Promise<RunStatus | undefined> {
  const { rows } = await sql<{ status: RunStatus }>`
    update runs set end_dt = now(), succeeded_count = n.succeeded, failed_count = n.failed, partial_count = n.partial,
      status = case when n.succeeded + n.skipped_ok = n.total then 'success' when n.succeeded + n.partial > 0 then 'partial_failure' else 'failed' end
    from (
      select count(*) as total, count(*) filter (where outcome = 'pending') as pending, count(*) filter (where outcome = 'success') as succeeded,
        count(*) filter (where outcome = 'failed') as failed, count(*) filter (where outcome = 'partial') as partial,
        count(*) filter (where outcome = 'skipped' and state_reason = 'no_longer_tracked') as skipped_ok
      from run_scholars where run_id = ${runId}
    ) n
    where runs.id = ${runId} and runs.status in ('running', 'resolving') and n.pending = 0
    returning runs.status`.execute(tx);
  return rows[0]?.status;
}

/**
 * In a cooldown every pending result whose item only waits in the queue is skipped, and the item goes on after the run. An item that
 * somebody else holds is left to the next look, so that nobody waits for it here. Returns the runs, all users', that this concerns.
 */
export async function skipWaitingScholars(tx: Tx, source: string): Promise<number[]> {
  const { rows } = await sql<{ run_id: number }>`
    with waiting as materialized (
      select id, scholar_id, run_id, resume_row from queue_items
      where source = ${source} and status = 'queued' and run_id is not null order by id for update skip locked
    ), skipped as (
      update run_scholars r set outcome = case when w.resume_row > r.start_cstart then 'partial' else 'skipped' end,
        state = case when w.resume_row > r.start_cstart then 'ok' end, state_reason = 'cooldown',
        attempt_count = r.attempt_count + (w.resume_row > r.start_cstart)::int, continuation_enqueued = true, continuation_cstart = w.resume_row
      from waiting w where r.run_id = w.run_id and r.scholar_id = w.scholar_id and r.outcome = 'pending'
    ), released as (
      update queue_items q set run_id = null, last_run_id = w.run_id, reason = 'continuation', updated_at = now() from waiting w where q.id = w.id
    )
    select distinct run_id from waiting order by run_id`.execute(tx);
  return rows.map(({ run_id }) => run_id);
}

/** The scholar is no longer tracked: its pending results end. Returns the runs. */
export async function skipUntrackedScholar(tx: Tx, scholarId: number): Promise<number[]> {
  const rows = await tx
    .updateTable('run_scholars')
    .set({ outcome: 'skipped', state_reason: 'no_longer_tracked' })
    .where('scholar_id', '=', scholarId)
    .where('outcome', '=', 'pending')
    .returning('run_id')
    .execute();
  return rows.map(({ run_id }) => run_id);
}
