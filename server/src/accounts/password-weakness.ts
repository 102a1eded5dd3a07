import type { Match } from '@zxcvbn-ts/core';

/** A word that an attacker tries first for this account, and whose it is. */
export interface KnownWord {
  readonly word: string;
  readonly owner: 'email' | 'service';
}

/** Why a password is easy to guess. */
export type Weakness = keyof typeof REASONS;

const REASONS = {
  email: 'It contains the email address or a part of it.',
  service: 'It contains the name of this service.',
  commonPassword: 'It is a common password.',
  nearCommonPassword: 'It is close to a common password.',
  name: 'It contains a common name.',
  word: 'It is little more than a common word.',
  oneCharacter: 'It repeats one character.',
  repetition: 'It repeats the same characters.',
  sequence: 'It contains a sequence like abcdef or 123456.',
  wordSequence: 'It lists words in their usual order.',
  keyboard: 'It follows keys that are next to each other.',
  date: 'It contains a date or a year.',
  other: 'It follows a common pattern.',
} as const;

/** Returns a sentence about a weakness. */
export function describeWeakness(weakness: Weakness): string {
  return REASONS[weakness];
}

/**
 * Returns the weakness of the longest guessable part. `parts` are the cheapest way to guess the password, as zxcvbn
 * found it.
 */
export function findWeakness(parts: readonly Match[], knownWords: readonly KnownWord[]): Weakness {
  const guessable = parts.filter(({ pattern }) => pattern !== 'bruteforce' && pattern !== 'separator');
  const [longest] = guessable.toSorted((a, b) => b.token.length - a.token.length);
  switch (longest?.pattern) {
    case 'dictionary':
      return findDictionary(longest, knownWords, parts.length === 1);
    case 'repeat':
      return [...String(longest.baseToken)].length === 1 ? 'oneCharacter' : 'repetition';
    case 'sequence':
      return 'sequence';
    case 'wordSequence':
      return 'wordSequence';
    case 'spatial':
      return 'keyboard';
    case 'date':
    case 'regex':
      return 'date';
    default:
      return 'other';
  }
}

function findDictionary(part: Match, knownWords: readonly KnownWord[], isWhole: boolean): Weakness {
  const dictionary = String(part.dictionaryName);
  // zxcvbn ranks the words that we pass in their order, from 1
  if (dictionary === 'userInputs') return knownWords[Number(part.rank) - 1]?.owner ?? 'other';
  if (dictionary.startsWith('passwords')) return isWhole ? 'commonPassword' : 'nearCommonPassword';
  return dictionary.includes('names') ? 'name' : 'word';
}
