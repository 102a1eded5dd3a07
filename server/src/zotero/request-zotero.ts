import type { Config } from '../platform/config.ts';
import { fetchUrl, retryAfterSeconds } from '../platform/fetch.ts';
import type { Services } from '../platform/services.ts';
import { parseJson } from '../sources/json-fields.ts';
import { addressOf, userAgentOf } from '../sources/write-request.ts';
import { findAccount, keyContext, saveWait } from './store.ts';

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_WAIT_SECONDS = 24 * 3600;
/** After a refusal that does not say how long to wait. */
const USUAL_WAIT_SECONDS = 60;

/** A response of Zotero, or why there is none. `problem` is a sentence for the user. */
export type Answer =
  | { readonly kind: 'found'; readonly value: unknown; readonly version: number }
  /** Zotero asks for a pause */
  | { readonly kind: 'wait'; readonly seconds: number; readonly problem: string }
  /** `isFinal`: trying again does not help */
  | { readonly kind: 'failed'; readonly problem: string; readonly isFinal: boolean };
export type Failure = Exclude<Answer, { kind: 'found' }>;

export interface ZoteroRequest {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** makes it a POST */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

type Parts = Pick<Services, 'db' | 'config' | 'secrets'>;

/**
 * Sends a request with the user's key, unless Zotero asked for a pause that lasts. A pause that the response asks for
 * is saved for the account, so that all processes obey it.
 */
export async function requestZotero(parts: Parts, userId: number, request: ZoteroRequest): Promise<Answer> {
  const { db, config, secrets } = parts;
  const account = await findAccount(db, userId);
  const key = account && secrets.decrypt(account.api_key, keyContext(userId));
  if (!key) return { kind: 'failed', problem: 'There is no key for Zotero. Enter it in the settings.', isFinal: true };
  if (account.waitSeconds > 0) return waitFor(account.waitSeconds);
  const { answer, pauseSeconds } = await sendToZotero(config, key, request);
  if (pauseSeconds > 0) await saveWait(db, userId, pauseSeconds);
  return answer;
}

/** Sends a request with a key, which is in a header, because addresses are logged. */
export async function sendToZotero(
  { zoteroUrl, ...config }: Config,
  key: string,
  { path, query = {}, body, signal }: ZoteroRequest,
): Promise<{ readonly answer: Answer; readonly pauseSeconds: number }> {
  if (zoteroUrl === null) return { answer: failed('Zotero is switched off on this server.', true), pauseSeconds: 0 };
  const outcome = await fetchUrl({
    url: addressOf(zoteroUrl, path, query),
    outbound: config.outbound,
    trustedOrigin: new URL(zoteroUrl).origin,
    userAgent: userAgentOf(config),
    accept: 'application/json',
    headers: { 'zotero-api-key': key, 'zotero-api-version': '3' },
    ...(body === undefined ? {} : { post: { contentType: 'application/json', body: JSON.stringify(body) } }),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    maxRedirects: 0,
    ...(signal ? { signal } : {}),
  });
  if (outcome.kind !== 'response') {
    const isTooLarge = outcome.kind === 'failed' && outcome.reason === 'too_large';
    const problem = isTooLarge ? 'Zotero sent more than Lectern reads.' : 'Zotero cannot be reached now.';
    return { answer: failed(problem), pauseSeconds: 0 };
  }
  const { status, headers } = outcome;
  const isBusy = status === 429 || status === 503;
  const asked = isBusy ? (retryAfterSeconds(headers, Date.now()) ?? USUAL_WAIT_SECONDS) : 0;
  const pauseSeconds = Math.min(MAX_WAIT_SECONDS, Math.max(asked, numberOf(headers.backoff)));
  if (isBusy) return { answer: waitFor(pauseSeconds), pauseSeconds };
  return { answer: readAnswer(status, headers, outcome.body), pauseSeconds };
}

function readAnswer(status: number, headers: Readonly<Record<string, string>>, body: Buffer): Answer {
  if (status === 401 || status === 403)
    return failed('Zotero refused the key: it was deleted, or may not do this in this library. Enter a new key.', true);
  if (status === 404) return failed('Zotero has no such library. Check what the key reaches.', true);
  if (status === 409) return failed('Zotero has locked this library for now.');
  if (status === 413) return failed('Zotero refused the items, because they are too large.', true);
  const value = status === 200 ? parseJson(body.toString('utf8')) : undefined;
  if (typeof value !== 'object' || value === null) return unreadable(status);
  return { kind: 'found', value, version: numberOf(headers['last-modified-version']) };
}

/** Whether a value of a response is the key of an item or a collection. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z0-9]{8}$/.test(value);
}

/** For a response that is not what Zotero's API describes. */
export function unreadable(status = 200): Failure {
  return failed(`Zotero sent something else than expected (status ${status}).`);
}

function failed(problem: string, isFinal = false): Failure {
  return { kind: 'failed', problem, isFinal };
}

/** For a pause that lasts. */
export function waitFor(seconds: number): Failure {
  return { kind: 'wait', seconds, problem: `Zotero asks for a pause of ${seconds} seconds.` };
}

/** A header with a whole number; 0 if it has none. */
function numberOf(header: string | undefined): number {
  return /^\d{1,9}$/.test(header ?? '') ? Number(header) : 0;
}
