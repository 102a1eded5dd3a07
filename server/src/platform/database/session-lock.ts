import { sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Runs `work` unless this or another process holds the advisory lock `key` (advisory-locks.ts). Returns null if one does. The lock belongs to the
 * connection, so it ends with the process, even if the process is killed.
 */
export async function withSessionLock<T>(db: Database, key: number, work: () => Promise<T>): Promise<T | null> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${key}, 0) as got`.execute(connection);
    if (!rows[0]?.got) return null;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${key}, 0)`.execute(connection);
    }
  });
}
