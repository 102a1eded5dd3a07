import { sql } from 'kysely';
import type { Database } from './database.ts';
import { one } from './one.ts';

/**
 * Runs `work` unless this or another process holds the advisory lock (advisory-locks.ts). Returns null if one does. The
 * lock belongs to the connection, so it ends with the process, even if the process is killed.
 */
export async function withSessionLock<T>(
  db: Database,
  { key, id }: { key: number; id: number },
  work: (connection: Database) => Promise<T>,
): Promise<T | null> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ got: boolean }>`
      select pg_try_advisory_lock(${key}, ${id}::bigint::int) as got`.execute(connection);
    if (!one(rows, 'a session lock').got) return null;
    try {
      return await work(connection);
    } finally {
      // a broken connection has already released the lock, so an error does not matter
      await sql`select pg_advisory_unlock(${key}, ${id}::bigint::int)`.execute(connection).catch(() => undefined);
    }
  });
}
