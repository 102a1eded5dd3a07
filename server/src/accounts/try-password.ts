import type { Services } from '../platform/http/endpoint.ts';
import { verifyPassword } from './passwords.ts';
import { type Attempt, reserveAttempt } from './reserve-attempt.ts';
import { deleteAttempt, markAttemptFailed } from './store.ts';

/**
 * Verifies a password under the login limit; gives the id of the attempt, to be deleted with what the right password leads to, and null
 * for a wrong password, which stays counted. Without a hash every password is wrong, after the same time.
 * @throws Problem `rate_limited`, `not_ready`
 */
export async function tryPassword(
  { db, config }: Pick<Services, 'db' | 'config'>,
  attempt: Attempt,
  passwordHash: string | null,
  password: string,
): Promise<number | null> {
  const id = await reserveAttempt(db, config.loginLimit, attempt);
  try {
    if (await verifyPassword(passwordHash, password)) return id;
    await markAttemptFailed(db, id);
    return null;
  } catch (error) {
    // nothing was learned of the password
    await deleteAttempt(db, id).catch(() => {});
    throw error;
  }
}
