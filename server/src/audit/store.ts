import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { LOCKS } from '../platform/database/locks.ts';
import { one } from '../platform/database/one.ts';
import type { RowWindow } from '../platform/http/shapes.ts';
import type { AuditEntry } from './contract.ts';
import type { Author, Change, JobFacts, RepairPlan } from './repair-job.ts';

/** SQL condition: a repair is being applied, in this or another process. */
export const isRepairLockHeld = sql<boolean>`exists (
  select from pg_locks where locktype = 'advisory' and classid = ${LOCKS.repair} and objid = 0 and objsubid = 2 and granted
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

/** Saves the progress of a running repair, for the admin page. */
export async function saveProgress(db: Queries, id: number, summary: JobFacts): Promise<void> {
  await db
    .updateTable('repair_jobs')
    .set({ summary: JSON.stringify(summary), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Marks the jobs of killed processes as failed. The caller holds the repair lock, so no other applied repair is
 * running.
 */
export async function endKilledJobs(db: Queries): Promise<void> {
  await db
    .updateTable('repair_jobs')
    .set({
      status: 'failed',
      error_text: 'The process ended before the repair finished. The audit log shows what it changed. Run it again.',
      finished_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .where('status', '=', 'running')
    // a dry run holds no lock, but one that is this old cannot be running
    .where((eb) => eb.or([eb('dry_run', '=', false), eb('started_at', '<', sql<Date>`now() - interval '6 hours'`)]))
    .execute();
}

export async function findRunningJob(db: Queries): Promise<number | null> {
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

/** What an undo needs to know about a repair job. */
export interface PastJob {
  readonly name: string;
  readonly isDryRun: boolean;
  readonly isUndone: boolean;
  readonly summary: JobFacts;
}

export async function findJob(db: Queries, id: number): Promise<PastJob | undefined> {
  const row = await db
    .selectFrom('repair_jobs')
    .select(['job_name as name', 'dry_run as isDryRun', 'undone_at', 'summary'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { name: row.name, isDryRun: row.isDryRun, isUndone: row.undone_at !== null, summary: row.summary };
}

/** Records that all changes of a job were undone. */
export async function saveUndone(db: Queries, id: number): Promise<void> {
  await sql`update repair_jobs set undone_at = now(), updated_at = now() where id = ${id} and undone_at is null`.execute(
    db,
  );
}

/** Writes changes to the audit log in the given order, in the transaction that makes them. */
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

/** The words of the indexes on each kind, which the planner uses only with them. */
const KINDS = {
  changes: sql`and action not like 'account.sign-in%'`,
  sign_ins: sql`and action like 'account.sign-in%'`,
} as const;

/** Returns the audit log, the latest entry first: all, those of a kind, of one repair, or of one publication. */
export async function listAuditLog(
  db: Queries,
  {
    kind,
    repair_job_id,
    publication_id,
  }: { kind: keyof typeof KINDS | null; repair_job_id: number | null; publication_id: number | null },
  { limit, offset }: RowWindow,
): Promise<{ rows: AuditEntry[]; totalCount: number }> {
  const ofJob = repair_job_id === null ? sql`` : sql`and repair_job_id = ${repair_job_id}`;
  const ofPublication = publication_id === null ? sql`` : sql`and publication_id = ${publication_id}`;
  const ofKind = kind === null ? sql`` : KINDS[kind];
  const which = sql`from audit_log where true ${ofKind} ${ofJob} ${ofPublication}`;
  const [page, count] = await Promise.all([
    // reads the window from an index only, so a late page costs little more than the first
    sql<AuditEntry>`
      select a.id, a.created_at, a.actor, a.actor_user_id, a.action, a.repair_job_id, a.user_id, a.publication_id, a.before, a.after
      from (select id ${which} order by id desc limit ${limit} offset ${offset}) k join audit_log a on a.id = k.id
      order by a.id desc`.execute(db),
    sql<{ n: number }>`select count(*) as n ${which}`.execute(db),
  ]);
  return { rows: page.rows, totalCount: one(count.rows, 'the count of audit entries').n };
}
