import { enrichFromSource } from '../enrichment/enrich.ts';
import { listOpenSources } from '../enrichment/store.ts';
import { claimWork, listWaits, releaseWork, type WorkName } from '../platform/database/background-work-store.ts';
import type { Services } from '../platform/services.ts';
import { POLL_MS, RETRY_MS, type RunningJob, WorkLoop } from '../platform/work-loop.ts';
import { reportEnrichment } from '../runs/report-enrichment.ts';
import { schedule } from './schedule.ts';

/**
 * A source that allows no request yet is polled again after this time at the latest, because its work may have changed.
 */
const SOURCE_REST_SECONDS = 5;
const ERROR_REST_SECONDS = 5;

interface Work extends WorkName {
  /** the time until there is something to do */
  readonly dueInMs: number;
  /** Does the work. Returns the pause after it, in seconds. */
  run(services: Services, job: RunningJob): Promise<number>;
}

/**
 * Runs the scheduled jobs and the enrichment of publications, with one work item per source. Only one process runs an
 * item at a time, because sources limit concurrent requests from all machines together. If a process dies, its claim
 * expires and another process continues.
 */
export function makeBackgroundLoop(services: Services): WorkLoop {
  return new WorkLoop(services, {
    name: 'background',
    channel: 'background_work',
    poll: (loop) => poll(services, loop),
  });
}

async function poll(services: Services, loop: WorkLoop): Promise<number> {
  const { db } = services;
  const all = await listWork(services);
  const waits = await listWaits(db, all);
  const waitOf = ({ name, dueInMs }: Work) => Math.max(dueInMs, waits.get(name) ?? 0);
  const due = all.filter((work) => waitOf(work) <= 0);
  const claimedAt = performance.now();
  const claims = await claimWork(db, due);
  for (const claim of claims) {
    const work = due.find(({ name }) => name === claim.name);
    if (!work) continue;
    loop.runClaimed({
      name: work.name,
      claimedAt,
      run: (job) => work.run(services, job),
      // the remaining work of a stopping process is due at once
      release: (rest) => releaseWork(db, claim, loop.stopping.aborted ? 0 : Math.min(rest, work.restSeconds)),
      errorRestSeconds: ERROR_REST_SECONDS,
    });
  }
  // another process claimed some of the work
  if (claims.length < due.length) return RETRY_MS;
  const later = all.filter((work) => !due.includes(work)).map(waitOf);
  return Math.ceil(Math.min(POLL_MS, ...later));
}

async function listWork({ db, config }: Services): Promise<Work[]> {
  const sources = await listOpenSources(db);
  return [
    ...sources.map(({ source, dueInMs }): Work => {
      const enrich = (services: Services, job: RunningJob) => enrichFromSource(services, source, job, reportEnrichment);
      return { name: `enrich ${source}`, restSeconds: SOURCE_REST_SECONDS, dueInMs, run: enrich };
    }),
    ...schedule.flatMap(({ job, everySeconds }): Work[] => {
      const restSeconds = everySeconds(config);
      if (restSeconds === null) return [];
      const run = (services: Services, running: RunningJob) => job.run(services, running).then(() => restSeconds);
      return [{ name: job.name, restSeconds, dueInMs: 0, run }];
    }),
  ];
}
