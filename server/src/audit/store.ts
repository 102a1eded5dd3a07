import { sql } from 'kysely';
import type { Database, Queries, Tx } from '../platform/database/database.ts';
import type { Author, Change, JobFacts, RepairPlan } from './repair-job.ts';

/** Any two keys for advisory locks that nobody else uses. */
const REPAIR_LOCK = [0x6c656374, 2] as const;

/**
 * Does `work` while no other repair is applied, here or in another process; null when one is. The lock is a connection's own: it ends with the
 * process, however that ends.
 */
export async function withRepairLock<T>(db: Database, work: () => Promise<T>): Promise<T | null> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_lock(${REPAIR_LOCK[0]}, ${REPAIR_LOCK[1]}) as got`.execute(connection);
    if (!rows[0]?.got) return null;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${REPAIR_LOCK[0]}, ${REPAIR_LOCK[1]})`.execute(connection);
    }
  });
}

/** Whether a repair is being applied, here or in another process: a condition. */
export const isRepairLockHeld = sql<boolean>`exists (
  select from pg_locks where locktype = 'advisory' and classid = ${REPAIR_LOCK[0]} and objid = ${REPAIR_LOCK[1]} and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database()))`;

export async function insertRepairJob(db: Queries, plan: RepairPlan): Promise<number> {
  const { id } = await db
    .insertInto('repair_jobs')
    .values({
      job_name: plan.name,
      requested_by: plan.operator.name,
      requested_by_user_id: plan.operator.userId,
      dry_run: plan.isDryRun,
      scope: JSON.stringify(plan.scope),
      status: 'running',
      started_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function endRepairJob(
  db: Queries,
  id: number,
  end: { status: 'completed'; summary: JobFacts } | { status: 'failed'; errorText: string },
): Promise<void> {
  const result = end.status === 'completed' ? { summary: JSON.stringify(end.summary) } : { error_text: end.errorText };
  await db
    .updateTable('repair_jobs')
    .set({ status: end.status, ...result, finished_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Keeps what a repair has done so far, for whoever looks at it while it works. */
export async function saveProgress(db: Queries, id: number, summary: JobFacts): Promise<void> {
  await db
    .updateTable('repair_jobs')
    .set({ summary: JSON.stringify(summary), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Under the lock of repairs, whatever else is applied and still running was killed. */
export async function endKilledJobs(db: Queries): Promise<void> {
  await db
    .updateTable('repair_jobs')
    .set({
      status: 'failed',
      error_text: 'The process ended before the repair did. What it had changed is in the audit log; run it again.',
      finished_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('status', '=', 'running')
    // a dry run holds no lock: one this old is no more, either
    .where((eb) => eb.or([eb('dry_run', '=', false), eb('started_at', '<', sql<Date>`now() - interval '6 hours'`)]))
    .execute();
}

export async function findAppliedJobUnderWay(db: Queries): Promise<number | null> {
  const row = await db
    .selectFrom('repair_jobs')
    .select('id')
    .where('status', '=', 'running')
    .where('dry_run', '=', false)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function listRepairJobs(db: Queries, limit: number) {
  return db
    .selectFrom('repair_jobs')
    .select(['id', 'job_name', 'requested_by', 'dry_run', 'status', 'scope', 'summary', 'error_text'])
    .select(['started_at', 'finished_at', 'created_at', 'updated_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Writes changes to the audit log, in the transaction that makes them and in the order given. */
export async function writeAudit(tx: Tx, { id, operator }: Author, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ action, userId = null, publicationId = null, before, after }, at) => {
    return { action, user_id: userId, publication_id: publicationId, before, after, at };
  });
  await sql`
    insert into audit_log (actor, actor_user_id, action, repair_job_id, user_id, publication_id, before, after)
    select ${operator.name}, ${operator.userId}, c.action, ${id}, c.user_id, c.publication_id,
      nullif(c.before, 'null'), nullif(c.after, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c
      (action text, user_id bigint, publication_id bigint, before jsonb, after jsonb, at integer)
    order by c.at`.execute(tx);
}
