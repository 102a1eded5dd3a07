import { isStorageFull } from './storage-full.ts';

/** https://www.postgresql.org/docs/15/errcodes-appendix.html: connection lost, no way in, no such database, too many connections, starting or stopping. */
const SQL_STATES = /^(08...|28000|28P01|3D000|53300|55000|57P0[1-5])$/;
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
/** What node-postgres says of a connection that broke or was never made, without a code. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error)/;

/** Whether PostgreSQL is starting, stopping or out of reach: asking again in a while may help. */
export function isDatabaseAway(error: Error & { code?: string; syscall?: string }): boolean {
  const { code = '', syscall, message } = error;
  // a missing socket looks like a missing file
  return (
    SQL_STATES.test(code) ||
    NETWORK_ERRORS.has(code) ||
    (code === 'ENOENT' && syscall === 'connect') ||
    WORDS.test(message)
  );
}

/** Whether an error lies in the moment: the database went away, has no room on its disk, or chose this transaction to end a deadlock. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: string };
  return isDatabaseAway(error) || isStorageFull(error) || code === '40P01' || code === '40001';
}
