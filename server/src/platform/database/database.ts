import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { setColumnTypes } from './column-types.ts';
import { keepPoolWaits, PoolWaits } from './pool-waits.ts';
import { preparedPool } from './prepared-pool.ts';
import type { Tables } from './tables.ts';

setColumnTypes();

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
 * Connects to PostgreSQL. A connection that breaks while idle is told to `onError` and replaced at the next query.
 * JIT is off: it costs tens of milliseconds on queries that take one. Random pages cost as on a solid-state disk or in memory: with the
 * default of a spinning disk, a page of 100 works is joined by reading a whole table.
 */
export function connectDatabase(options: {
  url: string;
  maxConnections: number;
  name: string;
  onError: (error: Error) => void;
}): DatabaseConnections {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections,
    application_name: options.name,
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 60_000,
    onConnect: async (client) =>
      void (await client.query("set jit = off; set random_page_cost = 1.1; set timezone = 'UTC'")),
  });
  pool.on('error', options.onError);
  // a client that is checked out tells its errors itself
  pool.on('connect', (client) => client.on('error', options.onError));
  const waits = new PoolWaits();
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparedPool(pool, waits) }) });
  keepPoolWaits(db, waits);
  return { db, pool, close: () => db.destroy() };
}
