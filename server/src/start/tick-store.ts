import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';

/**
 * Adds a job unless one waits already; one that is being done does not count, since it may have looked already. What is left of jobs whose
 * worker died after another tick took their place is removed: the engine would keep them for ever.
 */
export async function addTick(db: Queries, job: string): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier = ${job} and key is null and locked_at is null and attempts >= max_attempts))`.execute(
    db,
  );
  await sql`select graphile_worker.add_job(${job}, job_key := ${job})`.execute(db);
}
