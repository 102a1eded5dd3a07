import { connectDatabase, type Database } from '../platform/database/database.ts';
import { migrateToLatest, requireLatestMigration } from '../platform/database/migrate.ts';
import { OperatorError } from '../platform/errors.ts';
import { MIGRATION_STEPS } from '../publications/finish-migration-store.ts';
import { countRows } from './load-store.ts';
import { gatherStatistics, voidClaims } from './prepare-store.ts';

/** Looks into a restored database; gives what an operator should know, in words. */
export type CheckRestored = (db: Database) => Promise<readonly string[]>;

/**
 * Makes a loaded database ready for the service: sees that every row of the dump arrived, migrates it, and gives the work that was under way
 * when the dump was made back to the queue.
 * @returns what the check has to say
 * @throws OperatorError when rows are missing
 */
export async function prepareRestored(
  url: string,
  { counts, check }: { counts: ReadonlyMap<string, number>; check: CheckRestored },
): Promise<readonly string[]> {
  const found = await countRows(url, counts.keys());
  for (const [table, count] of counts)
    if (found.get(table) !== count)
      throw new OperatorError(`Of table ${table} ${found.get(table)} of ${count} rows arrived.`);
  const { db, pool, close } = connectDatabase({
    url,
    maxConnections: 3,
    name: 'lectern restore',
    purpose: 'restore',
    onError: () => {},
  });
  try {
    await migrateToLatest(db, pool, MIGRATION_STEPS);
    await requireLatestMigration(db);
    await voidClaims(db);
    await gatherStatistics(db);
    return await check(db);
  } finally {
    await close();
  }
}
