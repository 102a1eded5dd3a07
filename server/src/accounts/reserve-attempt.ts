import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { addressKey } from './address-key.ts';
import { emailKey } from './email-key.ts';
import { insertAttempt, lockAttempts, secondsUntilAttempt } from './store.ts';

export interface Attempt {
  readonly email: string;
  /** the client's address */
  readonly address: string;
}

/** An address may stand for many people behind one router. */
const ATTEMPTS_OF_ADDRESS = 4;

/**
 * Counts an attempt at a password before the password is looked at, so that attempts at the same moment cannot slip past the limit;
 * gives the attempt's id, to be deleted when the password was right. A refused attempt is not counted.
 * @throws Problem `rate_limited`, with the seconds until the next attempt would be let through
 */
export async function reserveAttempt(db: Database, limit: Config['loginLimit'], attempt: Attempt): Promise<number> {
  const counted = { email_key: emailKey(attempt.email), address: addressKey(attempt.address) };
  const limits = {
    email: limit.attempts,
    address: limit.attempts * ATTEMPTS_OF_ADDRESS,
    windowSeconds: limit.windowSeconds,
  };
  return db.transaction().execute(async (tx) => {
    await lockAttempts(tx, counted);
    const seconds = await secondsUntilAttempt(tx, counted, limits);
    if (seconds !== null) {
      throw new Problem('too_soon', 'rate_limited', `Too many attempts. Try again in ${seconds} s.`, {
        retry_after_seconds: seconds,
      });
    }
    return insertAttempt(tx, counted);
  });
}
