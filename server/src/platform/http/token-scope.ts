/** What an API token may do. Each scope includes those before it. */
export const TOKEN_SCOPES = ['read', 'write', 'admin'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** The methods that change nothing. */
export const READS = ['GET', 'HEAD', 'OPTIONS'];
/** The versioned API. */
export const API = '/api/v1';
const ACCOUNTS = '/api/v1/auth';
const ME = `${ACCOUNTS}/me`;
/** The addresses of feeds have their secrets in them. */
const FEEDS = '/api/v1/feeds';
/** The key says to whose library of Zotero lists are pushed. */
const ZOTERO = '/api/v1/zotero';
const USERS = '/api/v1/admin/users';
/** What is sent or served without a session, also after a token has ended. */
const OUTGOING = ['/api/v1/channels', '/api/v1/public-lists'];

/**
 * The scope that an operation needs; null if it needs a session. A stolen token must not lead to anything that outlives
 * it, so no token may create tokens, read the addresses of feeds, change passwords, end sessions, decide who may sign
 * in, have news sent elsewhere, or publish lists.
 */
export function scopeNeededFor(method: string, path: string): TokenScope | null {
  const reads = READS.includes(method);
  if (isUnder(path, ACCOUNTS)) return reads && path === ME ? 'read' : null;
  if (isUnder(path, FEEDS) || (path === ZOTERO && !reads)) return null;
  if ([USERS, ...OUTGOING].some((prefix) => isUnder(path, prefix)) && !reads) return null;
  if (isUnder(path, '/api/v1/admin')) return 'admin';
  return reads ? 'read' : 'write';
}

/** Whether a scope includes the needed one. */
export function scopeReaches(scope: TokenScope, needed: TokenScope): boolean {
  return TOKEN_SCOPES.indexOf(scope) >= TOKEN_SCOPES.indexOf(needed);
}

/** Whether a path is `prefix` or below it. */
export function isUnder(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}
