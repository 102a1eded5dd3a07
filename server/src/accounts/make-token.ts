import type { Queries } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { Services, SessionUser } from '../platform/http/endpoint.ts';
import { hashToken } from '../platform/http/session-cookie.ts';
import type { TokenScope } from '../platform/http/token-scope.ts';
import { newApiToken } from './api-tokens.ts';
import { confirmPassword } from './confirm-password.ts';
import { isSessionOpen } from './sessions.ts';
import { findUserForUpdate } from './store.ts';
import { countTokens, insertToken } from './token-store.ts';

const MAX_TOKENS = 50;

interface TokenRequest {
  /** of the session that sent the request */
  readonly sessionToken: string | null;
  readonly name: string;
  readonly scope: TokenScope;
  /** until the token expires; null: never */
  readonly days: number | null;
  /** the user's, if this token requires it */
  readonly password: string | null;
  /** the client's address */
  readonly address: string;
}

/**
 * Creates an API token and stores only its hash. A token that has the scope `admin` or never expires requires the password, because someone at
 * an unattended browser must not gain more than the session. The insert runs under the lock on the user's row, so a deactivation or a password
 * reset at the same time revokes this token too.
 * @throws Problem `forbidden`, `invalid_current_password`, `rate_limited`, `not_ready`, `token_limit_reached`, `auth_required`
 */
export async function makeToken(services: Pick<Services, 'db' | 'config'>, user: SessionUser, request: TokenRequest) {
  const { sessionToken, name, scope, days } = request;
  if (scope === 'admin' && !user.is_admin) throw adminsOnly();
  const needsPassword = scope === 'admin' || days === null;
  // before the password check, because a right password without a new token would stay counted as a failed login
  if (needsPassword) await requireBelowLimit(services.db, user.id);
  const confirmed = needsPassword ? await confirm(services, user, request) : null;
  const token = newApiToken();
  return services.db.transaction().execute(async (tx) => {
    const now = confirmed ? await confirmed.use(tx) : await findUserForUpdate(tx, user.id);
    if (!now || !(await isSessionOpen(tx, sessionToken))) {
      throw new Problem('unauthenticated', 'auth_required', 'Sign in first.');
    }
    if (scope === 'admin' && !now.is_admin) throw adminsOnly();
    await requireBelowLimit(tx, user.id);
    const made = await insertToken(tx, {
      user_id: user.id,
      name: name.trim(),
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

async function confirm(
  services: Pick<Services, 'db' | 'config'>,
  user: SessionUser,
  { password, address }: { password: string | null; address: string },
) {
  if (password !== null) return confirmPassword(services, user, { password, address });
  const message =
    'An API token that has the scope "admin" or never expires requires your password. Send it as current_password.';
  throw new Problem('invalid', 'invalid_current_password', message);
}

function adminsOnly(): Problem {
  return new Problem('forbidden', 'forbidden', 'Only an administrator can create an API token with the scope "admin".');
}
