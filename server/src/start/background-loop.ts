import { enrichFromSource } from '../enrichment/enrich.ts';
import { listOpenSources } from '../enrichment/store.ts';
import { pause } from '../platform/clock.ts';
import {
  BEGIN_WITHIN_MS,
  claimWork,
  listWaits,
  releaseWork,
  type WorkClaim,
  type WorkName,
} from '../platform/database/background-work-store.ts';
import { isPassing } from '../platform/database/is-database-away.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { RunningJob } from '../platform/running-job.ts';
import { POLL_MS, RETRY_MS, WorkLoop } from '../platform/work-loop.ts';
import { reportEnrichment } from '../runs/report-enrichment.ts';
import { schedule } from './schedule.ts';

/** A source that does not allow a request yet is looked at again after this time at the latest, because its work may have changed. */
const SOURCE_REST_SECONDS = 5;
const AFTER_ERROR_SECONDS = 5;

interface Work extends WorkName {
  /** until there is something to do */
  readonly dueInMs: number;
  /** Returns for how many seconds it rests. */
  run(services: Services, job: RunningJob): Promise<number>;
}

/**
 * Does the jobs of the schedule, and enriches publications, each source by itself. One process at a time does each of these, because sources limit how
 * many requests may be under way at once, whichever machine sends them. The claim of a process that dies expires, and another one goes on.
 */
export function makeBackgroundLoop(services: Services): WorkLoop {
  return new WorkLoop(services, {
    name: 'background',
    channel: 'background_work',
    look: (loop) => look(services, loop),
  });
}

async function look(services: Services, loop: WorkLoop): Promise<number> {
  const { db } = services;
  const all = await listWork(services);
  const waits = await listWaits(db, all);
  const waitOf = ({ name, dueInMs }: Work) => Math.max(dueInMs, waits.get(name) ?? 0);
  const due = all.filter((work) => waitOf(work) <= 0);
  const claimedAt = performance.now();
  const claims = await claimWork(db, due);
  for (const claim of claims) {
    const work = due.find(({ name }) => name === claim.name);
    if (work) loop.run(() => doWork(services, { work, claim, claimedAt }, loop));
  }
  // another process was faster
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

async function doWork(
  services: Services,
  { work, claim, claimedAt }: { work: Work; claim: WorkClaim; claimedAt: number },
  { stopping, signal }: WorkLoop,
): Promise<void> {
  const { db, log } = services;
  const hasTime = () => !stopping.aborted && performance.now() - claimedAt < BEGIN_WITHIN_MS;
  let restSeconds: number;
  try {
    restSeconds = await work.run(services, { stopping, signal, hasTime });
  } catch (error) {
    log.warn({ err: error, work: work.name }, 'background work failed, and will be tried again');
    // a lost connection is replaced at once
    restSeconds = isPassing(error) ? 0 : AFTER_ERROR_SECONDS;
    await pause(RETRY_MS, stopping);
  }
  // what a process leaves when it stops does not wait
  const rest = stopping.aborted ? 0 : Math.min(restSeconds, work.restSeconds);
  await releaseWork(db, claim, rest).catch((error: unknown) =>
    log.warn({ err: error, work: work.name }, 'background work could not be released: its claim expires'),
  );
}
