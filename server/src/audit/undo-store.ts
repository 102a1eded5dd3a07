import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { JobFacts } from './repair-job.ts';

/** A job that changed something, or was to. */
export interface PastJob {
  readonly name: string;
  readonly isDryRun: boolean;
  readonly isUndone: boolean;
}

export async function findJob(db: Queries, id: number): Promise<PastJob | undefined> {
  const row = await db
    .selectFrom('repair_jobs')
    .select(['job_name as name', 'dry_run as isDryRun', 'undone_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { name: row.name, isDryRun: row.isDryRun, isUndone: row.undone_at !== null };
}

/** Notes that all that a job did was taken back. */
export async function saveUndone(db: Queries, id: number): Promise<void> {
  await sql`update repair_jobs set undone_at = now(), updated_at = now() where id = ${id} and undone_at is null`.execute(
    db,
  );
}

/** A change as the log has it. */
export interface LoggedChange {
  readonly id: number;
  readonly action: string;
  readonly user_id: number | null;
  readonly publication_id: number | null;
  readonly before: JobFacts | null;
  readonly after: JobFacts | null;
}

/** The transactions of a job, the last first, each as the ids of its first and last change: whoever works in one transaction writes at one time. */
export async function listTransactions(db: Queries, jobId: number): Promise<{ from: number; to: number }[]> {
  const { rows } = await sql<{ from: number; to: number }>`
    select min(id) as "from", max(id) as "to" from audit_log where repair_job_id = ${jobId} group by created_at order by 1 desc`.execute(
    db,
  );
  return rows;
}

/** A job's changes with ids in a range, in the order in which they were made. */
export async function listChanges(
  db: Queries,
  jobId: number,
  { from, to }: { from: number; to: number },
): Promise<LoggedChange[]> {
  const { rows } = await sql<LoggedChange>`
    select id, action, user_id, publication_id, before, after from audit_log
    where repair_job_id = ${jobId} and id between ${from} and ${to} order by id`.execute(db);
  return rows;
}

/** What was done to works by an action, in jobs that were not undone as a whole; in the order in which it was done. */
export async function listStandingChanges(
  db: Queries,
  publicationIds: readonly number[],
  actions: readonly string[],
): Promise<(LoggedChange & { repair_job_id: number })[]> {
  const { rows } = await sql<LoggedChange & { repair_job_id: number }>`
    select a.id, a.action, a.user_id, a.publication_id, a.before, a.after, a.repair_job_id
    from audit_log a join repair_jobs j on j.id = a.repair_job_id and j.undone_at is null
    where a.publication_id = any(${publicationIds}) and a.action = any(${actions}) order by a.id`.execute(db);
  return rows;
}
