import { sql } from 'kysely';
import type { Database } from './database.ts';
import { one } from './one.ts';

/**
 * The first of the two keys of each advisory lock. They are in one place so that no two locks share a key. The comments
 * describe the second key. https://www.postgresql.org/docs/15/functions-admin.html#FUNCTIONS-ADVISORY-LOCKS
 */
export const LOCKS = {
  /** 0: one process migrates at a time */
  migration: 0x6c656301,
  /** 0: the identity of publications; see `lockIdentity` */
  identity: 0x6c656302,
  /** 0: one repair is applied at a time */
  repair: 0x6c656303,
  /** the user: one import at a time */
  import: 0x6c656304,
  /** the user: one export at a time */
  export: 0x6c656305,
  /** the user: one transaction at a time gives cite keys */
  citeKeys: 0x6c65630a,
  /** a hash of the locked thing: the first user, an e-mail address, an account */
  accounts: 0x6c656306,
  /** 0: one scheduled backup at a time */
  backup: 0x6c656308,
  /**
   * in the database `postgres`, 2: the one service that runs everything on the embedded PostgreSQL, see
   * `embedded-session.ts`. Version 0.1.0, which may still run, uses the same key.
   */
  embedded: 0x4c656374,
} as const;

/**
 * Runs `work` unless this or another process holds the advisory lock. Returns null if one does. The
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
