import { pause } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { connectDatabase, type DatabaseConnections } from '../platform/database/database.ts';
import { explainRefusal } from '../platform/database/database-errors.ts';
import { openEmbeddedDatabase } from '../platform/database/embedded.ts';
import { migrateToLatest, requireLatestMigration } from '../platform/database/migrate.ts';
import { Outages } from '../platform/database/outages.ts';
import type { ConnectionPurpose } from '../platform/database/session-settings.ts';
import type { Logger } from '../platform/logger.ts';
import { MIGRATION_STEPS } from '../upgrade/finish-migration-store.ts';

export interface OpenDatabase extends DatabaseConnections {
  readonly url: string;
  readonly outages: Outages;
}

interface DatabaseOptions {
  /** Whether to refuse an embedded database that a service has open. */
  readonly exclusive: boolean;
  /** Whether to refuse a DATA_DIR without a database, and create nothing. */
  readonly mustExist?: boolean;
  readonly maxConnections: number;
  readonly purpose?: ConnectionPurpose;
}

const QUERIES_END_WITHIN_MS = 1000;

/**
 * Connects to the server in DATABASE_URL, or to the embedded one, which is started if it does not run.
 * @throws OperatorError when the server cannot be used
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  { exclusive, mustExist = false, maxConnections, purpose }: DatabaseOptions,
): Promise<OpenDatabase> {
  const embedded =
    config.databaseUrl === null
      ? await openEmbeddedDatabase({
          dataDir: config.dataDir,
          exclusive,
          mustExist,
          log: (message) => log.info(message),
        })
      : null;
  if (embedded) log.info(`The data is in ${config.dataDir}`);
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const outages = new Outages(log);
  const connections = connectDatabase({
    url,
    maxConnections,
    name: 'lectern',
    ...(purpose ? { purpose } : {}),
    onError: (error) => outages.lost(error),
    outages,
  });
  const close = async () => {
    await endConnections(connections);
    await embedded?.close();
  };
  if (config.databaseUrl !== null) {
    await connections.pool.connect().then(
      (client) => client.release(),
      async (error: Error & { code?: string }) => {
        await close();
        throw explainRefusal(url, error);
      },
    );
  }
  return { ...connections, url, outages, close };
}

/** Closes the connections. A running query may wait for another one forever, so this waits only for a limited time. */
async function endConnections(connections: DatabaseConnections): Promise<void> {
  const ended = new AbortController();
  await Promise.race([connections.close().finally(() => ended.abort()), pause(QUERIES_END_WITHIN_MS, ended.signal)]);
}

/**
 * Migrates the schema if configured, on connections without a statement timeout. Otherwise requires the schema of this
 * version.
 */
export async function prepareSchema(config: Config, log: Logger, { db, url }: OpenDatabase): Promise<void> {
  if (!config.migrateOnStart) return requireLatestMigration(db);
  const migrating = connectDatabase({
    url,
    maxConnections: 3,
    name: 'lectern migration',
    purpose: 'migration',
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  try {
    const done = await migrateToLatest(migrating.db, migrating.pool, MIGRATION_STEPS);
    if (done.length > 0) log.info(`migrated the database: ${done.join(', ')}`);
  } finally {
    await endConnections(migrating);
  }
}
