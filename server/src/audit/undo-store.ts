import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { JobFacts } from './repair-job.ts';

/** A job that changed something, or was to. */
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

/** Notes that all that a job did was taken back. */
export async function saveUndone(db: Queries, id: number): Promise<void> {
  await sql`update repair_jobs set undone_at = now(), updated_at = now() where id = ${id} and undone_at is null`.execute(
    db,
  );
}
