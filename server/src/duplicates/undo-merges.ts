import type { JobFacts, Operator, RepairJob } from '../audit/repair-job.ts';
import { runRepair } from '../audit/run-repair.ts';
import { findJob, saveProgress, saveUndone, writeAudit } from '../audit/store.ts';
import type { Database, Queries } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { unmergePublications } from '../publications/merge.ts';
import { auditOf } from './repair-duplicates.ts';
import { countMerges, listActiveMerges, listLaterJobs } from './store.ts';

export interface UndoAnswer {
  readonly jobId: number;
  readonly scope: JobFacts;
  readonly summary: JobFacts;
}

/**
 * Undoes all merges of a job, the last first, each in a transaction of its own: if the process is killed, the next call
 * does the rest. A job that was undone before has nothing left to undo.
 * @throws Problem `not_found` if no such job merged anything, `merge_superseded` if a later merge builds on it,
 * `merge_not_undoable`, `repair_in_progress`
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
    const done = isUndone ? NOTHING : await unmergeAll(db, job, jobId);
    return { summary: done, found: null };
  });
  return { jobId: undoId, scope, summary };
}

const NOTHING = { restored_count: 0, cluster_count: 0, gone_count: 0 };

async function unmergeAll(db: Database, job: RepairJob, jobId: number): Promise<typeof NOTHING> {
  let done = NOTHING;
  const winners = new Set<number>();
  for (const merge of await listActiveMerges(db, jobId)) {
    winners.add(merge.targetId);
    await db.transaction().execute(async (tx) => {
      const { mergedId, canonicalId } = await unmergePublications(tx, merge);
      await writeAudit(tx, job, [auditOf('merge.undo', mergedId, canonicalId)]);
    });
    done = { ...done, restored_count: done.restored_count + 1, cluster_count: winners.size };
    await saveProgress(db, job.id, done);
  }
  await saveUndone(db, jobId);
  return done;
}

/** Whether the job was undone before. */
async function checkUndo(db: Queries, jobId: number): Promise<boolean> {
  const past = await findJob(db, jobId);
  if (past?.name !== 'publication_near_duplicates' || past.isDryRun)
    throw new Problem('not_found', 'repair_job_not_found', 'No repair with this id has merged anything.');
  if (past.isUndone) return true;
  if ((await countMerges(db, jobId)) === 0 && Number(past.summary.merged_publication_count ?? 0) > 0)
    throw new Problem(
      'conflict',
      'merge_not_undoable',
      'This repair cannot be undone: its publications were dropped since, or it was made by version 0.1.0.',
    );
  const later = await listLaterJobs(db, jobId);
  if (later.length > 0)
    throw new Problem('conflict', 'merge_superseded', 'A later merge builds on this one. Undo that first.', {
      job_ids: later,
    });
  return false;
}
