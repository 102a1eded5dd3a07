import type { Operator } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import type { Database } from '../platform/database/database.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { endOtherSessions } from './sessions.ts';
import { findUserForUpdate, updatePassword } from './store.ts';
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
 * Sets a user's password without the current one, as an administrator or operator. Ends the user's sessions and API tokens, because the account may
 * be compromised. Writes the audit log.
 * @throws Problem `invalid_password`, `user_not_found`
 */
export async function resetPassword(db: Database, { userId, password, keptToken, operator }: Reset): Promise<void> {
  await checkPassword(password);
  const newHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    if (!(await findUserForUpdate(tx, userId))) userNotFound();
    await updatePassword(tx, userId, newHash);
    await endOtherSessions(tx, userId, keptToken);
    await deleteTokensOf(tx, userId);
    await writeAudit(tx, { id: null, operator }, [
      { action: 'account.reset-password', userId, before: null, after: null },
    ]);
  });
}
