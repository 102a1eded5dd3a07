import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { setColumnTypes } from './column-types.ts';
import { ConnectionWatch } from './connection-watch.ts';
import type { Outages } from './outages.ts';
import { PoolWaits, registerPoolWaits } from './pool-waits.ts';
import { makePreparedPool } from './prepared-pool.ts';
import { CONNECT_WITHIN_MS, type ConnectionPurpose, KEEP_ALIVE, sessionSettings } from './session-settings.ts';
import type { Tables } from './tables.ts';

setColumnTypes();

/** PostgreSQL keeps the plans of prepared statements until a session ends, about ten megabytes for each session. */
const MAX_LIFETIME_SECONDS = 600;

export type Database = Kysely<Tables>;
/** A transaction, or the database where none is needed. */
export type Queries = Kysely<Tables> | Transaction<Tables>;
export type Tx = Transaction<Tables>;

export interface DatabaseConnections {
  readonly db: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Connects to PostgreSQL. A connection that breaks while idle is reported to `onError` and replaced at the next query. `outages`, if given, learns of
 * every connection and failure. `ConnectionWatch` detects connections that are lost without being closed. `purpose` sets how long a statement may take.
 * JIT is off because it takes tens of milliseconds on queries that take one. `random_page_cost` is set for solid-state disks: with the default,
 * PostgreSQL reads a whole table to join a page of 100 publications.
 */
export function connectDatabase(options: {
  url: string;
  maxConnections: number;
  name: string;
  purpose?: ConnectionPurpose;
  onError: (error: Error) => void;
  outages?: Outages;
}): DatabaseConnections {
  const settings = {
    text: `set jit = off; set random_page_cost = 1.1; set timezone = 'UTC'; ${sessionSettings(options.purpose ?? 'service')}`,
    query_timeout: CONNECT_WITHIN_MS,
  };
  const config = { connectionString: options.url, application_name: options.name, ...KEEP_ALIVE };
  const { onError, outages } = options;
  const pool = new pg.Pool({
    ...config,
    max: options.maxConnections,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    onConnect: async (client) => void (await client.query(settings)),
  });
  pool.on('error', onError);
  pool.on('connect', (client) => {
    outages?.connected();
    // the pool reports errors of idle clients only
    client.on('error', onError);
  });
  const closed = whenClosed(pool);
  new ConnectionWatch(config).follow(pool);
  const waits = new PoolWaits();
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: makePreparedPool(pool, waits, outages) }) });
  registerPoolWaits(db, waits);
  const close = async () => {
    await db.destroy();
    // the query builder was not used
    if (!pool.ending) await pool.end();
    await closed();
  };
  return { db, pool, close };
}

/**
 * Waits until all connections of an ended pool are closed. The pool itself does not wait, so the server could stop earlier and report each
 * connection as lost.
 */
function whenClosed(pool: pg.Pool): () => Promise<void> {
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  return async () => {
    while (open.size > 0) await new Promise((resolve) => pool.once('remove', resolve));
  };
}
