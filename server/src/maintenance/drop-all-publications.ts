import type { Operator, RepairJob } from '../audit/repair-job.ts';
import { runRepair } from '../audit/run-repair.ts';
import { writeAudit } from '../audit/store.ts';
import { lockAllItems, requeueAllScholars } from '../crawling/queue-store.ts';
import { pause } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { lockIdentity } from '../publications/record-store.ts';
import { cancelAllRuns } from '../runs/cancel-all-runs.ts';
import { forgetAllCrawls, lockAllProfiles, lockAllScholars } from '../scholars/crawl-store.ts';
import { confirm } from './confirm.ts';
import { DropExports } from './drop-exports.ts';
import * as store from './drop-store.ts';

const CONFIRMATION = 'DROP ALL PUBLICATIONS';
/** Shorter than PostgreSQL's deadlock timeout of a second, so that PostgreSQL never ends somebody else's transaction because of this one. */
const LOCK_WAIT_MS = 700;
const PAUSE_MS = 300;
const PATIENCE_MS = 60_000;
const MIN_ATTEMPTS = 3;

export interface Dropped {
  readonly deleted: number;
  /** how many are crawled from the beginning */
  readonly scholars: number;
  /** where the exports are, relative to DATA_DIR */
  readonly folder: string;
}

/**
 * Exports every library to a file in DATA_DIR, and then deletes all publications, with all that belongs to them, in one transaction. The scholars stay and are
 * crawled from the beginning; active runs are canceled. Importing a user's file restores the marks.
 * @throws Problem `confirmation_required`, `repair_in_progress`, `publications_in_use`, `export_not_written`; then nothing was deleted
 */
export async function dropAllPublications(
  services: { readonly db: Database; readonly log: Logger; readonly config: { readonly dataDir: string } },
  operator: Operator,
  confirmation: string | null,
  { patienceMs = PATIENCE_MS } = {},
): Promise<Dropped> {
  confirm(confirmation, CONFIRMATION);
  const plan = { name: 'drop_all_publications', operator, isDryRun: false, scope: {} } as const;
  const { found } = await runRepair(services, plan, async (job) => {
    const exports = new DropExports(services.config.dataDir, job.id);
    const { summary, ...found } = await dropPatiently(services.db, job, exports, patienceMs);
    return { summary, found };
  });
  return found;
}

/** Tries until nobody is in the way. Each attempt releases all locks first, so that nobody who reads or writes waits for long. */
async function dropPatiently(db: Database, job: RepairJob, exports: DropExports, patienceMs: number) {
  const endsAt = performance.now() + patienceMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      // outside the transaction, since it may take minutes
      await exports.write(db);
      // the second connection is taken before anybody can wait for the locks
      return await db
        .connection()
        .execute((reader) => db.transaction().execute((tx) => drop(tx, job, exports, reader)));
    } catch (error) {
      if (!isInTheWay(error)) throw error;
      if (attempt >= MIN_ATTEMPTS && performance.now() > endsAt) throw inUse();
      await pause(PAUSE_MS * (1 + Math.random()), new AbortController().signal);
    }
  }
}

async function drop(tx: Tx, job: RepairJob, exports: DropExports, reader: Database) {
  await store.setDropLimits(tx, LOCK_WAIT_MS);
  await lockAllScholars(tx);
  await lockAllItems(tx);
  await lockAllProfiles(tx);
  await lockIdentity(tx);
  await store.lockAllLibraries(tx);
  // the few that changed since they were exported; now nobody can change one
  const { folder, users } = await exports.write(reader);
  const counts = await store.countAll(tx);
  await store.lockPublicationTables(tx, LOCK_WAIT_MS);
  await store.deleteAllPublications(tx);
  await forgetAllCrawls(tx);
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

/** Somebody holds a lock, or exports a library at this moment. */
function isInTheWay(error: unknown): boolean {
  if (error instanceof Problem) return ['rate_limited', 'not_ready'].includes(error.code);
  const code = error instanceof Error ? (error as Error & { code?: string }).code : undefined;
  return code === '55P03' || code === '57014' || code === '40P01';
}

function inUse(): Problem {
  return new Problem(
    'conflict',
    'publications_in_use',
    'A backup, an export or an import uses the publications. Nothing was deleted. Try again when it is done.',
  );
}
