import type { Operator } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { type AccountServices, checkPassword } from './check-password.ts';
import { checkEmail, emailKey } from './email-key.ts';
import { hashPassword } from './passwords.ts';
import { endOtherSessions } from './sessions.ts';
import {
  countActiveAdmins,
  findEmail,
  findUserForUpdate,
  insertUser,
  lockAdmins,
  updatePassword,
  updateUserActive,
} from './store.ts';
import { deleteTokensOf } from './token-store.ts';

/** @throws Problem `user_not_found` */
export function userNotFound(): never {
  throw new Problem('not_found', 'user_not_found', 'There is no user with this id.');
}

interface Account {
  readonly email: string;
  readonly password: string;
  readonly is_admin: boolean;
}

/**
 * Creates a user, as an administrator or operator. The password from an administrator is temporary. Writes the audit
 * log.
 * @throws Problem `validation_error`, `invalid_password`, `user_exists`
 */
export async function createUser(
  { db, config }: AccountServices,
  { email, password, is_admin }: Account,
  operator: Operator,
) {
  const kept = checkEmail(email);
  await checkPassword(password, { email: kept, publicUrl: config.publicUrl });
  const password_hash = await hashPassword(password);
  const isTemporary = operator.userId !== null;
  return db.transaction().execute(async (tx) => {
    const user = await insertUser(tx, {
      ...{ email: kept, email_key: emailKey(kept) },
      ...{ password_hash, is_admin, isTemporary },
    });
    if (!user)
      throw new Problem('conflict', 'user_exists', 'A user with this email already exists. Use another email.');
    await writeAudit(tx, { id: null, operator }, [
      { action: 'account.create', userId: user.id, before: null, after: { email: kept, is_admin } },
    ]);
    return user;
  });
}

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

interface Reset {
  readonly userId: number;
  readonly password: string;
  /** of the session that stays open: the administrator's own */
  readonly keptToken: string | null;
  readonly operator: Operator;
}

/**
 * Sets a user's password without the current one, as an administrator or operator. Ends the user's sessions and API
 * tokens, because the account may be compromised. The password from another administrator is temporary. Writes the
 * audit log.
 * @throws Problem `invalid_password`, `user_not_found`
 */
export async function resetPassword(
  { db, config }: AccountServices,
  { userId, password, keptToken, operator }: Reset,
): Promise<void> {
  const email = (await findEmail(db, userId)) ?? userNotFound();
  await checkPassword(password, { email, publicUrl: config.publicUrl });
  const isTemporary = operator.userId !== null && operator.userId !== userId;
  const password_hash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    if (!(await findUserForUpdate(tx, userId))) userNotFound();
    await updatePassword(tx, userId, { password_hash, isTemporary });
    await endOtherSessions(tx, userId, keptToken);
    await deleteTokensOf(tx, userId);
    await writeAudit(tx, { id: null, operator }, [
      { action: 'account.reset-password', userId, before: null, after: null },
    ]);
  });
}
