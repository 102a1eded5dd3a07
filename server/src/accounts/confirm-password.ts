import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { SessionUser } from '../platform/http/endpoint.ts';
import { hashToken } from '../platform/http/session-cookie.ts';
import type { Services } from '../platform/services.ts';
import { emailKey } from './email-key.ts';
import { type Origin, recordSignIn } from './record-sign-in.ts';
import { confirmSession } from './session-store.ts';
import { deleteAttempt, findCredentials, findUserForUpdate } from './store.ts';
import { tryPassword } from './try-password.ts';

/** A password that was sent with a request of a session. */
export interface SentPassword {
  readonly password: string;
  /** of the session */
  readonly sessionToken: string | null;
  readonly origin: Origin;
}

/** Proof that the sender of a request knows the user's password. */
interface Confirmation {
  /**
   * Deletes the attempt, records the confirmation in the session and in the audit log, and returns the user's row,
   * which stays locked. Throws if the user or the password changed meanwhile.
   */
  use(tx: Tx): Promise<NonNullable<Awaited<ReturnType<typeof findUserForUpdate>>>>;
}

/**
 * Verifies a user's password again, for a request that needs more than a session. A wrong password counts as a failed
 * login. The caller makes its change in a transaction that begins with `use`.
 * @throws Problem `invalid_current_password`, `rate_limited`, `not_ready`
 */
export async function confirmPassword(
  services: Pick<Services, 'db' | 'config'>,
  user: SessionUser,
  { password, sessionToken, origin }: SentPassword,
): Promise<Confirmation> {
  const verifiedHash = (await findCredentials(services.db, emailKey(user.email)))?.password_hash ?? null;
  const attempt = { email: user.email, userId: user.id, actor: user, origin };
  const attemptId = await tryPassword(services, attempt, verifiedHash, password);
  if (attemptId === null) throw wrong();
  return {
    async use(tx) {
      const now = await findUserForUpdate(tx, user.id);
      // the user was deactivated, or the password changed, during the verification
      if (!now?.is_usable || now.password_hash !== verifiedHash) throw wrong();
      await deleteAttempt(tx, attemptId);
      await confirmSession(tx, hashToken(sessionToken ?? ''));
      await recordSignIn(tx, { action: 'account.sign-in-confirmed', actor: user, userId: user.id, origin });
      return now;
    },
  };
}

function wrong(): Problem {
  return new Problem('invalid', 'invalid_current_password', 'The current password is wrong. Try again.');
}
