import type { Operator, RepairJob } from '../audit/repair-job.ts';
import { runRepair } from '../audit/run-repair.ts';
import { writeAudit } from '../audit/store.ts';
import { pause } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { lockIdentity } from '../publications/discovery-store.ts';
import * as store from '../publications/drop-store.ts';
import { keepMarks } from '../publications/dropped-marks-store.ts';
import { lockAllItems, requeueAllScholars } from '../queue/requeue-store.ts';
import { wakeSource } from '../queue/wake-store.ts';
import { cancelAllRuns } from '../runs/cancel-all-runs.ts';
import { forgetAllCrawls, lockAllProfiles, lockAllScholars } from '../scholars/crawl-store.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import { confirm } from './confirm.ts';

const CONFIRMATION = 'DROP ALL PUBLICATIONS';
/** Shorter than the second after which PostgreSQL looks for deadlocks: who waits in a ring is never the one that it ends. */
const LOCK_WAIT_MS = 700;
const PAUSE_MS = 300;
const PATIENCE_MS = 60_000;
const FEWEST_ATTEMPTS = 3;

export interface Dropped {
  readonly deleted: number;
  /** how many are collected anew */
  readonly scholars: number;
}

/**
 * Deletes all publications, with the links to them, in one transaction. The scholars stay and are collected anew; active runs are canceled. What users had
 * marked is kept by the keys of the works, and given back when they come back.
 * @throws Problem `confirmation_required`, `repair_in_progress`, `publications_in_use`
 */
export async function dropAllPublications(
  services: { readonly db: Database; readonly log: Logger },
  operator: Operator,
  confirmation: string | null,
  { patienceMs = PATIENCE_MS } = {},
): Promise<Dropped> {
  confirm(confirmation, CONFIRMATION);
  const plan = { name: 'drop_all_publications', operator, isDryRun: false, scope: {} } as const;
  const { found } = await runRepair(services, plan, async (job) => {
    const { summary, ...dropped } = await dropPatiently(services.db, job, patienceMs);
    return { summary, found: dropped };
  });
  return found;
}

/** Tries until nobody is in the way. Each time all locks are given back first, so that nobody who reads or writes waits long, or for ever. */
async function dropPatiently(db: Database, job: RepairJob, patienceMs: number) {
  const endsAt = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute((tx) => drop(tx, job));
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (attempt >= FEWEST_ATTEMPTS && performance.now() > endsAt) throw inUse();
      await pause(PAUSE_MS * (1 + Math.random()), new AbortController().signal);
    }
  }
}

async function drop(tx: Tx, job: RepairJob): Promise<Dropped & { summary: Record<string, number> }> {
  await store.limitLockWait(tx, LOCK_WAIT_MS);
  await lockAllScholars(tx);
  await lockAllItems(tx);
  await lockAllProfiles(tx);
  await lockIdentity(tx);
  await store.lockAllLibraries(tx);
  const counts = await store.countAll(tx);
  // takes long where there is much: readers go on meanwhile
  const marks = await keepMarks(tx);
  await store.lockWorksTables(tx, LOCK_WAIT_MS);
  await store.deleteAllWorks(tx);
  await forgetAllCrawls(tx);
  const scholars = await requeueAllScholars(tx, GOOGLE_SCHOLAR);
  const runs = await cancelAllRuns(tx);
  const before = { ...counts };
  const after = { marks_kept: marks, scholars_queued: scholars, runs_canceled: runs.length };
  await writeAudit(tx, job, [{ action: 'drop.publications', before, after: { ...after, run_ids: runs } }]);
  await wakeSource(tx, GOOGLE_SCHOLAR);
  return { deleted: counts.publications, scholars, summary: { ...before, ...after } };
}

function isLockTimeout(error: unknown): boolean {
  const code = error instanceof Error ? (error as Error & { code?: string }).code : undefined;
  return code === '55P03' || code === '57014' || code === '40P01';
}

function inUse(): Problem {
  return new Problem(
    'conflict',
    'publications_in_use',
    'Something reads or writes the publications for long: a backup, an export or an import. Nothing was deleted. Try again when it is done.',
  );
}
