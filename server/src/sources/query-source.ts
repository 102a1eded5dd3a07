import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { fetchUrl, retryAfterSeconds } from '../platform/fetch.ts';
import type { Logger } from '../platform/logger.ts';
import { isChallengeOfApi } from '../platform/recognize-challenge.ts';
import type { ApiSource } from '../platform/sources-config.ts';
import { type Cooldown, MAX_COOLDOWN_SECONDS, reportRefusal } from './cooldown.ts';
import { fieldsOf, parseJson } from './json-fields.ts';
import type { SourceRecord, SourceRequest } from './record.ts';
import { saveAdvertisedBudget, saveAdvertisedRate, saveKeyCooldown } from './slot-store.ts';
import type { SourceResponse } from './source.ts';
import { type AdvertisedLimits, readLimits } from './source-limits.ts';
import { userAgentOf } from './write-request.ts';

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_REDIRECTS = 5;

export interface SourceQuery<T> {
  readonly source: ApiSource;
  readonly request: SourceRequest;
  /** returns null if the body is not a response of this source */
  parse(body: string): T | null;
  /** names the budget that pays: 'shared', or 'user:', an id and a digest of the key */
  readonly credential: string;
  readonly signal: AbortSignal;
  /** for request and response; 30 seconds by default */
  readonly timeoutMs?: number;
  /** of the body; 8 MB by default */
  readonly maxBytes?: number;
}

export type QueryResult<T = readonly SourceRecord[]> =
  | SourceResponse<T>
  /** the daily budget is spent until it resets */
  | { readonly kind: 'spent' }
  | { readonly kind: 'key_refused' }
  /** a user's own key was used too often; only requests with that key wait */
  | { readonly kind: 'key_paused'; readonly until: Date }
  /** the source rejects this particular request */
  | { readonly kind: 'refused_request'; readonly status: number };

/**
 * Sends a request that already has its slot, and saves the limits that the response advertises. Returns every failure
 * as a value.
 */
export async function querySource<T>(
  { db, config }: { db: Database; config: Config },
  query: SourceQuery<T>,
): Promise<QueryResult<T>> {
  const { source, request, credential, signal, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = query;
  const outcome = await fetchUrl({
    url: request.url,
    userAgent: userAgentOf(config),
    accept: request.accept,
    headers: request.headers,
    ...(request.form === undefined ? {} : { post: formOf(request.form) }),
    timeoutMs,
    maxBytes,
    maxRedirects: MAX_REDIRECTS,
    outbound: config.outbound,
    trustedOrigin: new URL(config.sources[source].baseUrl).origin,
    signal,
  });
  if (outcome.kind === 'failed') return { kind: 'unreachable', reason: outcome.reason, retryAfterSeconds: null };
  if (outcome.kind === 'redirected') return { kind: 'changed', reason: 'unexpected_redirect' };
  const { status, headers, body } = outcome;
  const advertised = readLimits(headers);
  // other sources use these headers for limits by the second, not by the day
  const limits = source === 'openalex' ? advertised : { ...advertised, budget: null };
  await saveLimits(db, source, credential, limits);
  const wait = retryAfterSeconds(headers, Date.now());
  const text = body.toString('utf8');
  const value = status === 200 ? query.parse(text) : null;
  if (value !== null) return { kind: 'found', value };
  // before the status, because walls answer with any
  if (isChallengeOfApi(headers, text)) return { kind: 'blocked', reason: 'challenge', retryAfterSeconds: wait };
  if (status === 200) return { kind: 'changed', reason: 'unreadable_answer' };
  // a query sends everything to one address, so its absence says nothing about a person
  const isAbsent = status === 404 || status === 410 || (status === 409 && source === 'orcid');
  if (isAbsent && request.form === undefined) return { kind: 'absent', reason: 'not_found' };
  // Unpaywall answers 422 if it rejects the e-mail address, and 404 if it does not know the DOI
  if (status === 401 || (status === 422 && source === 'unpaywall')) return { kind: 'key_refused' };
  if (status === 403 && credential !== 'shared') return { kind: 'key_refused' };
  if (status === 400 || status === 414 || status === 422) return { kind: 'refused_request', status };
  if (status === 429 && isBeyondPlan(text)) return { kind: 'refused_request', status };
  if (status === 429 && request.cost > 0 && limits.budget?.remaining === 0) return { kind: 'spent' };
  if (status === 429 && isOwnKey(query)) {
    const seconds = Math.min(Math.max(wait ?? 0, config.ingestion.cooldownBlockedSeconds), MAX_COOLDOWN_SECONDS);
    return { kind: 'key_paused', until: await saveKeyCooldown(db, source, credential, seconds) };
  }
  if (status === 403 || status === 429)
    return { kind: 'blocked', reason: status === 429 ? 'too_many_requests' : 'forbidden', retryAfterSeconds: wait };
  if (status >= 500) return { kind: 'unreachable', reason: `server_error_${status}`, retryAfterSeconds: wait };
  return { kind: 'changed', reason: `unexpected_status_${status}` };
}

/** The source failed for a reason other than a budget or the request itself. */
export type FailedQuery = Extract<
  QueryResult<unknown>,
  { kind: 'blocked' | 'key_refused' | 'absent' | 'changed' | 'unreachable' }
>;

/**
 * Counts a refusal or an unreadable response for all processes. Returns the cooldown that it starts, or the current
 * one.
 */
export function reportFailedQuery(
  services: { db: Database; config: Config; log: Logger },
  source: ApiSource,
  failed: FailedQuery,
): Promise<Cooldown | null> {
  const isBlocked = failed.kind === 'blocked' || failed.kind === 'key_refused';
  const reason = failed.kind === 'key_refused' ? failed.kind : failed.reason;
  const retryAfterSeconds =
    failed.kind === 'blocked' || failed.kind === 'unreachable' ? failed.retryAfterSeconds : null;
  return reportRefusal(services, isBlocked ? 'blocked' : 'unreachable', { source, reason, retryAfterSeconds });
}

/**
 * OpenAlex refuses what a plan does not include with the status of a rate limit. Another attempt would be refused, too.
 */
function isBeyondPlan(body: string): boolean {
  return fieldsOf(parseJson(body)).error === 'Plan upgrade required';
}

/**
 * A user's own e-mail address is not a key, because sources count all requests from this server's IP address together.
 */
function isOwnKey({ credential, request }: SourceQuery<unknown>): boolean {
  return credential !== 'shared' && Object.keys(request.headers).length > 0;
}

async function saveLimits(db: Database, source: string, credential: string, limits: AdvertisedLimits): Promise<void> {
  const { intervalSeconds, concurrency } = limits;
  if (intervalSeconds !== null || concurrency !== null)
    await saveAdvertisedRate(db, source, { intervalSeconds, concurrency });
  if (limits.budget !== null) await saveAdvertisedBudget(db, source, credential, limits.budget);
}

function formOf(fields: Readonly<Record<string, string>>) {
  return { contentType: 'application/x-www-form-urlencoded', body: new URLSearchParams(fields).toString() };
}
