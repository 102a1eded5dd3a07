import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { SessionUser } from '../platform/http/endpoint.ts';
import { hashToken, newToken } from '../platform/http/session-cookie.ts';
import type { TokenScope } from '../platform/http/token-scope.ts';
import { deleteToken, deleteTokensExpiredFor, findToken, touchToken } from './token-store.ts';

/** People, and scanners for leaked secrets, recognize a token by this prefix. */
const PREFIX = 'lectern_pat_';
const TOKEN = new RegExp(`^${PREFIX}[\\w-]{43}$`);

/** How long an expired token stays in the list, so that its owner sees why a script stopped working. */
const LISTED_AFTER_EXPIRY_DAYS = 30;

/** Returns a new token of 256 bits. It cannot be guessed, so wrong tokens are not counted. */
export function newApiToken(): string {
  return PREFIX + newToken();
}

/**
 * Returns a token's user and scope. Returns null if the token was revoked or has expired, or if its user is inactive.
 */
export async function findTokenUser(
  db: Database,
  token: string,
): Promise<{ id: number; user: SessionUser; scope: TokenScope } | null> {
  if (!TOKEN.test(token)) return null;
  const tokenHash = hashToken(token);
  const found = await findToken(db, tokenHash);
  if (!found) return null;
  const { token_id: id, scope, is_stale, ...user } = found;
  // a request must not fail because the time of use could not be saved; the next request tries again
  if (is_stale) await touchToken(db, tokenHash).catch(() => {});
  return { id, user, scope };
}

/**
 * Revokes one of the user's tokens, on every replica. @throws Problem `token_not_found`, also if the token is another
 * user's
 */
export async function endToken(db: Database, userId: number, id: number): Promise<void> {
  if (await deleteToken(db, userId, id)) return;
  throw new Problem('not_found', 'token_not_found', 'You have no API token with this id.');
}

/** Deletes the tokens that expired long ago. */
export async function deleteExpiredTokens(db: Database): Promise<void> {
  await deleteTokensExpiredFor(db, LISTED_AFTER_EXPIRY_DAYS);
}
