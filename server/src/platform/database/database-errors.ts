import { type Kysely, sql } from 'kysely';
import { OperatorError } from '../errors.ts';
import { one } from './one.ts';
import type { Tables } from './tables.ts';

/**
 * https://www.postgresql.org/docs/15/errcodes-appendix.html: connection lost, session ended within an idle or long
 * transaction, login refused, unknown database, too many connections, starting or stopping.
 */
const SQL_STATES = /^(08...|25P0[34]|28000|28P01|3D000|53300|55000|57P0[1-5])$/;
const NETWORK_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The message of node-postgres, without a code, if a query got no response in time. */
const QUERY_TIMEOUT = 'Query read timeout';
/** Messages of node-postgres, without a code, about a connection that broke or was never made. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;

/** Whether a query got no response within `query_timeout`. */
export function isQueryTimeout({ message }: Error): boolean {
  return message === QUERY_TIMEOUT;
}

/** Whether PostgreSQL is starting, stopping or unreachable, so that a retry may succeed. */
export function isDatabaseUnavailable(error: Error & { code?: string; syscall?: string }): boolean {
  const { code = '', syscall, message } = error;
  // a missing socket has the code of a missing file
  return (
    SQL_STATES.test(code) ||
    NETWORK_ERRORS.has(code) ||
    (code === 'ENOENT' && syscall === 'connect') ||
    WORDS.test(message) ||
    message === QUERY_TIMEOUT
  );
}

/**
 * A transaction waited too long for a lock, a statement took longer than its limit or was canceled, or PostgreSQL
 * aborted the transaction because of another one.
 */
const CONTENTION = new Set(['55P03', '57014', '40P01', '40001']);

/** Whether PostgreSQL responds but did not finish the work in time, so that the same request may succeed later. */
export function isOverloaded({ code = '' }: Error & { code?: string }): boolean {
  return CONTENTION.has(code);
}

/**
 * Whether a table is missing, as in an empty database that an operator restores a dump into while the service runs.
 * Requests may succeed later. For workers it is an error, because they cannot tell it from a migration that is missing.
 */
export function isTableMissing({ code = '' }: Error & { code?: string }): boolean {
  return code === '42P01';
}

/**
 * Whether an error is transient: the database is unavailable or read-only, its disk is full, or it ended a deadlock by
 * aborting this transaction.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: string };
  return (
    isDatabaseUnavailable(error) || isReadOnly(error) || isStorageFull(error) || code === '40P01' || code === '40001'
  );
}

/** https://www.postgresql.org/docs/15/errcodes-appendix.html: disk_full */
const DISK_FULL = '53100';

/** Whether PostgreSQL could not write because its disk is full. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DISK_FULL;
}

/**
 * Makes the server write a few hundred kilobytes of temporary files, which it removes at once, by a sort with too
 * little memory. The connection keeps that setting.
 * @throws the error of PostgreSQL; `isStorageFull` is true if the disk is full
 */
export async function tryToWrite(db: Kysely<Tables>): Promise<void> {
  // two statements in one message; the sort takes the memory that is set when it begins
  await sql`
    set work_mem = '64kB';
    select sum(octet_length(line)) from (select repeat('x', 8000) as line from generate_series(1, 40) n order by n desc offset 0) sorted`.execute(
    db,
  );
}

/** https://www.postgresql.org/docs/15/errcodes-appendix.html: read_only_sql_transaction */
const READ_ONLY = '25006';

/** Whether PostgreSQL refused to write because the database is read-only, as a standby is after a failover. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === READ_ONLY;
}

/** Whether PostgreSQL refuses to write now. */
export async function refusesChanges(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ value: string }>`select current_setting('transaction_read_only') as value`.execute(db);
  return one(rows, 'whether the database is read-only').value === 'on';
}

/** What node-postgres says of a server that cannot be used, without the URL, which contains the password. */
export function explainRefusal(url: string, error: Error & { code?: string }): OperatorError {
  // libpq allows a user before an empty host, but the URL parser does not
  const { host, pathname, searchParams } = new URL(url.replace(/:\/\/[^/]*@\//, ':///'));
  const server = host || searchParams.get('host') || 'its default host';
  const reason = error.message || error.code || 'no reason given';
  const name = pathname.length > 1 ? ` ${pathname.slice(1)}` : '';
  return new OperatorError(
    `The PostgreSQL database${name} on ${server} cannot be used: ${reason}. Check the settings, and that PostgreSQL is running.`,
  );
}
