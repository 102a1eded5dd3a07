import type { Operator, RepairJob } from '../audit/repair-job.ts';
import { runRepair } from '../audit/run-repair.ts';
import { writeAudit } from '../audit/store.ts';
import { lockAllItems, requeueAllScholars } from '../crawling/queue-store.ts';
import { lockIdentity } from '../library/canonical-store.ts';
import { pause } from '../platform/clock.ts';
import { type Database, forLongStatements, type Tx } from '../platform/database/database.ts';
import { isOverloaded } from '../platform/database/database-errors.ts';
import { Problem } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { cancelAllRuns } from '../runs/cancel-runs.ts';
import { lockAllProfiles, lockAllScholars, resetAllCrawls } from '../scholars/crawl-store.ts';
import { DropExports } from './drop-exports.ts';
import * as store from './drop-store.ts';

const CONFIRMATION = 'DROP ALL PUBLICATIONS';
/**
 * Shorter than PostgreSQL's deadlock timeout of a second, so that this never makes PostgreSQL end another transaction.
 */
const LOCK_TIMEOUT_MS = 700;
const PAUSE_MS = 300;
const MAX_WAIT_MS = 60_000;
const MIN_ATTEMPTS = 3;

export interface Dropped {
  readonly deleted: number;
  /** number of scholars whose profiles are crawled from the start */
  readonly scholars: number;
  /** where the exports are, relative to DATA_DIR */
  readonly folder: string;
}

/**
 * Exports every library to files in DATA_DIR, and then deletes all publications and their data in one transaction. It
 * cancels active runs. Scholars stay, and their profiles are crawled from the start. If a user imports the files, the
 * marks are restored.
 * @throws Problem `confirmation_required`, `repair_in_progress`, `publications_in_use`, `export_not_written`. Then
 * nothing was deleted.
 */
export async function dropAllPublications(
  services: { readonly db: Database; readonly log: Logger; readonly config: { readonly dataDir: string } },
  operator: Operator,
  confirmation: string | null,
  { maxWaitMs = MAX_WAIT_MS } = {},
): Promise<Dropped> {
  const plan = {
    name: 'drop_all_publications',
    operator,
    isDryRun: false,
    scope: {},
    confirmation: { given: confirmation, wanted: CONFIRMATION },
  } as const;
  const { found } = await runRepair(services, plan, async (job) => {
    const exports = new DropExports(services.config.dataDir, job.id);
    const { summary, ...found } = await dropWithRetries(services.db, job, exports, maxWaitMs);
    return { summary, found };
  });
  return found;
}

/**
 * Retries until no other transaction holds a lock. A failed attempt releases all locks, so that readers and writers do
 * not wait long.
 */
async function dropWithRetries(db: Database, job: RepairJob, exports: DropExports, maxWaitMs: number) {
  const endsAt = performance.now() + maxWaitMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      // outside of the transaction, because it can take minutes
      await exports.write(db);
      // takes the second connection first, because requests that wait for the locks can use up all connections
      return await db.connection().execute((reader) =>
        forLongStatements(db)
          .transaction()
          .execute((tx) => drop(tx, job, exports, reader)),
      );
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (attempt >= MIN_ATTEMPTS && performance.now() > endsAt) throw publicationsInUse();
      await pause(PAUSE_MS * (1 + Math.random()), new AbortController().signal);
    }
  }
}

async function drop(tx: Tx, job: RepairJob, exports: DropExports, reader: Database) {
  await store.setDropLimits(tx, LOCK_TIMEOUT_MS);
  await lockAllScholars(tx);
  await lockAllItems(tx);
  await lockAllProfiles(tx);
  await lockIdentity(tx);
  await store.lockAllLibraries(tx);
  // exports the few libraries that changed since; the locks prevent further changes
  const { folder, users } = await exports.write(reader);
  const counts = await store.countAll(tx);
  await store.lockPublicationTables(tx, LOCK_TIMEOUT_MS);
  await store.deleteAllPublications(tx);
  await resetAllCrawls(tx);
  const scholars = await requeueAllScholars(tx);
  const runs = await cancelAllRuns(tx);
  const after = {
    scholars_queued: scholars,
    runs_canceled: runs.length,
    libraries_exported: users,
    exports_in: folder,
  };
  await writeAudit(tx, job, [{ action: 'drop.publications', before: counts, after: { ...after, run_ids: runs } }]);
  return { deleted: counts.publications, scholars, folder, summary: { ...counts, ...after } };
}

/** Returns whether another transaction holds a lock, or an export is running. */
function isBusy(error: unknown): boolean {
  if (error instanceof Problem) return ['rate_limited', 'not_ready'].includes(error.code);
  return error instanceof Error && isOverloaded(error);
}

function publicationsInUse(): Problem {
  return new Problem(
    'conflict',
    'publications_in_use',
    'A backup, an export or an import is using the publications. Nothing was deleted. Try again when it has finished.',
  );
}
