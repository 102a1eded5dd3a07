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

const MOST_TOKENS = 50;

interface TokenWish {
  /** of the session that asks */
  readonly sessionToken: string | null;
  readonly name: string;
  readonly scope: TokenScope;
  /** null: it does not expire */
  readonly days: number | null;
  /** the user's own, where the token needs it */
  readonly password: string | null;
  /** the client's address */
  readonly address: string;
}

/**
 * Makes an API token; only its hash is kept. One of the scope `admin`, or without an end, asks for the password: who finds a browser open must
 * not leave with more than the session. Under the lock of the user's row: a deactivation or a reset that ends all tokens leaves none behind
 * that is made at the same moment.
 * @throws Problem `forbidden`, `invalid_current_password`, `rate_limited`, `not_ready`, `token_limit_reached`, `auth_required`
 */
export async function makeToken(services: Pick<Services, 'db' | 'config'>, user: SessionUser, wish: TokenWish) {
  const { sessionToken, name, scope, days } = wish;
  if (scope === 'admin' && !user.is_admin) throw notForYou();
  const needsPassword = scope === 'admin' || days === null;
  // before the password is looked at: where nothing is made, a right one would stay counted as a failed login
  if (needsPassword) await refuseBeyondLimit(services.db, user.id);
  const confirmed = needsPassword ? await confirm(services, user, wish) : null;
  const token = newApiToken();
  return services.db.transaction().execute(async (tx) => {
    const now = confirmed ? await confirmed.use(tx) : await findUserForUpdate(tx, user.id);
    if (!now || !(await isSessionOpen(tx, sessionToken))) {
      throw new Problem('unauthenticated', 'auth_required', 'Sign in first.');
    }
    if (scope === 'admin' && !now.is_admin) throw notForYou();
    await refuseBeyondLimit(tx, user.id);
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

async function refuseBeyondLimit(q: Queries, userId: number): Promise<void> {
  if ((await countTokens(q, userId)) < MOST_TOKENS) return;
  const message = `A user has ${MOST_TOKENS} API tokens at most. End one that is not used any more.`;
  throw new Problem('conflict', 'token_limit_reached', message, { limit: MOST_TOKENS });
}

async function confirm(
  services: Pick<Services, 'db' | 'config'>,
  user: SessionUser,
  { password, address }: { password: string | null; address: string },
) {
  if (password !== null) return confirmPassword(services, user, { password, address });
  const message =
    'An API token of the scope "admin", or without an end, needs your password: send it as current_password.';
  throw new Problem('invalid', 'invalid_current_password', message);
}

function notForYou(): Problem {
  return new Problem('forbidden', 'forbidden', 'Only an administrator may make an API token of the scope "admin".');
}
