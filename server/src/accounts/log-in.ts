import { Problem } from '../platform/errors.ts';
import type { SessionUser } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/services.ts';
import { emailKey } from './email-key.ts';
import { hashPassword, needsRehash } from './passwords.ts';
import type { Origin } from './record-sign-in.ts';
import { endSession, startSession } from './sessions.ts';
import { deleteAttempt, findCredentials, findUserForUpdate, updatePasswordHash } from './store.ts';
import { failAttempt, tryPassword } from './try-password.ts';

interface Login extends Origin {
  readonly email: string;
  readonly password: string;
  /** of the session that the client already has; it ends */
  readonly oldToken: string | null;
}

/**
 * Starts a session. The response to a wrong email, a wrong password, an inactive user and an expired temporary password
 * is the same, and takes the same time.
 * @throws Problem `invalid_credentials`, `rate_limited`
 */
export async function logIn(services: Services, login: Login): Promise<{ user: SessionUser; token: string }> {
  const { db } = services;
  const found = await findCredentials(db, emailKey(login.email));
  const known = found?.is_usable ? found : null;
  const attempt = { email: login.email, userId: found?.id ?? null, actor: null, origin: login };
  const attemptId = await tryPassword(services, attempt, known?.password_hash ?? null, login.password);
  if (attemptId === null || known === null) throw wrong();
  const newHash = needsRehash(known.password_hash) ? await hashPassword(login.password) : null;
  const started = await db.transaction().execute(async (tx) => {
    const user = await findUserForUpdate(tx, known.id);
    // the user was deactivated, or the password changed, during the verification
    if (!user?.is_usable || user.password_hash !== known.password_hash) {
      await failAttempt(tx, attemptId, attempt);
      return null;
    }
    if (newHash) await updatePasswordHash(tx, user.id, newHash);
    await deleteAttempt(tx, attemptId);
    await endSession(tx, login.oldToken);
    const { id, email, is_admin, is_active } = user;
    const has_temporary_password = user.temporary_password_until !== null;
    return {
      user: { id, email, is_admin, is_active, has_temporary_password },
      token: await startSession(tx, user, login),
    };
  });
  if (started === null) throw wrong();
  return started;
}

function wrong(): Problem {
  return new Problem('unauthenticated', 'invalid_credentials', 'The email or the password is wrong. Try again.');
}
