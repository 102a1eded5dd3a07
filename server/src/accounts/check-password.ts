import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { describeWeakness, type KnownWord, scorePassword } from './score-password.ts';

const MIN_LENGTH = 12;
const MAX_LENGTH = 256;
/**
 * zxcvbn calls this enough against guesses that the service limits:
 * https://dropbox.tech/security/zxcvbn-realistic-password-strength-estimation
 */
const MIN_GUESSES = 1e8;
/** Shorter parts of an address occur in many words. */
const MIN_PART_LENGTH = 3;
/** An address can have a hundred parts, and each pair of parts is a word to compare with. */
const MAX_PAIRED_PARTS = 4;
const SEPARATORS = ['', '.', '-', '_', ' '];
const PRODUCT = 'lectern';

/** What is needed to set a password. */
export interface AccountServices {
  readonly db: Database;
  readonly config: Pick<Config, 'publicUrl'>;
}

/** Whose password it is, and where: what an attacker knows. */
interface Place {
  readonly email: string;
  readonly publicUrl: Config['publicUrl'];
}

/**
 * Checks a new password. Passwords that exist are not checked again.
 * @throws Problem `invalid_password` if it does not have 12 to 256 characters, or if an attacker needs fewer than 10^8
 * guesses; `not_ready`
 */
export async function checkPassword(password: string, { email, publicUrl }: Place): Promise<void> {
  const text = password.normalize('NFC');
  const { length } = [...text];
  if (length < MIN_LENGTH || length > MAX_LENGTH)
    throw new Problem('invalid', 'invalid_password', `A password must have ${MIN_LENGTH} to ${MAX_LENGTH} characters.`);
  const host = publicUrl === null ? '' : new URL(publicUrl).hostname;
  const owners = new Map([...wordsOf(host, 'service'), ...wordsOf(email, 'email'), ...wordsOf(PRODUCT, 'service')]);
  const knownWords = [...owners].map(([word, owner]) => ({ word, owner }));
  // full-width and other variants of letters hide a word from the scorer, not from an attacker
  const { guesses, weakness } = await scorePassword(text.normalize('NFKC'), knownWords);
  if (guesses >= MIN_GUESSES) return;
  const message = `This password is easy to guess. ${describeWeakness(weakness)} Use several unrelated words.`;
  throw new Problem('invalid', 'invalid_password', message);
}

/** A name or address, its parts, and the parts in pairs, with its owner. */
function wordsOf(name: string, owner: KnownWord['owner']): [string, KnownWord['owner']][] {
  const whole = name.normalize('NFKC').toLowerCase();
  const sides = whole.split('@');
  const parts = sides.map((side) => side.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean));
  const words = [whole, ...sides, ...parts.flat(), ...parts.flatMap(pairsOf)];
  return words.filter((word) => word.length >= MIN_PART_LENGTH).map((word) => [word, owner]);
}

/**
 * The parts of a name as people combine them: `adalovelace`, `lovelace-ada`, `alovelace`. To zxcvbn two known words and
 * a digit are three guesses.
 */
function pairsOf(parts: readonly string[]): string[] {
  const first = parts.slice(0, MAX_PAIRED_PARTS);
  return first.flatMap((one) =>
    first
      .filter((other) => other !== one)
      .flatMap((other) => [
        ...SEPARATORS.map((separator) => one + separator + other),
        one.slice(0, 1) + other,
        one + other.slice(0, 1),
      ]),
  );
}
