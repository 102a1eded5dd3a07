import type { Database } from '../platform/database/database.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { endOtherSessions } from './sessions.ts';
import { findUserForUpdate, updatePassword } from './store.ts';
import { deleteTokensOf } from './token-store.ts';
import { userNotFound } from './user-not-found.ts';

/**
 * Gives a user another password, as an administrator, and ends the user's sessions and API tokens: it is what is done when an account may be
 * in other hands. The session of `ownToken`, the administrator's, goes on.
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
