import type { Services } from '../platform/services.ts';
import type { OtherSource } from '../platform/sources-config.ts';
import type { RunningJob } from '../platform/work-loop.ts';
import { findAdvertisedConcurrency, listRefusedCredentials } from '../sources/slot-store.ts';
import { maxConcurrency } from '../sources/source-limits.ts';
import { type Batch, batchQueries, groupIds, joinQueries, type SharedQuery } from './batch-queries.ts';
import type { StepResult } from './enrichment.ts';
import { credentialOf, type Planned, resultOf } from './plan-steps.ts';
import type { Requests } from './requests.ts';
import { listCachedResponses } from './response-store.ts';
import { sendBatch } from './send-batch.ts';

/**
 * Looks up publications in the cache, and plans queries to the source for the others. Ids are sent in batches, and each
 * query is sent once even if several publications need it.
 */
export async function queryRequests(
  services: Services,
  source: OtherSource,
  planned: readonly Planned[],
  job: RunningJob,
): Promise<Requests<Batch>> {
  const { db, config } = services;
  const { known, open } = await readCache(services, source, joinQueries(planned));
  const hasOwnKeys = planned.some(({ ownKeys }) => ownKeys);
  const refused = hasOwnKeys ? await listRefusedCredentials(db, source) : new Set<string>();
  const queue = batchQueries(
    open,
    (values) => groupIds(source, values),
    (step) => credentialOf(source, step, refused),
  );
  const advertised = open.length > 0 ? await findAdvertisedConcurrency(db, source) : null;
  const atOnce = Math.min(maxConcurrency(config.sources, source), advertised ?? Number.POSITIVE_INFINITY, queue.length);
  return { known, queue, atOnce, send: (batch) => sendBatch(services, source, { batch, queue, job }) };
}

/** Splits queries into the results that are cached, and those that must be sent. */
async function readCache(
  { db }: Services,
  source: OtherSource,
  queries: readonly SharedQuery[],
): Promise<{ known: StepResult[]; open: SharedQuery[] }> {
  const keys = queries.map(({ key }) => key);
  const cached = await listCachedResponses(db, source, keys);
  const known: StepResult[] = [];
  const open: SharedQuery[] = [];
  for (const query of queries) {
    const response = cached.get(query.key);
    const isOpen = ({ enrichment: { ignoresCacheBefore } }: Planned) =>
      response === undefined || (ignoresCacheBefore !== null && ignoresCacheBefore > response.fetchedAt);
    const steps = query.steps.filter(isOpen);
    if (steps.length > 0) open.push({ ...query, steps });
    if (response === undefined) continue;
    const { records, fetchedAt } = response;
    for (const step of query.steps)
      if (!isOpen(step)) known.push(resultOf(step, { kind: 'records', records, fetchedAt }));
  }
  return { known, open };
}
