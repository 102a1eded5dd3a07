import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from '../answer.ts';

export interface Verdict {
  /** What the source says of its limits, on refusals and on answers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal?: Answer;
}

/** Decides about one request, and counts it. */
export type Gate = (url: URL, headers: IncomingHttpHeaders, now: number) => Verdict;
