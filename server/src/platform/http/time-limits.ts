import type { ServerResponse } from 'node:http';

/** How long a client may take, and how long one is left waiting, in milliseconds. */
export interface TimeLimits {
  /** for the headers, from when the connection opens or the request begins; for a body see `limitArrival` */
  readonly headersMs: number;
  /** between two requests on a connection: longer than proxies keep theirs (nginx: 60 s) */
  readonly idleMs: number;
  /** for taking an ordinary answer as a whole; streams and downloads have their own */
  readonly answerMs: number;
  /** between two parts of an upload; while the server itself is busy with a part, no time runs */
  readonly stallMs: number;
  /** how often connections are held against these */
  readonly checkMs: number;
  /** when a turn of the event loop takes longer, several times in a row, requests are refused */
  readonly turnMs: number;
  /** when a request waits longer for a connection to the database, others are refused */
  readonly poolWaitMs: number;
}

export const TIME_LIMITS: TimeLimits = {
  headersMs: 30_000,
  idleMs: 72_000,
  answerMs: 120_000,
  stallMs: 30_000,
  checkMs: 5000,
  turnMs: 1000,
  poolWaitMs: 3000,
};

/** Hangs up on who does not take an answer in time. */
export function limitDelivery(response: ServerResponse, { answerMs }: TimeLimits): void {
  const limit = setTimeout(() => response.destroy(), answerMs).unref();
  response.once('close', () => clearTimeout(limit));
}
