import type { Operator } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import { type AccountServices, checkPassword } from './check-password.ts';
import { hashPassword } from './passwords.ts';
import { endOtherSessions } from './sessions.ts';
import { findEmail, findUserForUpdate, updatePassword } from './store.ts';
import { deleteTokensOf } from './token-store.ts';
import { userNotFound } from './user-not-found.ts';

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
