import { backoffSeconds } from '../platform/backoff.ts';
import { isTransient } from '../platform/database/transient-errors.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { RunningJob } from '../platform/running-job.ts';
import type { OtherSource } from '../platform/sources-config.ts';
import type { SourceRecord } from '../sources/record.ts';
import { findAdvertisedConcurrency, listRefusedCredentials } from '../sources/slot-store.ts';
import { maxConcurrency } from '../sources/source-limits.ts';
import { sourceName } from '../sources/source-name.ts';
import { saveSuccess } from '../sources/store.ts';
import { type Batch, batchQueries, joinQueries, type SharedQuery } from './batch-queries.ts';
import { MAX_WAIT_SECONDS, PRIORITY } from './enrichment.ts';
import { credentialOf, type Planned, resultOf } from './plan-steps.ts';
import { groupIds } from './request-of.ts';
import { listCachedResponses, saveResponses } from './response-store.ts';
import { type BatchResult, sendBatch } from './send-batch.ts';
import { retryOrSkip, type StepBuffer } from './step-buffer.ts';

const DAY = 86_400;
/** How long a response is cached: by id with copies of the publication, by id without copies, or by title. */
const LIFETIME_SECONDS = { withCopies: 7 * DAY, withoutCopies: 20 * 3600, byTitle: 30 * DAY };

/** In how many seconds the source allows the next request; null means at once. */
export type Wait = number | null;

/**
 * Looks up publications in the cache, and queries the source for the others. Ids are sent in batches, and each query is sent once even if
 * several publications need it. Sends as many requests as the rate limit allows now. During a cooldown, all queries wait.
 */
export async function queryPublications(
  services: Services,
  source: OtherSource,
  planned: readonly Planned[],
  buffer: StepBuffer,
  job: RunningJob,
): Promise<Wait> {
  const { db } = services;
  const queries = joinQueries(planned);
  const open = await useCache(services, source, queries, buffer);
  if (open.length === 0) return null;
  const hasOwnKeys = planned.some(({ ownKeys }) => ownKeys);
  const refused = hasOwnKeys ? await listRefusedCredentials(db, source) : new Set<string>();
  const batches = batchQueries(
    open,
    (values) => groupIds(source, values),
    (step) => credentialOf(source, step, refused),
  );
  const pending = [...batches];
  let isStopped = false;
  let passing: unknown = null;
  let busySeconds: number | null = null;
  const worker = async () => {
    for (let batch = pending.shift(); batch && !isStopped; batch = pending.shift()) {
      if (!job.hasTime()) return;
      try {
        await sendNext(batch);
      } catch (error) {
        if (isTransient(error)) {
          passing = error;
          isStopped = true;
        } else {
          // a batch that fails for an unknown reason must not block the batches after it
          services.log.error({ err: error, source }, 'a batch of queries failed unexpectedly');
          await take(services, source, batch, { kind: 'failed', reason: 'unexpected_error', seconds: 0 }, buffer);
        }
      }
    }
  };
  const sendNext = async (batch: Batch) => {
    const result = await sendBatch(services, source, batch, job);
    // resets the count of consecutive failures
    if (result.kind === 'records') await saveSuccess(db, source);
    isStopped = result.kind === 'cooldown' || result.kind === 'busy' || result.kind === 'aborted' || isStopped;
    if (result.kind === 'replaced') pending.unshift(...result.batches);
    else if (result.kind === 'busy') {
      pending.unshift(batch);
      busySeconds = result.seconds;
    } else await take(services, source, batch, result, buffer);
    if (result.kind !== 'spent' && result.kind !== 'cooldown') return;
    // the source would also refuse the other batches, either of this credential or all
    for (const other of pending.filter((one) => result.kind === 'cooldown' || one.credential === batch.credential)) {
      pending.splice(pending.indexOf(other), 1);
      defer(buffer, other.queries, result.seconds);
    }
  };
  await Promise.all(Array.from({ length: await requestsAtOnce(services, source) }, worker));
  if (passing !== null) throw passing;
  if (busySeconds === null || busySeconds <= MAX_WAIT_SECONDS) return busySeconds;
  // defer awaited queries, so that no run waits for them; the next call finds the queries that are due after them
  const waiting = pending.flatMap(({ queries }) => queries).filter(isAwaited);
  defer(buffer, waiting, busySeconds);
  return waiting.length > 0 ? null : busySeconds;
}

