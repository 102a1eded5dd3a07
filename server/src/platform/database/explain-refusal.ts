import { OperatorError } from '../errors.ts';

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
