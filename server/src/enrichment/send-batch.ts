import type { Services } from '../platform/http/endpoint.ts';
import type { RunningJob } from '../platform/running-job.ts';
import type { OtherSource } from '../platform/sources-config.ts';
import { type QueryResult, querySource, reportFailedQuery } from '../sources/query-source.ts';
import type { SourceRecord } from '../sources/record.ts';
import { awaitSlot, type RefusedSlot } from '../sources/request-slots.ts';
import { saveRefusedCredential } from '../sources/slot-store.ts';
import { SOURCE_LIMITS } from '../sources/source-limits.ts';
import { sourceName } from '../sources/source-name.ts';
import type { Batch } from './batch-queries.ts';
import { canRequest } from './plan-steps.ts';
import { requestOf } from './request-of.ts';

export type BatchResult =
  | { readonly kind: 'records'; readonly records: readonly SourceRecord[] }
  /** the source has a cooldown */
  | { readonly kind: 'cooldown'; readonly seconds: number }
  /** the next request slot is too far away */
  | { readonly kind: 'busy'; readonly seconds: number }
  /** the daily budget is spent, or a user's own key has a cooldown, so all requests with this credential wait */
  | { readonly kind: 'spent'; readonly seconds: number }
  /** the daily budget does not cover a search, or there is no credential, so enrichment continues without this source */
  | { readonly kind: 'skipped' }
  /** send these batches instead */
  | { readonly kind: 'replaced'; readonly batches: readonly Batch[] }
  | { readonly kind: 'failed'; readonly reason: string; readonly seconds: number }
  | { readonly kind: 'aborted' };

/** The minimum wait after a refusal that names no end. */
const SPENT_SECONDS = 60;
/** If the next slot is further away, the batch waits for the next pass. */
const MAX_WAIT_MS = 2000;

/**
 * Sends a batch within the daily budget of its credential. If the budget of OpenAlex is spent, ids are requested one by one, because a single
 * work by id is free. If the source refuses a user's own key, the operator's key is used.
 */
export async function sendBatch(
  services: Services,
  source: OtherSource,
  batch: Batch,
  { stopping, signal }: Pick<RunningJob, 'stopping' | 'signal'>,
): Promise<BatchResult> {
  const { db, config, log } = services;
  const { credential } = batch;
  // the source needs an e-mail address, and it refused the user's own
  if (credential === 'shared' && !canRequest(config.sources, source)) return { kind: 'skipped' };
  const { request, parse } = requestOf(config.sources, source, batch);
  const budgets = SOURCE_LIMITS[source].dailyBudget;
  const dailyBudget = budgets && (credential === 'shared' && !hasKey(services, source) ? budgets.shared : budgets.own);
  const { minIntervalSeconds: intervalSeconds } = config.sources[source];
  const slotRequest = { source, intervalSeconds, credential, cost: dailyBudget ? request.cost : 0, dailyBudget };
  const slot = await awaitSlot(db, slotRequest, { maxWaitMs: MAX_WAIT_MS, signal: stopping });
  if (stopping.aborted) return { kind: 'aborted' };
  if (!slot.isGranted) return withoutSlot(source, batch, slot);
  const result = await querySource(services, { source, request, parse, credential, signal });
  if (signal.aborted && result.kind !== 'found' && result.kind !== 'absent') return { kind: 'aborted' };
  if (result.kind === 'key_refused' && credential !== 'shared') {
    log.warn({ source, credential }, "a source refused a user's own key; not using it for a day");
    await saveRefusedCredential(db, source, credential);
    return { kind: 'replaced', batches: [{ ...batch, credential: 'shared' }] };
  }
  if (result.kind === 'key_paused') {
    log.warn({ source, credential, until: result.until }, "a user's own key reached its rate limit; its requests wait");
    return { kind: 'spent', seconds: secondsUntil(result.until) };
  }
  if (result.kind === 'spent') return withoutBudget(source, batch, SPENT_SECONDS);
  if (result.kind === 'refused_request') {
    // one id that the source rejects must not block the others
    if (batch.queries.length > 1) return splitBatch(batch);
    log.info(
      { source, status: result.status, query: batch.queries[0]?.key },
      `${sourceName(source)} rejected a request with status ${result.status}; its publication continues without it`,
    );
    return { kind: 'skipped' };
  }
  // records with thousands of authors each exceed the size limit of a response
  const isTooMuch = result.kind === 'unreachable' && result.reason === 'too_large';
  if (isTooMuch && batch.queries.length > 1) return splitBatch(batch);
  return settle(services, source, result);
}

function withoutSlot(source: OtherSource, batch: Batch, { reason, by, milliseconds }: RefusedSlot): BatchResult {
  const seconds = Math.max(0.05, milliseconds / 1000);
  if (reason === 'rate_limit') return { kind: 'busy', seconds };
  if (reason === 'budget') return withoutBudget(source, batch, Math.max(SPENT_SECONDS, seconds));
  return by === 'own' ? { kind: 'spent', seconds } : { kind: 'cooldown', seconds };
}

function withoutBudget(source: OtherSource, batch: Batch, seconds: number): BatchResult {
  if (batch.queries[0]?.by.kind === 'title') return { kind: 'skipped' };
  return source === 'openalex' && batch.queries.length > 1 ? splitBatch(batch) : { kind: 'spent', seconds };
}

function splitBatch({ credential, queries }: Batch): BatchResult {
  return { kind: 'replaced', batches: queries.map((query) => ({ credential, queries: [query] })) };
}

/** Records a failure, so that all processes know it before the next request. */
async function settle(
  services: Services,
  source: OtherSource,
  result: Exclude<QueryResult, { kind: 'spent' | 'refused_request' | 'key_paused' }>,
): Promise<BatchResult> {
  if (result.kind === 'found') return { kind: 'records', records: result.value };
  if (result.kind === 'absent') return { kind: 'records', records: [] };
  const cooldown = await reportFailedQuery(services, source, result);
  if (cooldown) return { kind: 'cooldown', seconds: secondsUntil(cooldown.until) };
  if (result.kind === 'blocked' || result.kind === 'key_refused') return { kind: 'cooldown', seconds: SPENT_SECONDS };
  const seconds = result.kind === 'unreachable' ? (result.retryAfterSeconds ?? 0) : 0;
  return { kind: 'failed', reason: result.reason, seconds };
}

function secondsUntil(time: Date): number {
  return Math.max(1, (time.getTime() - Date.now()) / 1000);
}

function hasKey({ config }: Services, source: OtherSource): boolean {
  return source === 'openalex' && config.sources.openalex.apiKey !== null;
}
