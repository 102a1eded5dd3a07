import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { endOtherSessions } from './sessions.ts';
import { countActiveAdmins, findUserForUpdate, lockAdmins, updateUserActive } from './store.ts';
import { deleteTokensOf } from './token-store.ts';
import { userNotFound } from './user-not-found.ts';

/**
 * Lets a user in, or not any more: then all of the user's sessions and API tokens end.
 * @throws Problem `cannot_deactivate_self`, `user_not_found`, `last_admin`
 */
export async function setUserActive(db: Database, actorId: number, userId: number, isActive: boolean) {
  if (!isActive && userId === actorId) {
    throw new Problem('conflict', 'cannot_deactivate_self', 'You cannot deactivate your own account.');
  }
  return db.transaction().execute(async (tx) => {
    // two administrators who deactivate each other take turns, and the second finds himself the last
    await lockAdmins(tx);
    const { password_hash: _, ...user } = (await findUserForUpdate(tx, userId)) ?? userNotFound();
    if (!isActive && user.is_active && user.is_admin && (await countActiveAdmins(tx)) === 1) {
      throw new Problem('conflict', 'last_admin', 'The last active administrator stays active.');
    }
    if (!isActive) {
      await endOtherSessions(tx, userId, null);
      await deleteTokensOf(tx, userId);
    }
    if (user.is_active === isActive) return user;
    return updateUserActive(tx, userId, isActive);
  });
}
