import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { Services, SessionUser } from '../platform/http/endpoint.ts';
import { emailKey } from './email-key.ts';
import { deleteAttempt, findCredentials, findUserForUpdate } from './store.ts';
import { tryPassword } from './try-password.ts';

/** That somebody at a session knows its user's password. */
interface Confirmation {
  /** Throws where it does not hold any more, else forgets the attempt; gives the user's row, which stays locked. */
  use(tx: Tx): Promise<NonNullable<Awaited<ReturnType<typeof findUserForUpdate>>>>;
}

/**
 * Verifies a user's password anew, for what a session alone may not do. A wrong one counts as a failed login. What it allows is to be done in a
 * transaction that begins with `use`.
 * @throws Problem `invalid_current_password`, `rate_limited`, `not_ready`
 */
export async function confirmPassword(
  services: Pick<Services, 'db' | 'config'>,
  user: SessionUser,
  { password, address }: { password: string; address: string },
): Promise<Confirmation> {
  const verifiedHash = (await findCredentials(services.db, emailKey(user.email)))?.password_hash ?? null;
  const attemptId = await tryPassword(services, { email: user.email, address }, verifiedHash, password);
  if (attemptId === null) throw wrong();
  return {
    async use(tx) {
      const now = await findUserForUpdate(tx, user.id);
      // deactivated, or given another password, while this one was verified
      if (!now?.is_active || now.password_hash !== verifiedHash) throw wrong();
      await deleteAttempt(tx, attemptId);
      return now;
    },
  };
}

function wrong(): Problem {
  return new Problem('invalid', 'invalid_current_password', 'The current password is wrong.');
}
