import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { limitConcurrency } from '../platform/limit-concurrency.ts';
import { findWeakness, type KnownWord, type Weakness } from './password-weakness.ts';

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
