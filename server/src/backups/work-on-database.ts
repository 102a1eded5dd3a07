import { connectDatabase, type Database } from '../platform/database/database.ts';
import { migrateToLatest } from '../platform/database/migrate.ts';
import { MIGRATION_STEPS } from '../upgrade/finish-migration-store.ts';

/** Connects to a database that a restore made, and closes the connections when `work` has ended. `migrate` brings the database to the latest schema. */
export async function workOnDatabase<T>(
  url: string,
  work: (db: Database, migrate: () => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const { db, pool, close } = connectDatabase({
    url,
    maxConnections: 3,
    name: 'lectern restore',
    purpose: 'restore',
    onError: () => {},
  });
  try {
    return await work(db, () => migrateToLatest(db, pool, MIGRATION_STEPS));
  } finally {
    await close();
  }
}
