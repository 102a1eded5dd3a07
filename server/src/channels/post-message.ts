import { STATUS_CODES } from 'node:http';
import type { Config } from '../platform/config.ts';
import type { Outbound } from '../platform/connect-outbound.ts';
import { retryAfterSeconds } from '../platform/fetch.ts';
import { type PostOutcome, postUrl } from '../platform/post.ts';
import { userAgentOf } from '../sources/write-request.ts';
import { describeFailure } from './deliver.ts';
import type { Outcome } from './message.ts';

/** Within the 15 to 30 seconds that Standard Webhooks recommends. */
const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 2_000;

export type FailedOutcome = Extract<Outcome, { kind: 'failed' }>;

/** A request to a receiver. The body is JSON. */
export interface ChannelRequest {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostOptions {
  readonly config: Config;
  readonly signal: AbortSignal;
}

/**
 * Which hosts users may name. Nothing but `OUTBOUND_ALLOW_HOSTS` exempts one whose address is not public: those of the
 * sources are the operator's.
 */
export function outboundOfUsers({ outbound }: Pick<Config, 'outbound'>): Outbound {
  return { ...outbound, exemptOrigins: [] };
}

/** Posts a message to a user's address. */
export function postMessage(request: ChannelRequest, { config, signal }: PostOptions): Promise<PostOutcome> {
  return postUrl({
    url: request.url.href,
    outbound: outboundOfUsers(config),
    userAgent: userAgentOf(config),
    headers: { 'content-type': 'application/json', ...request.headers },
    body: request.body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_RESPONSE_BYTES,
    signal,
  });
}

/** Why the receiver did not get a message, or did not accept it. Null: it accepted the message. */
export function readFailure({ host }: URL, outcome: PostOutcome): FailedOutcome | null {
  if (outcome.kind === 'failed') return failure(describeFailure(host, outcome, TIMEOUT_MS / 1000));
  const { status, headers } = outcome;
  if (status >= 200 && status < 300) return null;
  if (status === 410) return { ...failure('The receiver answered 410 Gone.'), isFinal: true, isGone: true };
  if (status >= 300 && status < 400) return failure(`${host} redirects to another address. Enter the final address.`);
  const hint = HINTS[status] ?? '';
  return {
    ...failure(`${host} answered ${[status, STATUS_CODES[status]].filter(Boolean).join(' ')}.${hint}`),
    retryAfterSeconds: retryAfterSeconds(headers, Date.now()),
  };
}

const HINTS: Readonly<Record<number, string>> = {
  401: ' Check the address and its token.',
  403: ' Check the address and its token.',
  404: ' Check the address.',
};

export function failure(reason: string): FailedOutcome {
  return { kind: 'failed', reason, retryAfterSeconds: null, isFinal: false };
}
