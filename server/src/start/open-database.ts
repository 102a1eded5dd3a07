import { pause } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { connectDatabase, type DatabaseConnections } from '../platform/database/database.ts';
import { openEmbeddedDatabase } from '../platform/database/embedded.ts';
import { migrateToLatest, requireLatestMigration } from '../platform/database/migrate.ts';
import type { ConnectionPurpose } from '../platform/database/session-settings.ts';
import { OperatorError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { MIGRATION_STEPS } from '../publications/finish-migration-store.ts';

export interface OpenDatabase extends DatabaseConnections {
  readonly url: string;
}

const QUERIES_END_WITHIN_MS = 1000;

/**
 * Connects to the server that DATABASE_URL names, else to the embedded one, which starts when nobody runs it yet.
 * @throws OperatorError when neither can be used
 */
export async function openDatabase(
  config: Config,
  log: Logger,
  { exclusive, maxConnections, purpose }: { exclusive: boolean; maxConnections: number; purpose?: ConnectionPurpose },
): Promise<OpenDatabase> {
  const embedded =
    config.databaseUrl === null
      ? await openEmbeddedDatabase({ dataDir: config.dataDir, exclusive, log: (message) => log.info(message) })
      : null;
  if (embedded) log.info(`The data is in ${config.dataDir}`);
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const connections = connectDatabase({
    url,
    maxConnections,
    name: 'lectern',
    ...(purpose ? { purpose } : {}),
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
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
  return { ...connections, url, close };
}

/** A query that is still under way may wait for another one for ever: then its connection is given up. */
async function endConnections(connections: DatabaseConnections): Promise<void> {
  const ended = new AbortController();
  await Promise.race([connections.close().finally(() => ended.abort()), pause(QUERIES_END_WITHIN_MS, ended.signal)]);
}

/** What node-postgres says of a server that cannot be used, without the address, which has the password in it. */
function explainRefusal(url: string, error: Error & { code?: string }): OperatorError {
  // libpq allows a user before an empty host, the URL parser does not
  const { host, pathname, searchParams } = new URL(url.replace(/:\/\/[^/]*@\//, ':///'));
  const server = host || searchParams.get('host') || 'its default host';
  const reason = error.message || error.code || 'no reason given';
  return new OperatorError(
    `The PostgreSQL that DATABASE_URL names (${server}, database ${pathname.slice(1) || 'by default'}) cannot be used: ${reason}.`,
  );
}

/** Migrates when the configuration says so, on connections whose statements may take any time. Otherwise makes sure that nothing is missing. */
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
    if (done.length > 0) log.info({ migrations: done }, 'migrated the database');
  } finally {
    await endConnections(migrating);
  }
}
