import { addressKey } from '../platform/address-key.ts';
import { pause } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { emailKey } from './email-key.ts';
import { insertAttempt, lockAttempts, secondsUntilAttempt } from './store.ts';

export interface Attempt {
  readonly email: string;
  /** the client's address */
  readonly address: string;
}

/** An address may stand for many people behind one router. */
const ATTEMPTS_OF_ADDRESS = 4;

/** How often an attempt that has to wait for others looks again, and for how long. */
const LOOK_AGAIN_MS = 50;
const WAIT_MS = 10_000;

/**
 * Counts an attempt at a password before the password is looked at, so that attempts at the same moment cannot slip past the limit;
 * gives the attempt's id, to be deleted when the password was right. A refused attempt is not counted. Where the limit is reached only
 * with attempts that are under way, this one waits to see whether they fail: right passwords refuse nobody.
 * @throws Problem `rate_limited`, with the seconds until the next attempt would be let through
 */
export async function reserveAttempt(db: Database, limit: Config['loginLimit'], attempt: Attempt): Promise<number> {
  const counted = { email_key: emailKey(attempt.email), address: addressKey(attempt.address) };
  const limits = {
    email: limit.attempts,
    address: limit.attempts * ATTEMPTS_OF_ADDRESS,
    windowSeconds: limit.windowSeconds,
  };
  const waitsUntil = performance.now() + WAIT_MS;
  for (;;) {
    const id = await db.transaction().execute(async (tx) => {
      await lockAttempts(tx, counted);
      const seconds = await secondsUntilAttempt(tx, counted, limits, { underWayToo: false });
      if (seconds !== null) throw rateLimited(seconds);
      if ((await secondsUntilAttempt(tx, counted, limits, { underWayToo: true })) !== null) return null;
      return insertAttempt(tx, counted);
    });
    if (id !== null) return id;
    if (performance.now() > waitsUntil) throw rateLimited(1);
    await pause(LOOK_AGAIN_MS, new AbortController().signal);
  }
}

function rateLimited(seconds: number): Problem {
  const details = { retry_after_seconds: seconds };
  return new Problem('too_soon', 'rate_limited', `Too many attempts. Try again in ${seconds} s.`, details);
}
