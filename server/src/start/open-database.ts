import type { Config } from '../platform/config.ts';
import { connectDatabase, type DatabaseConnections } from '../platform/database/database.ts';
import { openEmbeddedDatabase } from '../platform/database/embedded.ts';
import { migrateToLatest, requireLatestMigration } from '../platform/database/migrate.ts';
import type { Logger } from '../platform/logger.ts';

export interface OpenDatabase extends DatabaseConnections {
  readonly url: string;
}

/** Connects to the server that DATABASE_URL names, else to the embedded one, which starts when nobody runs it yet. */
export async function openDatabase(
  config: Config,
  log: Logger,
  { exclusive, maxConnections }: { exclusive: boolean; maxConnections: number },
): Promise<OpenDatabase> {
  const embedded =
    config.databaseUrl === null
      ? await openEmbeddedDatabase({ dataDir: config.dataDir, exclusive, log: (message) => log.info(message) })
      : null;
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const connections = connectDatabase({
    url,
    maxConnections,
    name: 'lectern',
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  const close = async () => {
    await connections.close();
    await embedded?.close();
  };
  return { ...connections, url, close };
}

/** Migrates when the configuration says so, else makes sure that nothing is missing. */
export async function prepareSchema(config: Config, log: Logger, { db, pool }: DatabaseConnections): Promise<void> {
  if (!config.migrateOnStart) return requireLatestMigration(db);
  const done = await migrateToLatest(db, pool);
  if (done.length > 0) log.info({ migrations: done }, 'migrated the database');
}
