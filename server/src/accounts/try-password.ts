import { pause } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { SessionUser } from '../platform/http/endpoint.ts';
import { addressKey } from '../platform/ip-addresses.ts';
import type { Services } from '../platform/services.ts';
import { emailKey } from './email-key.ts';
import { verifyPassword } from './passwords.ts';
import { type Origin, recordSignIn } from './record-sign-in.ts';
import { deleteAttempt, insertAttempt, lockAttempts, markAttemptFailed, secondsUntilAttempt } from './store.ts';

interface Attempt {
  readonly email: string;
  /** of the account; null if there is none with this email */
  readonly userId: number | null;
  /** who confirms a sign-in; null for a visitor who signs in */
  readonly actor: SessionUser | null;
  readonly origin: Origin;
}

/** The limit of an address is higher, because many people can share one address behind a router. */
const ADDRESS_LIMIT_FACTOR = 4;

/** How often an attempt that waits for others checks again, and how long it waits. */
const CHECK_INTERVAL_MS = 50;
const MAX_WAIT_MS = 10_000;

/**
 * Verifies a password under the login limit. Returns null for a wrong password, which stays counted and is recorded.
 * For the right one it returns the id of the attempt, which the caller deletes in the transaction of its change.
 * Without a hash every password is wrong, after the same time.
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
    await db.transaction().execute((tx) => failAttempt(tx, id, attempt));
    return null;
  } catch (error) {
    // the password was not verified, so the attempt does not count
    await deleteAttempt(db, id).catch(() => {});
    throw error;
  }
}

/** Counts an attempt as failed, and records it in the audit log. */
export async function failAttempt(tx: Tx, id: number, { email, userId, actor, origin }: Attempt): Promise<void> {
  await markAttemptFailed(tx, id);
  const action = actor === null ? 'account.sign-in-failed' : 'account.sign-in-not-confirmed';
  await recordSignIn(tx, { action, actor, userId, typedEmail: email, origin });
}

/**
 * Counts an attempt before its password is verified, so that simultaneous attempts cannot exceed the limit. Returns the
 * attempt's id. A rejected attempt is not counted. If only attempts under way fill the limit, this one waits for their
 * results, because right passwords must not block anybody.
 * @throws Problem `rate_limited`, with the seconds until an attempt is allowed
 */
async function reserveAttempt(db: Database, limit: Config['loginLimit'], attempt: Attempt): Promise<number> {
  const counted = { email_key: emailKey(attempt.email), address: addressKey(attempt.origin.address) };
  const limits = {
    email: limit.attempts,
    address: limit.attempts * ADDRESS_LIMIT_FACTOR,
    windowSeconds: limit.windowSeconds,
  };
  const waitsUntil = performance.now() + MAX_WAIT_MS;
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
    await pause(CHECK_INTERVAL_MS, new AbortController().signal);
  }
}

function rateLimited(seconds: number): Problem {
  const details = { retry_after_seconds: seconds };
  return new Problem('too_soon', 'rate_limited', `Too many attempts. Try again in ${seconds} s.`, details);
}
