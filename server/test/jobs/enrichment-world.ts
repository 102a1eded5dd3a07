import { openAlexAuthorIdOf, orcidOf } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Client } from '../support/client.ts';
import { otherSources } from '../support/other-sources.ts';
import { startRun } from '../support/runs.ts';
import { profileId, type Service, startService } from '../support/service.ts';
import { until, untilEnded, untilNoLookups, untilQueueIsDone } from '../support/wait.ts';
import { describeRows, type Rows } from './describe-rows.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

/** Two users who track three scholars each, one of them in common, with the other sources. */
export interface EnrichmentWorld {
  readonly service: Service;
  readonly clients: readonly Client[];
  /** settings of the processes in this world */
  readonly env: Record<string, string>;
  /** the requests to other sources, or to one of them */
  requested(source?: string): number;
}

export async function makeEnrichmentWorld(publications: number, workers: number): Promise<EnrichmentWorld> {
  const service = await startService({ sources: 'all', workers });
  const { sandbox, newUser, admin } = service;
  for (let number = 1; number <= 5; number += 1) {
    const shares = number === 3 ? [{ id: profileId(2), first: 5, count: 5 }] : [];
    sandbox.addScholar(profileId(number), publications, { shares });
  }
  return {
    service,
    clients: [admin, await newUser('other')],
    env: { INGESTION_MIN_REQUEST_DELAY_SECONDS: '0.01', ...otherSources(true), ...sandbox.env },
    requested: (source) => sandbox.requestCount(source) - (source ? 0 : sandbox.requestCount('google_scholar')),
  };
}

export async function trackScholars({ service, clients: [one, two] }: EnrichmentWorld): Promise<void> {
  for (const number of [1, 2, 3]) if (one) await trackAtGoogleScholar(service, one, profileId(number));
  for (const number of [3, 4, 5]) if (two) await trackAtGoogleScholar(service, two, profileId(number));
}

/** Tracks a profile and rejects the person's others, which each world would find at another time. */
async function trackAtGoogleScholar(service: Service, client: Client, id: string): Promise<void> {
  const scholarId = await service.track(client, id);
  const orcid = orcidOf(id);
  const others = [
    { source: 'openalex', id: openAlexAuthorIdOf(id) },
    ...(orcid === null ? [] : [{ source: 'orcid', id: orcid }]),
  ];
  for (const other of others)
    await client.ok('PUT', `/scholars/${scholarId}/profiles`, { body: { ...other, decision: 'rejected' } });
}

const COPIES = ['direct', 'challenge', 'repository', 'dead', 'europepmc'] as const;

/** One more process that does background work alone. */
export function startWorker({ service, env }: EnrichmentWorld): ServiceProcess {
  return startServiceProcess(service, env, 'worker.js');
}

/** Adds publications to every scholar, and starts a run for both users. */
export async function startWorldRuns({ service, clients }: EnrichmentWorld, publications: number): Promise<number[]> {
  for (let number = 1; number <= 5; number += 1)
    for (let each = 1; each <= publications; each += 1)
      service.sandbox.addPublication(profileId(number), {
        title: `Lesson ${each} of ${number} lives that ended early`,
        italic: null,
        copy: COPIES[each % COPIES.length] ?? 'closed',
      });
  // one after the other: two worlds are compared by the ids of their runs
  const runIds: number[] = [];
  for (const client of clients) runIds.push(await startRun(client));
  return runIds;
}

/** Waits until no work is left. */
export async function finishWorld(
  { service, clients }: EnrichmentWorld,
  runIds: readonly number[] = [],
): Promise<void> {
  for (const client of clients) expect(await untilQueueIsDone(client, 120)).toEqual([]);
  await untilNoLookups(service.db, 120);
  for (const [at, runId] of runIds.entries()) {
    const client = clients[at];
    if (client) await untilEnded(client, runId);
  }
}

/** Waits for the given number of further requests to other sources, or until no work is left. */
export async function untilLookedUp(world: EnrichmentWorld, times: number): Promise<void> {
  const wanted = world.requested() + times;
  await until(async () => {
    const left = sql`select from queue_items union all select from enrichment where source is not null`.execute(
      world.service.db,
    );
    if ((await left).rows.length > 0) expect(world.requested()).toBeGreaterThanOrEqual(wanted);
  });
}

/** The results of crawls, runs and enrichment after all work is done. */
export async function describeWorld({ service: { db, sandbox } }: EnrichmentWorld): Promise<Rows> {
  const { origin } = sandbox;
  const identifiers = await sql`
    select p.title, p.year, i.kind, i.value, i.confidence, i.source, replace(i.evidence_url, ${origin}, ''), i.is_contradicted
    from publication_identifiers i join publications p on p.id = i.publication_id`.execute(db);
  const pdfs = await sql`
    select p.title, p.year, p.doi, p.display_identifier ->> 'value' as shown, j.status, replace(j.pdf_url, ${origin}, '') as url, j.version,
      j.license, j.last_source, j.failure_reason, j.attempt_count
    from enrichment j join publications p on p.id = j.publication_id`.execute(db);
  const awaited = await sql`select from run_enrichment`.execute(db);
  return { ...(await describeRows(db)), identifiers: identifiers.rows, pdfs: pdfs.rows, awaited: awaited.rows };
}
