import { randomBytes } from 'node:crypto';
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2';
import { Problem } from '../platform/errors.ts';
import { limitConcurrency } from '../platform/limit-concurrency.ts';
import { isCommonPassword } from './common-passwords.ts';

const SHORTEST = 12;
const LONGEST = 256;
const ARGON2ID = 2;
/** The least of the OWASP Password Storage Cheat Sheet (argon2id): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const OPTIONS: Options = { algorithm: ARGON2ID, ...COST };

/** Two at a time hold 38 MiB and leave half of libuv's four threads to files and names; some 200 waiting are a few seconds. */
const takeTurn = limitConcurrency({
  running: 2,
  waiting: 200,
  refusal: 'Too many people sign in at this moment. Try again.',
});

/** @throws Problem `invalid_password` unless a password has 12 to 256 characters and is none of those that everybody tries first */
export async function checkPassword(password: string): Promise<void> {
  const { length } = [...prepare(password)];
  if (length < SHORTEST || length > LONGEST)
    throw new Problem('invalid', 'invalid_password', `A password has ${SHORTEST} to ${LONGEST} characters.`);
  if (await isCommonPassword(password))
    throw new Problem(
      'invalid',
      'invalid_password',
      'This password is one of the most used. Take one that nobody else has.',
    );
}

/** The argon2id hash, parameters and salt in it, of a password that `checkPassword` let pass. */
export async function hashPassword(password: string): Promise<string> {
  return takeTurn(() => hash(prepare(password), OPTIONS));
}

/** Whether the password is that of the hash; without a hash it is not, after the same time. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await takeTurn(() => verify(passwordHash ?? someHash(), prepare(password)));
  return matches && passwordHash !== null;
}

/** Whether a hash was made with less work than is asked today. */
export function needsRehash(passwordHash: string): boolean {
  const { algorithm, memoryCost, timeCost } = parseOptions(passwordHash);
  return Number(algorithm) !== ARGON2ID || memoryCost < COST.memoryCost || timeCost < COST.timeCost;
}

/** The same password typed on two systems may come in two compositions: https://www.rfc-editor.org/rfc/rfc8265#section-4.2 */
function prepare(password: string): string {
  return password.normalize('NFC');
}

/** A hash of today's cost that no known password has. */
function someHash(): string {
  const [salt, digest] = [16, 32].map((bytes) => randomBytes(bytes).toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${salt}$${digest}`;
}
