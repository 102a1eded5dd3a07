import type { Database } from '../platform/database/database.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { endOtherSessions } from './sessions.ts';
import { findUserForUpdate, updatePassword } from './store.ts';
import { deleteTokensOf } from './token-store.ts';
import { userNotFound } from './user-not-found.ts';

/**
 * Sets another user's password, as an administrator. Ends the user's sessions and API tokens, because the account may be compromised. The
 * administrator's own session, the one of `ownToken`, stays open.
 * @throws Problem `invalid_password`, `user_not_found`
 */
export async function resetPassword(
  db: Database,
  userId: number,
  password: string,
  ownToken: string | null,
): Promise<void> {
  await checkPassword(password);
  const newHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    if (!(await findUserForUpdate(tx, userId))) userNotFound();
    await updatePassword(tx, userId, newHash);
    await endOtherSessions(tx, userId, ownToken);
    await deleteTokensOf(tx, userId);
  });
}
