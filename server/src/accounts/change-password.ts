import { writeAudit } from '../audit/store.ts';
import { Problem } from '../platform/errors.ts';
import type { SessionUser } from '../platform/http/endpoint.ts';
import { ConcurrencyLimit } from '../platform/http/limit-requests.ts';
import type { Services } from '../platform/services.ts';
import { checkPassword } from './check-password.ts';
import { confirmPassword } from './confirm-password.ts';
import { hashPassword } from './passwords.ts';
import type { Origin } from './record-sign-in.ts';
import { endOtherSessions } from './sessions.ts';
import { updatePassword } from './store.ts';

/**
 * New passwords are checked one after the other, and a hostile one takes half a second. So one user cannot keep the
 * others waiting for long.
 */
const limitChecks = new ConcurrencyLimit({
  perUser: 10,
  total: Number.POSITIVE_INFINITY,
  userMessage: 'Your previous requests to change the password are not finished. Wait for their responses.',
  retryAfterSeconds: 2,
});

interface Change {
  readonly current: string;
  readonly next: string;
  readonly confirmed: string;
  readonly origin: Origin;
  /** of the session that stays open */
  readonly token: string | null;
}

/**
 * Changes a user's password and ends the user's other sessions. API tokens stay valid, because scripts do not use the
 * password. A wrong current password counts as a failed login. Writes the audit log.
 * @throws Problem `password_confirmation_mismatch`, `invalid_password`, `invalid_current_password`, `rate_limited`
 */
export async function changePassword(services: Services, user: SessionUser, change: Change): Promise<void> {
  if (change.next !== change.confirmed) {
    throw new Problem(
      'invalid',
      'password_confirmation_mismatch',
      'The new passwords do not match. Type the same password twice.',
    );
  }
  if (change.next.normalize('NFC') === change.current.normalize('NFC'))
    throw new Problem('invalid', 'invalid_password', 'This is your current password. Choose another one.');
  const leave = limitChecks.enter(user.id);
  try {
    await checkPassword(change.next, { email: user.email, publicUrl: services.config.publicUrl });
  } finally {
    leave();
  }
  const confirmed = await confirmPassword(services, user, {
    password: change.current,
    sessionToken: change.token,
    origin: change.origin,
  });
  const password_hash = await hashPassword(change.next);
  await services.db.transaction().execute(async (tx) => {
    await confirmed.use(tx);
    await updatePassword(tx, user.id, { password_hash, isTemporary: false });
    await endOtherSessions(tx, user.id, change.token);
    await writeAudit(tx, { id: null, operator: { name: user.email, userId: user.id } }, [
      { action: 'account.change-password', userId: user.id, before: null, after: null },
    ]);
  });
}
