import type { Answer } from '../answer.ts';

/** What a source itself says when something goes wrong with it. */
export interface Misbehaviour {
  readonly captcha: Answer;
  /** Too many requests. */
  readonly unusual: Answer;
  readonly notFound: Answer;
  /** What an old form of it would answer. */
  readonly legacy: Answer;
  readonly signIn: string;
  readonly consent: string;
  readonly sorry: string;
  /** The sound answer in a form that no reader knows, or with one class or id that has another name. */
  readonly changeLayout: (renamed?: string) => Answer;
  /** What it sends before it goes on without an end. */
  readonly endlessStart: () => Answer;
  readonly filler: string;
}
