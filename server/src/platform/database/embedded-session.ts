import pg from 'pg';
import { OperatorError } from '../errors.ts';
import { superuser } from './embedded-cluster.ts';
import { hasCode, runsAs } from './embedded-files.ts';

export const databaseName = 'lectern';

/** Advisory locks in the database `postgres`, where nothing else takes any. */
const lockSpace = 0x4c656374;
const locks = { inUse: 1, exclusive: 2, creating: 3 };
const exclusivePatienceMs = 3000;

/** What an attempt to connect found: a server, none, one that is starting or stopping, or one that hung up. */
export type Attempt =
  | { readonly state: 'connected'; readonly client: pg.Client }
  | { readonly state: 'absent' | 'waking' | 'gone'; readonly reason: string };

/** Connects to the server behind a socket folder. */
export async function attemptConnection(socket: string): Promise<Attempt> {
  const client = new pg.Client({
    host: socket,
    port: 5432,
    user: superuser,
    database: 'postgres',
    password: '',
    ssl: false,
    application_name: `lectern ${process.pid}`,
    connectionTimeoutMillis: 5000,
  });
  // Without a listener a broken connection would end the process; whoever waits for an answer gets the error anyway.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return { state: 'connected', client };
  } catch (error) {
    void client.end().catch(() => undefined);
    if (hasCode(error) && (error.code === 'EACCES' || error.code === 'EPERM')) {
      throw new OperatorError(
        `PostgreSQL's socket in ${socket} is closed to ${runsAs()} (${error.message}). Run Lectern as the user that started it.`,
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    if (hasCode(error) && ['ENOENT', 'ECONNREFUSED'].includes(error.code)) return { state: 'absent', reason };
    if (hasCode(error) && error.code === '57P03') return { state: 'waking', reason };
    if (isConnectionLoss(error)) return { state: 'gone', reason };
    throw error;
  }
}

/** Whether an error only says that the server went away, or has no place free: trying again may help. */
export function isConnectionLoss(error: unknown): boolean {
  if (hasCode(error)) {
    return ['57P01', '57P02', '57P03', '53300', 'ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ENOENT'].includes(error.code);
  }
  return error instanceof Error && /Connection terminated|timeout expired|not queryable/.test(error.message);
}

/** Says that this connection's process uses the server; waits while another one is just stopping it. */
export async function markInUse(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, $2)', [lockSpace, locks.inUse]);
}

/** Takes that back, and says whether nobody else uses the server: then nobody can begin to, while this connection lives. */
export async function giveUpUse(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_all()');
  const result = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1, $2) as got', [
    lockSpace,
    locks.inUse,
  ]);
  return result.rows[0]?.got === true;
}

/** Makes the product's database if it is missing, as after a kill right behind initdb. */
export async function makeDatabase(client: pg.Client): Promise<void> {
  if (await hasDatabase(client)) return;
  await client.query('select pg_advisory_lock($1, $2)', [lockSpace, locks.creating]);
  if (!(await hasDatabase(client))) await client.query(`create database ${databaseName}`);
  await client.query('select pg_advisory_unlock($1, $2)', [lockSpace, locks.creating]);
}

async function hasDatabase(client: pg.Client): Promise<boolean> {
  return (await client.query('select from pg_database where datname = $1', [databaseName])).rowCount === 1;
}

/**
 * Takes the lock that only one process has; a killed one's connection needs a moment to be noticed.
 * Returns undefined when we have it, else the words for who does.
 */
export async function takeExclusive(client: pg.Client): Promise<string | undefined> {
  try {
    await client.query(`set lock_timeout = ${exclusivePatienceMs}`);
    await client.query('select pg_advisory_lock($1, $2)', [lockSpace, locks.exclusive]);
    return undefined;
  } catch (error) {
    if (!hasCode(error) || error.code !== '55P03') throw error;
    return await findExclusiveHolder(client);
  } finally {
    await client.query('set lock_timeout = 0');
  }
}

async function findExclusiveHolder(client: pg.Client): Promise<string> {
  const result = await client.query<{ name: string }>(
    `select activity.application_name as name
       from pg_locks join pg_stat_activity activity using (pid)
      where locktype = 'advisory' and granted and classid = $1 and objid = $2 and objsubid = 2
        and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    [lockSpace, locks.exclusive],
  );
  return result.rows[0]?.name.replace('lectern ', 'process ') ?? 'process unknown';
}
