import { isReadOnly } from './read-only.ts';
import { isStorageFull } from './storage-full.ts';

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
