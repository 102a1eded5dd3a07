import { backoffSeconds } from '../platform/backoff.ts';
import { isTransient } from '../platform/database/database-errors.ts';
import type { Services } from '../platform/services.ts';
import type { OtherSource } from '../platform/sources-config.ts';
import type { RunningJob } from '../platform/work-loop.ts';
import { type FailedQuery, querySource, reportFailedQuery } from '../sources/query-source.ts';
import type { SourceRecord } from '../sources/record.ts';
import { awaitSlot, type RefusedSlot } from '../sources/request-slots.ts';
import { saveRefusedCredential } from '../sources/slot-store.ts';
import { sourceName } from '../sources/source.ts';
import { SOURCE_LIMITS } from '../sources/source-limits.ts';
import { saveSuccess } from '../sources/store.ts';
import { type Batch, requestOf, type SharedQuery } from './batch-queries.ts';
import { MAX_WAIT_SECONDS, type Outcome, PRIORITY } from './enrichment.ts';
import { canRequest, type Planned, resultOf } from './plan-steps.ts';
import type { Sent } from './requests.ts';
import { saveResponses } from './response-store.ts';
import { retryOrSkip } from './save-steps.ts';

const DAY = 86_400;
/** How long a response is cached: by id with copies of the publication, by id without copies, or by title. */
const LIFETIME_SECONDS = { withCopies: 7 * DAY, withoutCopies: 20 * 3600, byTitle: 30 * DAY };
/** The minimum wait after a refusal that names no end. */
const SPENT_SECONDS = 60;
/** If the next slot is further away, the batch waits for the next pass. */
const MAX_WAIT_MS = 2000;
const NOTHING: Sent<Batch> = { results: [] };

interface Sending {
  readonly batch: Batch;
  /** the batches after it */
  readonly queue: Batch[];
  readonly job: Pick<RunningJob, 'stopping' | 'signal'>;
}

/**
 * Sends a batch within the daily budget of its credential, and caches the response. If the budget of OpenAlex is spent,
 * ids are requested one by one, because a single work by id is free. If the source refuses a user's own key, the
 * operator's key is used. A batch that fails for an unknown reason is retried like one that the source does not answer,
 * so that it does not block the batches after it.
 * @throws a database error that will pass
 */
export async function sendBatch(services: Services, source: OtherSource, sending: Sending): Promise<Sent<Batch>> {
  try {
    return await send(services, source, sending);
  } catch (error) {
    if (isTransient(error)) throw error;
    services.log.error({ err: error, source }, 'a batch of queries failed unexpectedly');
    return retry(services, source, sending.batch, { reason: 'unexpected_error', seconds: 0 });
  }
}

async function send(services: Services, source: OtherSource, sending: Sending): Promise<Sent<Batch>> {
  const { db, config, log } = services;
  const { batch, job } = sending;
  const { credential } = batch;
  // the source needs an e-mail address, and it refused the user's own
  if (credential === 'shared' && !canRequest(config.sources, source)) return everyStep([batch], { kind: 'skipped' });
  const { request, parse } = requestOf(config.sources, source, batch);
  const hasOwnBudget = credential !== 'shared' || (source === 'openalex' && config.sources.openalex.apiKey !== null);
  const dailyBudget = SOURCE_LIMITS[source].dailyBudget?.[hasOwnBudget ? 'own' : 'shared'] ?? null;
  const { minIntervalSeconds: intervalSeconds } = config.sources[source];
  const slotRequest = { source, intervalSeconds, credential, cost: dailyBudget ? request.cost : 0, dailyBudget };
  const slot = await awaitSlot(db, slotRequest, { maxWaitMs: MAX_WAIT_MS, signal: job.stopping });
  if (job.stopping.aborted) return NOTHING;
  if (!slot.isGranted) return withoutSlot(source, sending, slot);

  const result = await querySource(services, { source, request, parse, credential, signal: job.signal });
  if (result.kind === 'found') return take(services, source, batch, result.value);
  if (result.kind === 'absent') return take(services, source, batch, []);
  if (job.signal.aborted) return NOTHING;
  if (result.kind === 'key_refused' && credential !== 'shared') {
    log.warn({ source, credential }, "a source refused a user's own key; not using it for a day");
    await saveRefusedCredential(db, source, credential);
    return { results: [], instead: [{ ...batch, credential: 'shared' }] };
  }
  if (result.kind === 'key_paused') {
    log.warn({ source, credential, until: result.until }, "a user's own key reached its rate limit; its requests wait");
    return defer(sending, secondsUntil(result.until), 'credential');
  }
  if (result.kind === 'spent') return withoutBudget(source, sending, SPENT_SECONDS);
  // one id that the source rejects, or records with thousands of authors each, must not block the others
  const isTooMuch = result.kind === 'unreachable' && result.reason === 'too_large';
  if ((isTooMuch || result.kind === 'refused_request') && batch.queries.length > 1) return splitBatch(batch);
  if (result.kind === 'refused_request') {
    log.info(
      { source, status: result.status, query: batch.queries[0]?.key },
      `${sourceName(source)} rejected a request with status ${result.status}; its publication continues without it`,
    );
    return everyStep([batch], { kind: 'skipped' });
  }
  return withoutResponse(services, source, sending, result);
}

