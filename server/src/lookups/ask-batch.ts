import type { Services } from '../platform/http/endpoint.ts';
import { type Asked, askSource } from '../sources/ask-source.ts';
import { ETIQUETTE, type OtherSource } from '../sources/etiquette.ts';
import { spend } from '../sources/pace-store.ts';
import { noteBlocked, noteUnreachable } from '../sources/politeness.ts';
import type { SourceRecord } from '../sources/record.ts';
import type { Batch } from './batch-questions.ts';
import { requestOf } from './request-of.ts';

export type BatchAnswer =
  | { readonly kind: 'records'; readonly records: readonly SourceRecord[] }
  /** the source is left alone for a while */
  | { readonly kind: 'cooldown'; readonly seconds: number }
  /** the day's budget is spent */
  | { readonly kind: 'spent'; readonly seconds: number }
  /** a search that costs more than the day has left: the works are searched for without it */
  | { readonly kind: 'skipped' }
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
  const { credential, questions } = batch;
  const { request, parse } = requestOf(config.sources, source, batch);
  const { dailyBudget } = ETIQUETTE[source];
  if (dailyBudget && request.cost > 0) {
    const limit = credential === 'shared' && !hasKey(services, source) ? dailyBudget.shared : dailyBudget.own;
    const resetsAt = await spend(db, source, credential, request.cost, limit);
    if (resetsAt) {
      if (questions[0]?.by.kind === 'title') return { kind: 'skipped' };
      if (source === 'openalex' && questions.length > 1) return askOneByOne(services, source, batch, signal);
      return { kind: 'spent', seconds: Math.max(SPENT_SECONDS, (resetsAt.getTime() - Date.now()) / 1000) };
    }
  }
  const asked = await askSource(services, { source, request, parse, credential, signal });
  if (signal.aborted && asked.kind !== 'found' && asked.kind !== 'absent') return { kind: 'aborted' };
  if (asked.kind === 'key_refused' && credential !== 'shared') {
    log.warn({ source, credential }, "a user's own key was refused by the source: the operator's is used");
    return askBatch(services, source, { ...batch, credential: 'shared' }, signal);
  }
  return settle(services, source, asked);
}

async function askOneByOne(
  services: Services,
  source: OtherSource,
  batch: Batch,
  signal: AbortSignal,
): Promise<BatchAnswer> {
  const records: SourceRecord[] = [];
  for (const question of batch.questions) {
    const answer = await askBatch(services, source, { ...batch, questions: [question] }, signal);
    if (answer.kind !== 'records') return answer;
    records.push(...answer.records);
  }
  return { kind: 'records', records };
}

/** A failure is noted for all services before anybody asks again. */
async function settle({ db, config, log }: Services, source: OtherSource, asked: Asked): Promise<BatchAnswer> {
  const policy = config.ingestion;
  const secondsUntil = (until: Date) => Math.max(1, (until.getTime() - Date.now()) / 1000);
  switch (asked.kind) {
    case 'found':
      return { kind: 'records', records: asked.value };
    case 'absent':
      return { kind: 'records', records: [] };
    case 'spent':
      return { kind: 'spent', seconds: SPENT_SECONDS };
    case 'blocked':
    case 'key_refused': {
      const { reason, retryAfterSeconds } =
        asked.kind === 'blocked' ? asked : { reason: 'key_refused', retryAfterSeconds: null };
      const cooldown = await db.transaction().execute((tx) => noteBlocked(tx, source, policy, retryAfterSeconds));
      log.warn({ source, reason, until: cooldown?.until }, 'a source refused to answer');
      return { kind: 'cooldown', seconds: cooldown ? secondsUntil(cooldown.until) : SPENT_SECONDS };
    }
    case 'unreachable': {
      const seconds = asked.retryAfterSeconds ?? 0;
      const cooldown = await db.transaction().execute((tx) => noteUnreachable(tx, source, policy, seconds));
      if (cooldown) return { kind: 'cooldown', seconds: secondsUntil(cooldown.until) };
      return { kind: 'failed', reason: asked.reason, seconds };
    }
    case 'changed':
      return { kind: 'failed', reason: asked.reason, seconds: 0 };
  }
}

function hasKey({ config }: Services, source: OtherSource): boolean {
  return source === 'openalex' && config.sources.openalex.apiKey !== null;
}
