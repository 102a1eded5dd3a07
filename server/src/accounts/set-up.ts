import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { SessionUser } from '../platform/http/endpoint.ts';
import { hashToken } from '../platform/http/session-cookie.ts';
import { insertFirstAdmin } from './insert-first-admin.ts';
import { prepareFirstAdmin } from './prepare-first-admin.ts';
import { type Origin, startSession } from './sessions.ts';
import { hasSetupToken, hasUsers } from './store.ts';

interface FirstAccount extends Origin {
  /** from the set-up link */
  readonly token: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Makes the first administrator for who has a set-up link, and begins a session.
 * @throws Problem `forbidden`, `validation_error`, `invalid_password`
 */
export async function setUp(
  db: Database,
  { token, email, password, ...origin }: FirstAccount,
): Promise<{ user: SessionUser; token: string }> {
  if (await hasUsers(db)) throw alreadyDone();
  // looked up by its hash, so that the time tells nothing of the tokens there are
  if (!(await hasSetupToken(db, hashToken(token))))
    throw new Problem('forbidden', 'forbidden', 'This set-up link is not valid.');
  const admin = await prepareFirstAdmin(email, password);
  return db.transaction().execute(async (tx) => {
    const user = await insertFirstAdmin(tx, admin);
    if (!user) throw alreadyDone();
    const { id, is_admin, is_active } = user;
    return { user: { id, email: user.email, is_admin, is_active }, token: await startSession(tx, id, origin) };
  });
}

function alreadyDone(): Problem {
  return new Problem('forbidden', 'forbidden', 'Set-up is done: there is a user already. Sign in instead.');
}
