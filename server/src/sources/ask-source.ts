import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database/database.ts';
import { fetchPolitely, retryAfterSeconds } from '../platform/fetch.ts';
import type { Logger } from '../platform/logger.ts';
import type { ApiSource } from '../platform/sources-config.ts';
import { type Cooldown, LONGEST_SECONDS, reportRefusal } from './cooldown.ts';
import { readLimits, type ToldLimits } from './read-limits.ts';
import type { SourceRecord, SourceRequest } from './record.ts';
import { saveKeyCooldown, saveToldBudget, saveToldPace } from './slot-store.ts';
import type { SourceAnswer } from './source.ts';
import { userAgentOf } from './user-agent.ts';

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_REDIRECTS = 5;

export interface Question<T> {
  readonly source: ApiSource;
  readonly request: SourceRequest;
  /** null for what is no answer of this source */
  parse(body: string): T | null;
  /** whose budget it is: 'shared', or 'user:', an id and a digest of the key */
  readonly credential: string;
  readonly signal: AbortSignal;
}

export type Asked<T = readonly SourceRecord[]> =
  | SourceAnswer<T>
  /** a budget is spent: there is nothing to wait out but its end */
  | { readonly kind: 'spent' }
  | { readonly kind: 'key_refused' }
  /** a user's own key was used too often: what uses that key waits, and nobody else */
  | { readonly kind: 'key_paused'; readonly until: Date }
  /** the source does not understand this very request */
  | { readonly kind: 'refused_request'; readonly status: number };

/** Sends a request that has its slot, and remembers what the source says of its limits. Every way it can go wrong is an answer. */
export async function askSource<T>(
  { db, config }: { db: Database; config: Config },
  question: Question<T>,
): Promise<Asked<T>> {
  const { source, request, credential, signal } = question;
  const outcome = await fetchPolitely({
    url: request.url,
    userAgent: userAgentOf(config),
    accept: request.accept,
    headers: request.headers,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    maxRedirects: MAX_REDIRECTS,
    outbound: config.outbound,
    trustedOrigin: new URL(config.sources[source].baseUrl).origin,
    signal,
  });
  if (outcome.kind === 'failed') return { kind: 'unreachable', reason: outcome.reason, retryAfterSeconds: null };
  if (outcome.kind === 'redirected') return { kind: 'changed', reason: 'unexpected_redirect' };
  const { status, headers, body } = outcome;
  const told = readLimits(headers);
  // others use such headers for seconds, not for days
  const limits = source === 'openalex' ? told : { ...told, budget: null };
  await saveLimits(db, source, credential, limits);
  const wait = retryAfterSeconds(headers, Date.now());
  if (status === 200) {
    const value = question.parse(body.toString('utf8'));
    return value === null ? { kind: 'changed', reason: 'unreadable_answer' } : { kind: 'found', value };
  }
  if (status === 404 || status === 410 || (status === 409 && source === 'orcid'))
    return { kind: 'absent', reason: 'not_found' };
  // what Unpaywall does not take is the address of who asks; a DOI that it does not know is a 404
  if (status === 401 || (status === 422 && source === 'unpaywall')) return { kind: 'key_refused' };
  if (status === 403 && credential !== 'shared') return { kind: 'key_refused' };
  if (status === 400 || status === 414 || status === 422) return { kind: 'refused_request', status };
  if (status === 429 && request.cost > 0 && limits.budget?.remaining === 0) return { kind: 'spent' };
  if (status === 429 && isOwnKey(question)) {
    const seconds = Math.min(Math.max(wait ?? 0, config.ingestion.cooldownBlockedSeconds), LONGEST_SECONDS);
    return { kind: 'key_paused', until: await saveKeyCooldown(db, source, credential, seconds) };
  }
  if (status === 403 || status === 429)
    return { kind: 'blocked', reason: status === 429 ? 'too_many_requests' : 'forbidden', retryAfterSeconds: wait };
  if (status >= 500) return { kind: 'unreachable', reason: `server_error_${status}`, retryAfterSeconds: wait };
  return { kind: 'changed', reason: `unexpected_status_${status}` };
}

/** No answer, and nothing about a budget or the request itself. */
export type Unanswered = Extract<
  Asked<unknown>,
  { kind: 'blocked' | 'key_refused' | 'absent' | 'changed' | 'unreachable' }
>;

/**
 * Counts for all services that a source refused to answer, or sent nothing that can be read. Returns the cooldown that starts by it, or that is
 * under way.
 */
export function reportUnanswered(
  services: { db: Database; config: Config; log: Logger },
  source: ApiSource,
  asked: Unanswered,
): Promise<Cooldown | null> {
  const isBlocked = asked.kind === 'blocked' || asked.kind === 'key_refused';
  const reason = asked.kind === 'key_refused' ? asked.kind : asked.reason;
  const retryAfterSeconds = asked.kind === 'blocked' || asked.kind === 'unreachable' ? asked.retryAfterSeconds : null;
  return reportRefusal(services, isBlocked ? 'blocked' : 'unreachable', { source, reason, retryAfterSeconds });
}

/** A user's own address is no key: sources count the requests of our address together, whoever they are for. */
function isOwnKey({ credential, request }: Question<unknown>): boolean {
  return credential !== 'shared' && Object.keys(request.headers).length > 0;
}

async function saveLimits(db: Database, source: string, credential: string, limits: ToldLimits): Promise<void> {
  const { intervalSeconds, concurrency } = limits;
  if (intervalSeconds !== null || concurrency !== null)
    await saveToldPace(db, source, { intervalSeconds, concurrency });
  if (limits.budget !== null) await saveToldBudget(db, source, credential, limits.budget);
}