/** The maximum of concurrent requests, by the source's documentation and its headers. */
async function requestsAtOnce({ db, config }: Services, source: OtherSource): Promise<number> {
  const advertised = await findAdvertisedConcurrency(db, source);
  return Math.min(maxConcurrency(config.sources, source), advertised ?? Number.POSITIVE_INFINITY);
}

function isAwaited({ steps }: SharedQuery): boolean {
  return steps.some(({ enrichment }) => enrichment.priority === PRIORITY.awaited);
}

/** Uses cached responses; returns the remaining queries. */
async function useCache(
  { db }: Services,
  source: OtherSource,
  queries: readonly SharedQuery[],
  buffer: StepBuffer,
): Promise<SharedQuery[]> {
  const kept = await listCachedResponses(
    db,
    source,
    queries.map(({ key }) => key),
  );
  const open: SharedQuery[] = [];
  for (const query of queries) {
    const result = kept.get(query.key);
    const isFresh = ({ enrichment }: Planned) =>
      result !== undefined && !(enrichment.ignoresCacheBefore && enrichment.ignoresCacheBefore > result.fetchedAt);
    const answered = query.steps.filter(isFresh);
    if (result) {
      const { records, fetchedAt } = result;
      buffer.add(...answered.map((step) => resultOf(step, { kind: 'records', records, fetchedAt })));
    }
    const others = query.steps.filter((step) => !isFresh(step));
    if (others.length > 0) open.push({ ...query, steps: others });
  }
  return open;
}

/** Caches a batch's result and passes it to each publication that needs it. */
async function take(
  { db, config, log }: Services,
  source: OtherSource,
  { queries }: Batch,
  result: Exclude<BatchResult, { kind: 'replaced' | 'busy' }>,
  buffer: StepBuffer,
): Promise<void> {
  const steps = queries.flatMap((query) => query.steps);
  switch (result.kind) {
    case 'aborted':
      return;
    case 'records': {
      const responses = queries.map((query) => ({
        query,
        records: recordsFor(query, result.records, queries.length),
      }));
      await saveResponses(
        db,
        source,
        responses.map(({ query, records }) => ({
          query: query.key,
          records,
          lifetimeSeconds: lifetimeOf(query, records),
        })),
      );
      for (const { query, records } of responses)
        buffer.add(...query.steps.map((step) => resultOf(step, { kind: 'records', records })));
      return;
    }
    case 'cooldown':
    case 'spent':
      return defer(buffer, queries, result.seconds);
    case 'skipped':
      buffer.add(...steps.map((step) => resultOf(step, { kind: 'skipped' })));
      return;
    case 'failed':
      log.info(
        { source, reason: result.reason, publications: steps.length },
        `a query to ${sourceName(source)} for ${steps.length} publication(s) failed (${result.reason}) and will be retried`,
      );
      for (const step of steps) {
        const seconds = Math.max(
          result.seconds,
          backoffSeconds(step.enrichment.failureCount + 1, config.ingestion, Math.random()),
        );
        buffer.add(retryOrSkip(resultOf(step, { kind: 'skipped' }), seconds));
      }
  }
}

/** The records of a batch that have the id of this query. If the batch has one id, all records, because a source may return an alias of the id. */
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

function defer(buffer: StepBuffer, queries: readonly SharedQuery[], afterSeconds: number): void {
  const steps = queries.flatMap((query) => query.steps);
  buffer.add(...steps.map((step) => resultOf(step, { kind: 'deferred', afterSeconds, hasFailed: false })));
}
