import type { Database, Queries } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { SessionUser } from '../platform/http/endpoint.ts';
import { hashToken, newToken, type SessionControl } from '../platform/http/session-cookie.ts';
import type { TokenScope } from '../platform/http/token-scope.ts';
import { checkName } from '../platform/own-name.ts';
import type { Services } from '../platform/services.ts';
import { confirmPassword } from './confirm-password.ts';
import { MAX_TOKEN_NAME_LENGTH } from './contract.ts';
import type { Origin } from './record-sign-in.ts';
import { isSessionOpen } from './sessions.ts';
import { findUserForUpdate } from './store.ts';
import { countTokens, deleteToken, deleteTokensExpiredFor, findToken, insertToken, touchToken } from './token-store.ts';

const MAX_TOKENS = 50;

interface TokenRequest {
  readonly session: SessionControl;
  readonly name: string;
  readonly scope: TokenScope;
  /** until the token expires; null: never */
  readonly days: number | null;
  /** the user's; null: it was not sent */
  readonly password: string | null;
  readonly origin: Origin;
}

/**
 * Creates an API token and stores only its hash. It requires a recent sign-in or the password. A token that has the
 * scope `admin` or never expires requires the password in any case, because someone at an unattended browser must not
 * gain more than the session. The insert runs under the lock on the user's row, so a deactivation or a password reset
 * at the same time revokes this token too.
 * @throws Problem `validation_error`, `forbidden`, `invalid_current_password`, `password_required`, `rate_limited`,
 * `not_ready`, `token_limit_reached`, `auth_required`
 */
export async function makeToken(services: Pick<Services, 'db' | 'config'>, user: SessionUser, request: TokenRequest) {
  const { session, scope, days, password, origin } = request;
  const name = checkName(request.name, { what: 'token', path: 'name', maxLength: MAX_TOKEN_NAME_LENGTH });
  if (scope === 'admin' && !user.is_admin) throw adminsOnly();
  if (password === null) {
    if (scope === 'admin' || days === null) throw passwordMissing();
    session.requireRecentSignIn();
  }
  // before the password check, because a right password without a new token would stay counted as a failed login
  if (password !== null) await requireBelowLimit(services.db, user.id);
  const confirmed =
    password === null ? null : await confirmPassword(services, user, { password, sessionToken: session.token, origin });
  const token = newApiToken();
  return services.db.transaction().execute(async (tx) => {
    const now = confirmed ? await confirmed.use(tx) : await findUserForUpdate(tx, user.id);
    if (!now || !(await isSessionOpen(tx, session.token))) {
      throw new Problem('unauthenticated', 'auth_required', 'Sign in first.');
    }
    if (scope === 'admin' && !now.is_admin) throw adminsOnly();
    await requireBelowLimit(tx, user.id);
    const made = await insertToken(tx, {
      user_id: user.id,
      name,
      token_hash: hashToken(token),
      scope,
      days,
    });
    return { ...made, token };
  });
}

async function requireBelowLimit(q: Queries, userId: number): Promise<void> {
  if ((await countTokens(q, userId)) < MAX_TOKENS) return;
  const message = `You already have ${MAX_TOKENS} API tokens. Revoke one that you no longer use.`;
  throw new Problem('conflict', 'token_limit_reached', message, { limit: MAX_TOKENS });
}

function passwordMissing(): Problem {
  const message =
    'An API token that has the scope "admin" or never expires requires your password. Send it as current_password.';
  return new Problem('invalid', 'invalid_current_password', message);
}

function adminsOnly(): Problem {
  return new Problem('forbidden', 'forbidden', 'Only an administrator can create an API token with the scope "admin".');
}

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
