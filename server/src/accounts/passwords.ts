import { randomBytes } from 'node:crypto';
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2';
import { limitConcurrency } from '../platform/limit-concurrency.ts';

const ARGON2ID = 2;
/** The minimum of the OWASP Password Storage Cheat Sheet for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const OPTIONS: Options = { algorithm: ARGON2ID, ...COST };

/**
 * Two hashes at a time use 38 MiB and leave half of libuv's four threads to files and DNS. A queue of 200 takes a few
 * seconds.
 */
const limitHashing = limitConcurrency({
  running: 2,
  waiting: 200,
  refusal: 'Too many people are signing in. Try again in a few seconds.',
});

/** Returns the argon2id hash, with parameters and salt, of a password that `checkPassword` accepted. */
export async function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(prepare(password), OPTIONS));
}

/** Returns whether a password matches a hash. Without a hash it returns false after the same time. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await limitHashing(() => verify(passwordHash ?? someHash(), prepare(password)));
  return matches && passwordHash !== null;
}

/** Returns whether a hash was made with less work than required today. */
export function needsRehash(passwordHash: string): boolean {
  const { algorithm, memoryCost, timeCost } = parseOptions(passwordHash);
  return Number(algorithm) !== ARGON2ID || memoryCost < COST.memoryCost || timeCost < COST.timeCost;
}

/**
 * Two systems can send the same password in two Unicode compositions:
 * https://www.rfc-editor.org/rfc/rfc8265#section-4.2
 */
function prepare(password: string): string {
  return password.normalize('NFC');
}

/** Returns a hash with today's cost that no known password matches. */
function someHash(): string {
  const [salt, digest] = [16, 32].map((bytes) => randomBytes(bytes).toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${salt}$${digest}`;
}
