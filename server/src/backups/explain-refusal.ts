import { OperatorError } from '../platform/errors.ts';

/** Turns what a server says of a connection or a query into words for the operator; its address, which may hold a password, is in none. */
export function explainRefusal(error: unknown): never {
  if (error instanceof OperatorError || !(error instanceof Error)) throw error;
  const { code, message } = error as Error & { code?: string };
  // a socket or host that does not answer, or PostgreSQL's own five letters
  if (code === undefined ? /^(Connection|timeout)/.test(message) : /^(E[A-Z_]+|[0-9A-Z]{5})$/.test(code))
    throw new OperatorError(`The database cannot be used: ${message || code}.`);
  throw error;
}
