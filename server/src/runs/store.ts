import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { RunStatus } from '../platform/database/tables.ts';
import type { RowWindow } from '../platform/http/shapes.ts';

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

/**
 * Gives a run a pending result for each enabled scholar of its user. Returns the scholars, which are locked: a page of theirs that is being
 * saved is saved first, so that none is taken for waiting work that was its last.
 */
export async function insertRunScholars(tx: Tx, userId: number, runId: number): Promise<number[]> {
  const { rows } = await sql<{ scholar_id: number }>`
    insert into run_scholars (run_id, scholar_id, source_id)
    select ${runId}, s.id, p.source_id from scholars s join profiles p on p.id = s.profile_id
    where s.user_id = ${userId} and s.is_enabled order by s.id for no key update of s
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

/**
 * Locks a run for the rest of the transaction; undefined unless it is active. Links that name the run are no obstacle: who makes them locks
 * lookups after them, and whoever ends lookups has these locked already.
 */
export async function lockActiveRun(tx: Tx, runId: number): Promise<{ id: number; user_id: number } | undefined> {
  return tx
    .selectFrom('runs')
    .select(['id', 'user_id'])
    .where('id', '=', runId)
    .where('status', 'in', ACTIVE)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** All active runs, by id. */
export async function listActiveRuns(tx: Tx): Promise<number[]> {
  const rows = await tx.selectFrom('runs').select('id').where('status', 'in', ACTIVE).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** The run that finds of a user count for: the active one, else the latest completed one. */
export async function findRunForFinds(tx: Tx, userId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from runs where user_id = ${userId} and status in ('running', 'resolving', 'success', 'partial_failure')
    order by status in ('running', 'resolving') desc, id desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Adds to a run's count of new publications, whether it is still active or not; holds its row from then on. */
export async function addToRun(
  tx: Tx,
  runId: number,
  newPublications: number,
): Promise<{ total: number; isActive: boolean }> {
  const row = await tx
    .updateTable('runs')
    .set({ new_publication_count: sql<number>`new_publication_count + ${newPublications}` })
    .where('id', '=', runId)
    .returning(['new_publication_count as total', sql<boolean>`end_dt is null`.as('isActive')])
    .executeTakeFirstOrThrow();
  return row;
}

/** How many of a run's scholars came to what. */
function countOutcomes(runId: number) {
  return sql`
      select count(*) as total, count(*) filter (where outcome = 'pending') as pending, count(*) filter (where outcome = 'success') as succeeded,
        count(*) filter (where outcome = 'failed') as failed, count(*) filter (where outcome = 'partial') as partial,
        count(*) filter (where outcome = 'skipped' and state_reason in ('no_longer_tracked', 'disabled')) as skipped_ok
      from run_scholars where run_id = ${runId}`;
}

/**
 * Ends an active run none of whose scholars is pending, or lets it resolve while it waits for searches; returns the status that it came to, if it
 * is another one.
 */
export async function endRunIfDone(tx: Tx, runId: number): Promise<RunStatus | undefined> {
  const { rows } = await sql<{ status: RunStatus }>`
    update runs set end_dt = case when n.waits then null else now() end,
      succeeded_count = n.succeeded, failed_count = n.failed, partial_count = n.partial,
      status = case when n.waits then 'resolving' when n.succeeded + n.skipped_ok = n.total then 'success'
        when n.succeeded + n.partial > 0 then 'partial_failure' else 'failed' end
    from (select o.*, exists (select from run_lookups where run_id = ${runId}) as waits from (${countOutcomes(runId)}) o) n
    where runs.id = ${runId} and n.pending = 0 and (runs.status = 'running' or runs.status = 'resolving' and not n.waits)
    returning runs.status`.execute(tx);
  return rows[0]?.status;
}

export async function saveCanceled(tx: Tx, runId: number): Promise<void> {
  await sql`
    update runs set status = 'canceled', end_dt = now(), succeeded_count = n.succeeded, failed_count = n.failed, partial_count = n.partial
    from (${countOutcomes(runId)}) n where id = ${runId}`.execute(tx);
}
