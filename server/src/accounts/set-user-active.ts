import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { endOtherSessions } from './sessions.ts';
import { countActiveAdmins, findUserForUpdate, lockAdmins, updateUserActive } from './store.ts';
import { deleteTokensOf } from './token-store.ts';
import { userNotFound } from './user-not-found.ts';

/**
 * Activates or deactivates a user. A deactivation ends all sessions and API tokens of the user.
 * @throws Problem `cannot_deactivate_self`, `user_not_found`, `last_admin`
 */
export async function setUserActive(db: Database, actorId: number, userId: number, isActive: boolean) {
  if (!isActive && userId === actorId) {
    throw new Problem(
      'conflict',
      'cannot_deactivate_self',
      'You cannot deactivate your own account. Ask another administrator.',
    );
  }
  return db.transaction().execute(async (tx) => {
    // if two administrators deactivate each other at once, the second waits here and is then the last one
    await lockAdmins(tx);
    const { password_hash: _, is_usable: __, ...user } = (await findUserForUpdate(tx, userId)) ?? userNotFound();
    if (!isActive && user.is_active && user.is_admin && (await countActiveAdmins(tx)) === 1) {
      throw new Problem(
        'conflict',
        'last_admin',
        'This is the last active administrator. Add or activate another one first.',
      );
    }
    if (!isActive) {
      await endOtherSessions(tx, userId, null);
      await deleteTokensOf(tx, userId);
    }
    if (user.is_active === isActive) return user;
    return updateUserActive(tx, userId, isActive);
  });
}
