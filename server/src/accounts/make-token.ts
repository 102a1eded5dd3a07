import type { Queries } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { SessionUser } from '../platform/http/endpoint.ts';
import { hashToken, type SessionControl } from '../platform/http/session-cookie.ts';
import type { TokenScope } from '../platform/http/token-scope.ts';
import { checkName } from '../platform/own-name.ts';
import type { Services } from '../platform/services.ts';
import { newApiToken } from './api-tokens.ts';
import { confirmPassword } from './confirm-password.ts';
import { MAX_TOKEN_NAME_LENGTH } from './contract.ts';
import type { Origin } from './origin.ts';
import { isSessionOpen } from './sessions.ts';
import { findUserForUpdate } from './store.ts';
import { countTokens, insertToken } from './token-store.ts';

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
