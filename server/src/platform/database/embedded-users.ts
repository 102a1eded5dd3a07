import { sql } from 'kysely';
import type { Database } from './database.ts';

/** The processes other than this one that have the embedded PostgreSQL of this database open. */
export async function listOtherUsers(db: Database): Promise<number[]> {
  // each says so with a connection to the database `postgres` that bears its process id: embedded-session.ts
  const { rows } = await sql<{ pid: number }>`
    select distinct substring(application_name from '^lectern ([0-9]+)$')::int as pid from pg_stat_activity
    where datname = 'postgres' and application_name ~ '^lectern [0-9]+$' order by pid`.execute(db);
  return rows.map(({ pid }) => pid).filter((pid) => pid !== process.pid);
}
