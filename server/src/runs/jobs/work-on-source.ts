import { pause } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { isPassing } from '../../platform/database/is-database-away.ts';
import type { Services } from '../../platform/http/endpoint.ts';
import type { RunningJob } from '../../platform/running-job.ts';
import { releaseClaimsOf } from '../../queue/store.ts';
import { takeTurn } from '../../queue/take-turn.ts';
import { wakeSource } from '../../queue/wake-store.ts';
import { lockSourceState } from '../../sources/store.ts';
import { crawlPage } from '../crawl-page.ts';
import { type SkipReason, waitsForDisabled } from '../result-store.ts';
import { skipWaitingRuns } from '../skip-waiting-runs.ts';
import { useFreshLook } from '../use-fresh-look.ts';

/** A shorter wait is waited out here; for a longer one the job comes back, since the engine looks for due jobs once a second. */
const PATIENCE_MS = 5000;
/** While there is work to do at once it is done in one job; after so long others have a chance. */
const WORK_MS = 2000;

/**
 * Takes the source's turns and does a page's work with each, as long as there is one at once. One such job waits a source, however long its queue:
 * `queue_items` says what is to be done, and whoever changes it wakes this job in the same transaction.
 */
export const workOnSource = {
  name: 'work-on-source',
  async run(services: Services, payload: { source: string }, job: RunningJob): Promise<void> {
    try {
      await workOn(services, payload.source, job);
    } catch (error) {
      // a database connection that broke: with a new one the work goes on at once, not at the next look for lost work; what we have no
      // explanation for is not asked of the source again and again
      const seconds = isPassing(error) ? 0 : services.config.ingestion.continuationBaseDelaySeconds;
      await handBack(services.db, payload.source, job.id, seconds).catch(() => undefined);
      throw error;
    }
  },
};

async function workOn(services: Services, source: string, job: RunningJob): Promise<void> {
  const { db, config } = services;
  const wake = (seconds: number) => db.transaction().execute((tx) => wakeSource(tx, source, seconds));
  await releaseClaimsOf(db, job.id);
  if (!config.googleScholar.enabled) return skip(db, source, 'source_disabled');
  if (await waitsForDisabled(db, source)) await skip(db, source, 'disabled');
  const endsAt = performance.now() + WORK_MS;
  for (let done = 0; ; ) {
    const turn = await takeTurn(db, source, job.id, config.ingestion);
    if (turn.kind === 'idle') return;
    if (turn.kind === 'wait') {
      if (turn.inCooldown) await skipInCooldown(db, source);
      if (done > 0 || turn.milliseconds > PATIENCE_MS) return wake(turn.milliseconds / 1000);
      await pause(turn.milliseconds, job.stopping);
    } else {
      if (turn.kind === 'item') await crawlPage(services, turn, job.signal);
      else await useFreshLook(services, turn.item);
      done += 1;
    }
    if (job.stopping.aborted || performance.now() > endsAt) return wake(0);
  }
}

async function handBack(db: Database, source: string, jobId: number, afterSeconds: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await releaseClaimsOf(tx, jobId, afterSeconds);
    await wakeSource(tx, source);
  });
}

/** Work that came into the queue after the cooldown began (a page was under way, a run just started) is skipped as well. */
async function skipInCooldown(db: Database, source: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { cooldownUntil, now } = await lockSourceState(tx, source);
    if (cooldownUntil && cooldownUntil > now) await skipWaitingRuns(tx, source, 'cooldown');
  });
}

/** The operator does not want the source to be asked, or somebody was disabled: runs go on without, and the work waits until that changes. */
async function skip(db: Database, source: string, reason: SkipReason): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockSourceState(tx, source);
    await skipWaitingRuns(tx, source, reason);
  });
}
