/** What an API token may do; each scope may do what those before it may. */
export const TOKEN_SCOPES = ['read', 'write', 'admin'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

const READS = ['GET', 'HEAD', 'OPTIONS'];
const ACCOUNTS = '/api/v1/auth';
/** Who is asking is told to a token, too. */
const WHO_AM_I = `${ACCOUNTS}/me`;
const USERS = '/api/v1/admin/users';

/**
 * The least scope that an operation asks of an API token; null: no token may, only a session. A token that was stolen must not turn into
 * something that outlives it: so with one nobody makes tokens, changes passwords, ends sessions, or decides who may sign in.
 */
export function scopeNeededFor(method: string, path: string): TokenScope | null {
  const reads = READS.includes(method);
  if (isUnder(path, ACCOUNTS)) return reads && path === WHO_AM_I ? 'read' : null;
  if (isUnder(path, USERS) && !reads) return null;
  if (isUnder(path, '/api/v1/admin')) return 'admin';
  return reads ? 'read' : 'write';
}

/** Whether a token of this scope may do what asks for that one. */
export function scopeReaches(scope: TokenScope, needed: TokenScope): boolean {
  return TOKEN_SCOPES.indexOf(scope) >= TOKEN_SCOPES.indexOf(needed);
}

/** Whether a path is this one or lies below it. */
export function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
