import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { Match } from '@zxcvbn-ts/core';
import { limitConcurrency } from '../platform/limit-concurrency.ts';

interface Question {
  readonly password: string;
  readonly knownWords: readonly KnownWord[];
}

export interface PasswordScore {
  /** how many an attacker needs who tries likely passwords first */
  readonly guesses: number;
  readonly weakness: Weakness;
}

/**
 * The work grows faster than the length: 64 characters take up to half a second, 256 up to two. The rest of a longer
 * password is ignored, which can only make the estimate lower.
 */
const MAX_SCORED_LENGTH = 64;
/** The word lists take half a second to load, and 40 MB. Most processes set passwords rarely, and then several. */
const IDLE_MS = 60_000;
const THREAD_NAME = 'passwords';
// Node runs no TypeScript in a thread. In tests, where this file is not built, the built one does the work.
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/accounts/score-password.js' : import.meta.url,
  import.meta.url,
);

const limitScoring = limitConcurrency({
  running: 1,
  waiting: 50,
  refusal: 'Too many people are choosing a password. Try again in a few seconds.',
});

let idle: { readonly thread: Worker; readonly timer: NodeJS.Timeout } | null = null;

/**
 * Estimates with zxcvbn how many guesses a password resists. `knownWords` are tried first, and case does not matter. It
 * runs in a thread of its own, because a hostile password takes half a second of computing.
 * @throws Problem `not_ready` if too many others wait
 */
export function scorePassword(password: string, knownWords: readonly KnownWord[]): Promise<PasswordScore> {
  const cut = (text: string) => text.slice(0, MAX_SCORED_LENGTH);
  // a word that is longer than the part that counts must match that part
  const words = knownWords.map(({ word, owner }) => ({ word: cut(word), owner }));
  return limitScoring(async () => {
    if (idle) clearTimeout(idle.timer);
    const thread = idle?.thread ?? new Worker(THREAD, { workerData: { name: THREAD_NAME }, name: THREAD_NAME });
    idle = null;
    thread.ref();
    thread.postMessage({ password: cut(password), knownWords: words } satisfies Question);
    // an error of the thread rejects
    const [score] = (await once(thread, 'message')) as [PasswordScore];
    // neither the thread nor the timer keeps a process from ending
    thread.unref();
    const timer = setTimeout(() => {
      idle = null;
      void thread.terminate();
    }, IDLE_MS).unref();
    idle = { thread, timer };
    return score;
  });
}

async function answerInThread(port: NonNullable<typeof parentPort>): Promise<void> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: MAX_SCORED_LENGTH,
  });
  port.on('message', ({ password, knownWords }: Question) => {
    const words = knownWords.map(({ word }) => word);
    const { guesses, sequence } = zxcvbn.check(password, words);
    port.postMessage({ guesses, weakness: findWeakness(sequence, knownWords) } satisfies PasswordScore);
  });
}

const given = workerData as { readonly name?: string } | null;
if (given?.name === THREAD_NAME && parentPort) await answerInThread(parentPort);

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
