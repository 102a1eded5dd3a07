import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '../logger.ts';
import { sendBrokenRequest } from './error-responses.ts';

/** How long a client may take, and how long a request may wait, in milliseconds. */
export interface TimeLimits {
  /** for the headers, from the start of the connection or of the request */
  readonly headersMs: number;
  /** between two requests on a connection; longer than proxies keep theirs (nginx: 60 s) */
  readonly idleMs: number;
  /** for reading an ordinary response; event streams and downloads have their own limits */
  readonly responseMs: number;
  /** between two parts of an upload; the time in which the server processes a part does not count */
  readonly stallMs: number;
  /** how often Node looks for connections that are over a limit */
  readonly checkMs: number;
  /** if the event loop is delayed longer, several times in a row, requests are refused */
  readonly loopDelayMs: number;
  /** if a request waits longer for a database connection, others are refused */
  readonly poolWaitMs: number;
}

export const TIME_LIMITS: TimeLimits = {
  headersMs: 30_000,
  idleMs: 72_000,
  responseMs: 120_000,
  stallMs: 30_000,
  checkMs: 5000,
  loopDelayMs: 1000,
  poolWaitMs: 3000,
};

/** For a whole body to arrive, so that a client that sends a byte now and then cannot hold a connection. */
const BODY_MS = 60_000;
/** The same for a body that is read while it arrives. */
export const UPLOAD_MS = 3_600_000;

const arrivals = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Closes the connection if the body has not arrived in time. Node's own `requestTimeout` is one limit for all requests,
 * so it can only be the longest, `UPLOAD_MS`.
 */
export function limitArrival(request: IncomingMessage, response: ServerResponse, log: Logger): void {
  restartArrivalLimit(request, response, log, BODY_MS);
}

/** Gives a body the time of an upload. Call it once the client has permission to upload. */
export function allowLongArrival(request: IncomingMessage, response: ServerResponse, log: Logger): void {
  restartArrivalLimit(request, response, log, UPLOAD_MS);
}

function restartArrivalLimit(request: IncomingMessage, response: ServerResponse, log: Logger, ms: number): void {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) return;
  clearTimeout(arrivals.get(request));
  const limit = setTimeout(() => {
    if (request.complete) return;
    if (response.headersSent) request.socket.destroy();
    else sendBrokenRequest(log, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }, request.socket);
  }, ms).unref();
  arrivals.set(request, limit);
  request.once('close', () => clearTimeout(limit));
}

/** Closes the connection if the client does not read the response in time. */
export function limitDelivery(response: ServerResponse, { responseMs }: TimeLimits): void {
  const limit = setTimeout(() => response.destroy(), responseMs).unref();
  response.once('close', () => clearTimeout(limit));
}
