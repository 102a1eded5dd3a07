import type { Services } from '../platform/http/endpoint.ts';
import type { RunningJob } from '../platform/running-job.ts';
import type { OtherSource } from '../platform/sources-config.ts';
import { type Asked, askSource, reportUnanswered } from '../sources/ask-source.ts';
import { ETIQUETTE } from '../sources/etiquette.ts';
import type { SourceRecord } from '../sources/record.ts';
import { awaitSlot, type RefusedSlot } from '../sources/request-slots.ts';
import { saveRefusedCredential } from '../sources/slot-store.ts';
import type { Batch } from './batch-questions.ts';
import { mayAsk } from './plan-steps.ts';
import { requestOf } from './request-of.ts';

export type BatchAnswer =
  | { readonly kind: 'records'; readonly records: readonly SourceRecord[] }
  /** the source has a cooldown */
  | { readonly kind: 'cooldown'; readonly seconds: number }
  /** other requests to the source come first */
  | { readonly kind: 'busy'; readonly seconds: number }
  /** the daily budget is spent, or a user's own key has a cooldown: everything that uses this credential waits */
  | { readonly kind: 'spent'; readonly seconds: number }
  /** the rest of the daily budget does not cover a search, or there is no credential: enrichment goes on without this source */
  | { readonly kind: 'skipped' }
  /** ask these batches in its place */
  | { readonly kind: 'instead'; readonly batches: readonly Batch[] }
  | { readonly kind: 'failed'; readonly reason: string; readonly seconds: number }
  | { readonly kind: 'aborted' };

/** The shortest wait after a refusal that does not say when it ends. */
const SPENT_SECONDS = 60;
/** A slot that is further away is left to the next claim. */
const PATIENCE_MS = 2000;

/**
 * Sends a batch within the daily budget of its credential. When the budget of OpenAlex is spent, ids are asked for one by one, because a single
 * work by id is free. If a user's own key is refused, the operator's key is used.
 */
export async function askBatch(
  services: Services,
  source: OtherSource,
  batch: Batch,
  { stopping, signal }: Pick<RunningJob, 'stopping' | 'signal'>,
): Promise<BatchAnswer> {
  const { db, config, log } = services;
  const { credential } = batch;
  // the source needs an address, and the user's own one was refused
  if (credential === 'shared' && !mayAsk(config.sources, source)) return { kind: 'skipped' };
  const { request, parse } = requestOf(config.sources, source, batch);
  const budgets = ETIQUETTE[source].dailyBudget;
  const dailyBudget = budgets && (credential === 'shared' && !hasKey(services, source) ? budgets.shared : budgets.own);
  const { minIntervalSeconds: intervalSeconds } = config.sources[source];
  const wanted = { source, intervalSeconds, credential, cost: dailyBudget ? request.cost : 0, dailyBudget };
  const slot = await awaitSlot(db, wanted, { patienceMs: PATIENCE_MS, signal: stopping });
  if (stopping.aborted) return { kind: 'aborted' };
  if (!slot.isGranted) return withoutSlot(source, batch, slot);
  const asked = await askSource(services, { source, request, parse, credential, signal });
  if (signal.aborted && asked.kind !== 'found' && asked.kind !== 'absent') return { kind: 'aborted' };
  if (asked.kind === 'key_refused' && credential !== 'shared') {
    log.warn({ source, credential }, "a user's own key was refused by the source: it is left out for a day");
    await saveRefusedCredential(db, source, credential);
    return { kind: 'instead', batches: [{ ...batch, credential: 'shared' }] };
  }
  if (asked.kind === 'key_paused') {
    log.warn({ source, credential, until: asked.until }, "a user's own key was used too often: what uses it waits");
    return { kind: 'spent', seconds: secondsUntil(asked.until) };
  }
  if (asked.kind === 'spent') return withoutBudget(source, batch, SPENT_SECONDS);
  if (asked.kind === 'refused_request') {
    // one id that the source does not understand must not spoil the others
    if (batch.questions.length > 1) return oneByOne(batch);
    log.info({ source, status: asked.status, query: batch.questions[0]?.query }, 'a source did not take a request');
    return { kind: 'skipped' };
  }
  // a batch of publications with thousands of authors each exceeds the size limit
  const isTooMuch = asked.kind === 'unreachable' && asked.reason === 'too_large';
  if (isTooMuch && batch.questions.length > 1) return oneByOne(batch);
  return settle(services, source, asked);
}

function withoutSlot(source: OtherSource, batch: Batch, { reason, by, milliseconds }: RefusedSlot): BatchAnswer {
  const seconds = Math.max(0.05, milliseconds / 1000);
  if (reason === 'rate_limit') return { kind: 'busy', seconds };
  if (reason === 'budget') return withoutBudget(source, batch, Math.max(SPENT_SECONDS, seconds));
  return by === 'own' ? { kind: 'spent', seconds } : { kind: 'cooldown', seconds };
}

function withoutBudget(source: OtherSource, batch: Batch, seconds: number): BatchAnswer {
  if (batch.questions[0]?.by.kind === 'title') return { kind: 'skipped' };
  return source === 'openalex' && batch.questions.length > 1 ? oneByOne(batch) : { kind: 'spent', seconds };
}

function oneByOne({ credential, questions }: Batch): BatchAnswer {
  return { kind: 'instead', batches: questions.map((question) => ({ credential, questions: [question] })) };
}

/** Records a failure, so that all processes know of it before the next request. */
async function settle(
  services: Services,
  source: OtherSource,
  asked: Exclude<Asked, { kind: 'spent' | 'refused_request' | 'key_paused' }>,
): Promise<BatchAnswer> {
  if (asked.kind === 'found') return { kind: 'records', records: asked.value };
  if (asked.kind === 'absent') return { kind: 'records', records: [] };
  const cooldown = await reportUnanswered(services, source, asked);
  if (cooldown) return { kind: 'cooldown', seconds: secondsUntil(cooldown.until) };
  if (asked.kind === 'blocked' || asked.kind === 'key_refused') return { kind: 'cooldown', seconds: SPENT_SECONDS };
  const seconds = asked.kind === 'unreachable' ? (asked.retryAfterSeconds ?? 0) : 0;
  return { kind: 'failed', reason: asked.reason, seconds };
}

function secondsUntil(time: Date): number {
  return Math.max(1, (time.getTime() - Date.now()) / 1000);
}

function hasKey({ config }: Services, source: OtherSource): boolean {
  return source === 'openalex' && config.sources.openalex.apiKey !== null;
}
