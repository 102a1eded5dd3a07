import type { StepResult } from './enrichment.ts';

/** The requests that planned steps need. */
export interface Requests<One> {
  /** what needs no request, because a cached response has it */
  readonly known: readonly StepResult[];
  /** what is to be sent; `send` may remove requests that it has results for */
  readonly queue: One[];
  /** the maximum of concurrent requests */
  readonly atOnce: number;
  send(request: One): Promise<Sent<One>>;
}

/** The outcome of a request. Its steps stay due if they have no result. */
export interface Sent<One> {
  readonly results: readonly StepResult[];
  /** what to send in its place */
  readonly instead?: readonly One[];
  /** in how many seconds the source allows the next request; until then, nothing more is sent */
  readonly waitSeconds?: number;
}
