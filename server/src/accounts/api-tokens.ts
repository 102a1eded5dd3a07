import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { SessionUser } from '../platform/http/endpoint.ts';
import { hashToken, newToken } from '../platform/http/session-cookie.ts';
import type { TokenScope } from '../platform/http/token-scope.ts';
import { deleteToken, deleteTokensExpiredFor, findToken, touchToken } from './token-store.ts';

/** Tells people, and the scanners that look for leaked secrets, what it is. */
const PREFIX = 'lectern_pat_';
const TOKEN = new RegExp(`^${PREFIX}[\\w-]{43}$`);

/** For how long an expired token is still listed, so that its owner sees why a script has stopped. */
const LISTED_AFTER_EXPIRY_DAYS = 30;

/** A new token of 256 bits: nobody finds one by trying, so wrong ones are not counted. */
export function newApiToken(): string {
  return PREFIX + newToken();
}

/** Whose token it is and what it may do; null when it was ended, has expired, or its user may not sign in. */
export async function findTokenUser(
  db: Database,
  token: string,
): Promise<{ id: number; user: SessionUser; scope: TokenScope } | null> {
  if (!TOKEN.test(token)) return null;
  const tokenHash = hashToken(token);
  const found = await findToken(db, tokenHash);
  if (!found) return null;
  const { token_id: id, scope, is_stale, ...user } = found;
  // a request must not fail because its use could not be noted: the next one tries again
  if (is_stale) await touchToken(db, tokenHash).catch(() => {});
  return { id, user, scope };
}

/** Ends one of the user's tokens, on every replica. @throws Problem `not_found`, for another user's token as well */
export async function endToken(db: Database, userId: number, id: number): Promise<void> {
  if (await deleteToken(db, userId, id)) return;
  throw new Problem('not_found', 'not_found', 'You have no API token with this id.');
}

/** Forgets the tokens that expired long ago. */
export async function forgetExpiredTokens(db: Database): Promise<void> {
  await deleteTokensExpiredFor(db, LISTED_AFTER_EXPIRY_DAYS);
}
