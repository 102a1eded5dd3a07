import { sql } from 'kysely';
import pg from 'pg';
import { OperatorError } from '../errors.ts';
import type { Database } from './database.ts';
import { superuser } from './embedded-cluster.ts';
import { type EmbeddedPaths, hasCode, runsAs } from './embedded-files.ts';
import { LOCKS } from './locks.ts';

export const databaseName = 'lectern';

/** The second key of the lock `embedded`. */
const EXCLUSIVE = 2;
const EXCLUSIVE_PATIENCE_MS = 3000;

type Address = Pick<EmbeddedPaths, 'socket' | 'port'>;

/** For node-postgres and for libpq's programs (psql, pg_dump) alike. */
export function databaseUrl({ socket, port }: Address): string {
  return `postgresql:///${databaseName}?host=${encodeURIComponent(socket)}&port=${port}&user=${superuser}&sslmode=disable`;
}

/**
 * Connects to the server at a socket, or returns why there is no connection. The database `postgres` is used for locks
 * only.
 */
export async function connectToServer({ socket, port }: Address, database = 'postgres'): Promise<pg.Client | Error> {
  const client = new pg.Client({
    host: socket,
    port,
    user: superuser,
    database,
    password: '',
    ssl: false,
    application_name: `lectern ${process.pid}`,
    connectionTimeoutMillis: 5000,
  });
  // Without a listener a broken connection would end the process; pending queries report the error anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    void client.end().catch(() => undefined);
    if (hasCode(error) && (error.code === 'EACCES' || error.code === 'EPERM')) {
      throw new OperatorError(
        `PostgreSQL's socket in ${socket} is not accessible for ${runsAs()} (${error.message}). Run Lectern as the user that started it.`,
      );
    }
    if (error instanceof Error && isConnectionLoss(error)) return error;
    throw error;
  }
}

/** Whether the server replies that it starts, recovers or stops. */
export function isStartingUp(error: Error): boolean {
  return hasCode(error) && error.code === '57P03';
}

/** Whether an error only means that the server stopped or has no free connection, so that a retry may succeed. */
export function isConnectionLoss(error: unknown): boolean {
  if (hasCode(error)) {
    return ['57P01', '57P02', '57P03', '53300', 'ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ENOENT'].includes(error.code);
  }
  return error instanceof Error && /Connection terminated|timeout expired|not queryable/.test(error.message);
}

/** Creates the product's database if it is missing, as after a kill that followed initdb. */
export async function createDatabase(client: pg.Client): Promise<void> {
  const found = await client.query('select from pg_database where datname = $1', [databaseName]);
  if (found.rowCount === 1) return;
  await client.query(`create database ${databaseName}`).catch((error: unknown) => {
    // another process created it at the same moment
    if (!hasCode(error) || (error.code !== '42P04' && error.code !== '23505')) throw error;
  });
}

/**
 * Takes the exclusive lock. It waits a moment, because the server needs time to notice that a process was killed.
 * Returns undefined when we have the lock, else the name of the process that has it.
 */
export async function takeExclusiveLock(client: pg.Client): Promise<string | undefined> {
  try {
    await client.query(`set lock_timeout = ${EXCLUSIVE_PATIENCE_MS}`);
    await client.query('select pg_advisory_lock($1, $2)', [LOCKS.embedded, EXCLUSIVE]);
    return undefined;
  } catch (error) {
    if (!hasCode(error) || error.code !== '55P03') throw error;
    const { rows } = await client.query<{ name: string }>(
      `select application_name as name from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted and classid = $1 and objid = $2 and objsubid = 2 and datname = current_database()`,
      [LOCKS.embedded, EXCLUSIVE],
    );
    return rows[0]?.name.replace('lectern ', 'process ') ?? 'process unknown';
  } finally {
    await client.query('set lock_timeout = 0');
  }
}

/** The processes other than this one that have the embedded PostgreSQL of this database open. */
export async function listOtherUsers(db: Database): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select distinct substring(application_name from '^lectern ([0-9]+)$')::int as pid from pg_stat_activity
    where datname = 'postgres' and application_name ~ '^lectern [0-9]+$' order by pid`.execute(db);
  return rows.map(({ pid }) => pid).filter((pid) => pid !== process.pid);
}