function withoutSlot(source: OtherSource, sending: Sending, { reason, by, milliseconds }: RefusedSlot): Sent<Batch> {
  const seconds = Math.max(0.05, milliseconds / 1000);
  if (reason === 'budget') return withoutBudget(source, sending, Math.max(SPENT_SECONDS, seconds));
  if (reason === 'cooldown') return defer(sending, seconds, by === 'own' ? 'credential' : 'source');
  // a run must not wait longer; the batches of a run come first, so the next batch may be awaited, too
  const isAwaited = stepsOf(sending.batch).some(({ enrichment }) => enrichment.priority === PRIORITY.awaited);
  if (isAwaited && seconds > MAX_WAIT_SECONDS) return defer(sending, seconds, 'batch');
  return { results: [], waitSeconds: seconds };
}

/** The daily budget does not cover the request. A search is skipped, and ids wait or are requested for free. */
function withoutBudget(source: OtherSource, sending: Sending, seconds: number): Sent<Batch> {
  const { batch } = sending;
  if (batch.queries[0]?.by.kind === 'title') return everyStep([batch], { kind: 'skipped' });
  return source === 'openalex' && batch.queries.length > 1 ? splitBatch(batch) : defer(sending, seconds, 'credential');
}

/** Records a failure, so that all processes know it before the next request. */
async function withoutResponse(
  services: Services,
  source: OtherSource,
  sending: Sending,
  failed: Exclude<FailedQuery, { kind: 'absent' }>,
): Promise<Sent<Batch>> {
  const cooldown = await reportFailedQuery(services, source, failed);
  if (cooldown) return defer(sending, secondsUntil(cooldown.until), 'source');
  if (failed.kind === 'blocked' || failed.kind === 'key_refused') return defer(sending, SPENT_SECONDS, 'source');
  const seconds = failed.kind === 'unreachable' ? (failed.retryAfterSeconds ?? 0) : 0;
  return retry(services, source, sending.batch, { reason: failed.reason, seconds });
}

/** Caches the response, and gives each publication its records. */
async function take(
  { db }: Services,
  source: OtherSource,
  { queries }: Batch,
  all: readonly SourceRecord[],
): Promise<Sent<Batch>> {
  const responses = queries.map((query) => {
    const records = recordsFor(query, all, queries.length);
    return { query: query.key, records, lifetimeSeconds: lifetimeOf(query, records), steps: query.steps };
  });
  await saveResponses(db, source, responses);
  // resets the count of consecutive failures
  await saveSuccess(db, source);
  return {
    results: responses.flatMap(({ steps, records }) =>
      steps.map((step) => resultOf(step, { kind: 'records', records })),
    ),
  };
}

/** Retries the steps of a failed batch, each after its own backoff, which is at least `seconds`. */
function retry(
  { config, log }: Services,
  source: OtherSource,
  batch: Batch,
  { reason, seconds }: { reason: string; seconds: number },
): Sent<Batch> {
  const steps = stepsOf(batch);
  // a user waits for it, and is told
  if (steps.length === 0) return NOTHING;
  log.info(
    { source, reason, publications: steps.length },
    `a query to ${sourceName(source)} for ${steps.length} publication(s) failed (${reason}) and will be retried`,
  );
  const results = steps.map((step) => {
    const backoff = backoffSeconds(step.enrichment.failureCount + 1, config.ingestion, Math.random());
    return retryOrSkip(resultOf(step, { kind: 'skipped' }), Math.max(seconds, backoff));
  });
  return { results };
}

/** Defers a batch, and those after it that would be refused as well: all, or those with the same credential. */
function defer({ batch, queue }: Sending, afterSeconds: number, scope: 'source' | 'credential' | 'batch'): Sent<Batch> {
  const isConcerned = (other: Batch) =>
    scope === 'source' || (scope === 'credential' && other.credential === batch.credential);
  const others = queue.filter(isConcerned);
  for (const other of others) queue.splice(queue.indexOf(other), 1);
  return everyStep([batch, ...others], { kind: 'deferred', afterSeconds, hasFailed: false });
}

function splitBatch({ credential, queries }: Batch): Sent<Batch> {
  return { results: [], instead: queries.map((query) => ({ credential, queries: [query] })) };
}

function everyStep(batches: readonly Batch[], outcome: Outcome): Sent<Batch> {
  return { results: batches.flatMap(stepsOf).map((step) => resultOf(step, outcome)) };
}

function stepsOf({ queries }: Batch): Planned[] {
  return queries.flatMap(({ steps }) => steps);
}

/**
 * The records of a batch that have the id of this query. If the batch has one id, all records, because a source may
 * return an alias of the id.
 */
function recordsFor({ by }: SharedQuery, records: readonly SourceRecord[], queryCount: number): SourceRecord[] {
  if (by.kind === 'title') return [...records];
  const matching = records.filter(({ identifiers }) =>
    identifiers.some(({ kind, value }) => kind === by.kind && value === by.value),
  );
  return matching.length === 0 && queryCount === 1 ? [...records] : matching;
}

function lifetimeOf({ by }: SharedQuery, records: readonly SourceRecord[]): number {
  if (by.kind === 'title') return LIFETIME_SECONDS.byTitle;
  // a retry on the next day must find copies that were added in the meantime
  return records.some(({ pdfs }) => pdfs.length > 0) ? LIFETIME_SECONDS.withCopies : LIFETIME_SECONDS.withoutCopies;
}

function secondsUntil(time: Date): number {
  return Math.max(1, (time.getTime() - Date.now()) / 1000);
}
