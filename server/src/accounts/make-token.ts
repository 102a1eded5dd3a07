import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { hashToken } from '../platform/http/session-cookie.ts';
import type { TokenScope } from '../platform/http/token-scope.ts';
import { newApiToken } from './api-tokens.ts';
import { isSessionOpen } from './sessions.ts';
import { findUserForUpdate } from './store.ts';
import { countTokens, insertToken } from './token-store.ts';

const MOST_TOKENS = 50;

interface TokenWish {
  readonly userId: number;
  /** of the session that asks */
  readonly sessionToken: string | null;
  readonly name: string;
  readonly scope: TokenScope;
  /** null: it does not expire */
  readonly days: number | null;
}

/**
 * Makes an API token; only its hash is kept. Under the lock of the user's row: a deactivation or a reset that ends all tokens leaves none
 * behind that is made at the same moment.
 * @throws Problem `forbidden`, `token_limit_reached`, `auth_required`
 */
export async function makeToken(db: Database, { userId, sessionToken, name, scope, days }: TokenWish) {
  const token = newApiToken();
  return db.transaction().execute(async (tx) => {
    const user = await findUserForUpdate(tx, userId);
    if (!user || !(await isSessionOpen(tx, sessionToken))) {
      throw new Problem('unauthenticated', 'auth_required', 'Sign in first.');
    }
    if (scope === 'admin' && !user.is_admin) {
      throw new Problem('forbidden', 'forbidden', 'Only an administrator may make an API token of the scope "admin".');
    }
    if ((await countTokens(tx, userId)) >= MOST_TOKENS) {
      const message = `A user has ${MOST_TOKENS} API tokens at most. End one that is not used any more.`;
      throw new Problem('conflict', 'token_limit_reached', message, { limit: MOST_TOKENS });
    }
    const made = await insertToken(tx, {
      user_id: userId,
      name: name.trim(),
      token_hash: hashToken(token),
      scope,
      days,
    });
    return { ...made, token };
  });
}
