import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Outages } from './outages.ts';
import { PoolWaits, preparedPools, registerPoolWaits } from './pools.ts';
import {
  CONNECT_WITHIN_MS,
  type ConnectionPurpose,
  KEEP_ALIVE,
  PLANNER_SETTINGS,
  queryTimeoutMs,
  sessionSettings,
} from './session-settings.ts';
import type { Tables } from './tables.ts';

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
 * Connects to PostgreSQL. A connection that breaks while idle is reported to `onError` and replaced at the next query.
 * `outages`, if given, learns of every connection and failure. `purpose` sets how long a statement may take, and how
 * long a query waits for its response before its connection counts as lost. `timeoutMs` replaces the second limit in
 * tests.
 */
export function connectDatabase(options: {
  url: string;
  maxConnections: number;
  name: string;
  purpose?: ConnectionPurpose;
  onError: (error: Error) => void;
  outages?: Outages;
  timeoutMs?: number;
}): DatabaseConnections {
  const { onError, outages, purpose = 'service', timeoutMs = queryTimeoutMs(purpose) } = options;
  const planner = Object.entries(PLANNER_SETTINGS).map(([name, value]) => `set ${name} = ${value}; `);
  const settings = {
    text: `${planner.join('')}set timezone = 'UTC'; ${sessionSettings(purpose)}`,
    query_timeout: CONNECT_WITHIN_MS,
  };
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.name,
    ...KEEP_ALIVE,
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
  const waits = new PoolWaits();
  const poolWith = preparedPools(pool, waits, outages);
  const build = (ms: number) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolWith(ms) }) });
  const db = build(timeoutMs);
  registerPoolWaits(db, waits);
  if (purpose === 'service') patient.set(db, build(queryTimeoutMs('report')));
  const close = async () => {
    await db.destroy();
    // the query builder was not used
    if (!pool.ending) await pool.end();
    await closed();
  };
  return { db, pool, close };
}

const patient = new WeakMap<Database, Database>();

/**
 * The same connections for a job whose transactions set a longer statement timeout. Each query waits half an hour for
 * its response, so a lost connection may be noticed only then.
 */
export function forLongStatements(db: Database): Database {
  return patient.get(db) ?? db;
}

/**
 * Waits until all connections of an ended pool are closed. The pool itself does not wait, so the server could stop
 * earlier and report each connection as lost.
 */
function whenClosed(pool: pg.Pool): () => Promise<void> {
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  return async () => {
    while (open.size > 0) await new Promise((resolve) => pool.once('remove', resolve));
  };
}

const parseAnyTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/** Our connections use UTC. JavaScript's own parser reads ISO 8601 several times faster than the driver's. */
function parseTime(text: string): Date {
  return text.endsWith('+00') ? new Date(`${text.slice(0, 10)}T${text.slice(11)}:00`) : parseAnyTime(text);
}

/** OID of bigint[]; our arrays of ids hold no null. */
const INT8_ARRAY = 1016 as Parameters<typeof pg.types.setTypeParser>[0];

function parseIds(text: string): number[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(Number);
}

// bigint becomes a number (ids and counts, all below 2^53), and times become dates
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(INT8_ARRAY, parseIds);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTime);
