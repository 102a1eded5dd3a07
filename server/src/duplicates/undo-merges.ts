import type { JobFacts, Operator, RepairJob } from '../audit/repair-job.ts';
import { runRepair } from '../audit/run-repair.ts';
import { saveProgress } from '../audit/store.ts';
import { findJob, listChanges, listStandingChanges, listTransactions, saveUndone } from '../audit/undo-store.ts';
import type { Database, Queries } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { findRoots } from '../publications/root-store.ts';
import { MERGE } from './merge-action.ts';
import { partWorks } from './part-works.ts';
import { readMerge } from './read-merge.ts';

export interface UndoAnswer {
  readonly jobId: number;
  readonly scope: JobFacts;
  readonly summary: JobFacts;
}

/**
 * Takes back all that a job merged, the last cluster first, each in a transaction of its own: killed in the middle, it is asked for again and does the
 * rest. A job that was taken back already has nothing left to take back.
 * @throws Problem `not_found` when no such job merged anything, `merge_superseded` when a later merge builds on it, `merged_publications_gone`,
 * `repair_in_progress`
 */
export async function undoMerges(
  services: { readonly db: Database; readonly log: Logger },
  jobId: number,
  operator: Operator,
): Promise<UndoAnswer> {
  const { db } = services;
  await checkUndo(db, jobId);
  const scope = { job_id: jobId };
  const plan = { name: 'undo_merges', operator, isDryRun: false, scope } as const;
  const { jobId: undoId, summary } = await runRepair(services, plan, async (job) => {
    const isUndone = await checkUndo(db, jobId);
    const done = isUndone ? NOTHING : await partAll(db, job, jobId);
    return { summary: done, found: null };
  });
  return { jobId: undoId, scope, summary };
}

const NOTHING = { restored_count: 0, cluster_count: 0, gone_count: 0 };

async function partAll(db: Database, job: RepairJob, jobId: number): Promise<typeof NOTHING> {
  let done = NOTHING;
  for (const range of await listTransactions(db, jobId)) {
    const merge = readMerge(await listChanges(db, jobId, range));
    if (!merge) continue;
    const { restored, gone } = await db.transaction().execute((tx) => partWorks(tx, job, merge));
    done = {
      restored_count: done.restored_count + restored,
      cluster_count: done.cluster_count + (restored > 0 ? 1 : 0),
      gone_count: done.gone_count + gone,
    };
    await saveProgress(db, job.id, done);
  }
  await saveUndone(db, jobId);
  return done;
}

/** Whether the job was taken back already. */
async function checkUndo(db: Queries, jobId: number): Promise<boolean> {
  const past = await findJob(db, jobId);
  if (past?.name !== 'publication_near_duplicates' || past.isDryRun)
    throw new Problem('not_found', 'not_found', 'No repair with this id has merged anything.');
  if (past.isUndone) return true;
  const { first, works } = await listMerged(db, jobId);
  if (works.length > 0 && (await findRoots(db, works)).size === 0)
    throw new Problem(
      'conflict',
      'merged_publications_gone',
      'All publications that this repair merged are gone, as they are after all were dropped. What comes back comes back apart.',
    );
  const later = await listLaterMerges(db, jobId, works, first);
  if (later.length > 0)
    throw new Problem('conflict', 'merge_superseded', 'A later merge builds on this one. Take that back first.', {
      job_ids: later,
    });
  return false;
}

/** The works that a job merged, and the first of its changes. */
async function listMerged(db: Queries, jobId: number): Promise<{ first: number; works: number[] }> {
  const ranges = await listTransactions(db, jobId);
  const [last] = ranges;
  const first = ranges.at(-1);
  if (!first || !last) return { first: 0, works: [] };
  const changes = await listChanges(db, jobId, { from: first.from, to: last.to });
  const works = changes
    .filter(({ action }) => action === MERGE.work || action === MERGE.facts)
    .flatMap(({ publication_id }) => publication_id ?? []);
  return { first: first.from, works: [...new Set(works)] };
}

/** The jobs, not taken back, that merged one of a job's works after the first of its changes, the last first. */
async function listLaterMerges(db: Queries, jobId: number, works: readonly number[], first: number): Promise<number[]> {
  const standing = await listStandingChanges(db, works, [MERGE.work, MERGE.facts]);
  const later = standing.filter((one) => one.repair_job_id !== jobId && one.id > first);
  return [...new Set(later.map((one) => one.repair_job_id))].sort((a, b) => b - a);
}
