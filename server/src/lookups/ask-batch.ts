import type { Services } from '../platform/http/endpoint.ts';
import type { OtherSource } from '../platform/sources-config.ts';
import { type Asked, askSource } from '../sources/ask-source.ts';
import { ETIQUETTE } from '../sources/etiquette.ts';
import { findKeyPause } from '../sources/key-pause-store.ts';
import { noteUnanswered } from '../sources/note-unanswered.ts';
import { saveRefusedCredential, spend } from '../sources/pace-store.ts';
import type { SourceRecord } from '../sources/record.ts';
import { mayAsk } from './asked-sources.ts';
import type { Batch } from './batch-questions.ts';
import { requestOf } from './request-of.ts';

export type BatchAnswer =
  | { readonly kind: 'records'; readonly records: readonly SourceRecord[] }
  /** the source is left alone for a while */
  | { readonly kind: 'cooldown'; readonly seconds: number }
  /** the day's budget is spent, or a user's own key is left alone: all that asks with this credential waits */
  | { readonly kind: 'spent'; readonly seconds: number }
  /** a search that costs more than the day has left, or nothing to ask with: the works are searched for without it */
  | { readonly kind: 'skipped' }
  /** these are to be asked in its place, each in its turn */
  | { readonly kind: 'instead'; readonly batches: readonly Batch[] }
  | { readonly kind: 'failed'; readonly reason: string; readonly seconds: number }
  | { readonly kind: 'aborted' };

/** A source that has not named the end of its refusal is asked again after so long, at the earliest. */
const SPENT_SECONDS = 60;

/**
 * Asks what a batch asks, within the daily budget of its credential. OpenAlex takes nothing for a single work by id: what is left of a batch when
 * the budget is spent is asked for one by one. A user's own key that is refused is left out, and the operator's used.
 */
export async function askBatch(
  services: Services,
  source: OtherSource,
  batch: Batch,
  signal: AbortSignal,
): Promise<BatchAnswer> {
  const { db, config, log } = services;
  const { credential } = batch;
  // a user's own address, which alone lets this source be asked, was refused
  if (credential === 'shared' && !mayAsk(config.sources, source)) return { kind: 'skipped' };
  const pausedUntil = credential === 'shared' ? null : await findKeyPause(db, source, credential);
  if (pausedUntil) return { kind: 'spent', seconds: secondsUntil(pausedUntil) };
  const { request, parse } = requestOf(config.sources, source, batch);
  const { dailyBudget } = ETIQUETTE[source];
  if (dailyBudget && request.cost > 0) {
    const limit = credential === 'shared' && !hasKey(services, source) ? dailyBudget.shared : dailyBudget.own;
    const resetsAt = await spend(db, source, credential, request.cost, limit);
    if (resetsAt) return withoutBudget(source, batch, Math.max(SPENT_SECONDS, secondsUntil(resetsAt)));
  }
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
    // one id that the source does not understand says nothing of the others
    if (batch.questions.length > 1) return oneByOne(batch);
    log.info({ source, status: asked.status, query: batch.questions[0]?.query }, 'a source did not take a request');
    return { kind: 'skipped' };
  }
  // works with thousands of authors add up; fewer of them fit
  const isTooMuch = asked.kind === 'unreachable' && asked.reason === 'too_large';
  if (isTooMuch && batch.questions.length > 1) return oneByOne(batch);
  return settle(services, source, asked);
}

function withoutBudget(source: OtherSource, batch: Batch, seconds: number): BatchAnswer {
  if (batch.questions[0]?.by.kind === 'title') return { kind: 'skipped' };
  return source === 'openalex' && batch.questions.length > 1 ? oneByOne(batch) : { kind: 'spent', seconds };
}

function oneByOne({ credential, questions }: Batch): BatchAnswer {
  return { kind: 'instead', batches: questions.map((question) => ({ credential, questions: [question] })) };
}

/** A failure is noted for all services before anybody asks again. */
async function settle(
  services: Services,
  source: OtherSource,
  asked: Exclude<Asked, { kind: 'spent' | 'refused_request' | 'key_paused' }>,
): Promise<BatchAnswer> {
  if (asked.kind === 'found') return { kind: 'records', records: asked.value };
  if (asked.kind === 'absent') return { kind: 'records', records: [] };
  const cooldown = await noteUnanswered(services, source, asked);
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
