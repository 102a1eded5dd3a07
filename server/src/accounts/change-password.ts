import { Problem } from '../platform/errors.ts';
import type { Services, SessionUser } from '../platform/http/endpoint.ts';
import { emailKey } from './email-key.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { endOtherSessions } from './sessions.ts';
import { deleteAttempt, findCredentials, findUserForUpdate, updatePassword } from './store.ts';
import { tryPassword } from './try-password.ts';

interface Change {
  readonly current: string;
  readonly next: string;
  readonly confirmed: string;
  /** the client's address */
  readonly address: string;
  /** of the session that goes on */
  readonly token: string | null;
}

/**
 * Gives a user another password and ends the other sessions; API tokens stay, since scripts know no password. Guesses at the current one count as failed logins.
 * @throws Problem `password_confirmation_mismatch`, `invalid_password`, `invalid_current_password`, `rate_limited`
 */
export async function changePassword(services: Services, user: SessionUser, change: Change): Promise<void> {
  if (change.next !== change.confirmed) {
    throw new Problem('invalid', 'password_confirmation_mismatch', 'The new password and its repetition differ.');
  }
  checkPassword(change.next);
  const currentHash = (await findCredentials(services.db, emailKey(user.email)))?.password_hash ?? null;
  const attempt = { email: user.email, address: change.address };
  const attemptId = await tryPassword(services, attempt, currentHash, change.current);
  if (attemptId === null) throw wrong();
  const newHash = await hashPassword(change.next);
  await services.db.transaction().execute(async (tx) => {
    const now = await findUserForUpdate(tx, user.id);
    // deactivated, or given another password, while this one was verified
    if (!now?.is_active || now.password_hash !== currentHash) throw wrong();
    await updatePassword(tx, user.id, newHash);
    await endOtherSessions(tx, user.id, change.token);
    await deleteAttempt(tx, attemptId);
  });
}

function wrong(): Problem {
  return new Problem('invalid', 'invalid_current_password', 'The current password is wrong.');
}
