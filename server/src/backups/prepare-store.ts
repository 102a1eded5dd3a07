import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';

/** Frees the jobs that somebody worked on when the dump was made: nobody works on them in this database. */
export async function freeJobs(db: Database): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`.execute(
    db,
  );
}

/** A dump holds no statistics, and without them the first queries are planned badly. */
export async function gatherStatistics(db: Database): Promise<void> {
  await sql`analyze`.execute(db);
}
