import { expect } from 'vitest';
import { undoMerges } from '../../src/duplicates/undo-merges.ts';
import { listPublications } from '../../src/library/list-publications.ts';
import { checkIntegrity } from '../../src/maintenance/check-integrity.ts';
import type { Database, Tx } from '../../src/platform/database/database.ts';
import { makeLogger } from '../../src/platform/logger.ts';
import { mergePublications } from '../../src/publications/merge.ts';

/** An applied near-duplicate repair that has merged nothing yet; returns its id. */
export async function makeMergeJob(db: Database): Promise<number> {
  const job = {
    job_name: 'publication_near_duplicates',
    requested_by: 'test',
    dry_run: false,
    status: 'completed' as const,
  };
  return (await db.insertInto('repair_jobs').values(job).returning('id').executeTakeFirstOrThrow()).id;
}

/** Merges publications in a job of their own; returns the job's id. */
export async function merge(db: Database, winner: number, ...losers: readonly number[]): Promise<number> {
  const jobId = await makeMergeJob(db);
  await db.transaction().execute((tx: Tx) => mergePublications(tx, jobId, winner, losers));
  return jobId;
}

const log = makeLogger({ logLevel: 'silent', logFormat: 'json' }, { write: () => {} });

/** Undoes the merges of a job. */
export function unmerge(db: Database, jobId: number) {
  return undoMerges({ db, log }, jobId, { name: 'test', userId: null });
}

/** Everything that a user sees: the whole list in its default order, the counts, and the lists of each mode. */
export async function readLibrary(db: Database, userId: number) {
  const all = await listPublications(db, userId, { limit: 500 });
  const modes = await Promise.all(
    (['unread', 'latest'] as const).map(async (mode) => {
      const { publications } = await listPublications(db, userId, { mode, limit: 500 });
      return publications.map(({ publication_id }) => publication_id);
    }),
  );
  const { unread_count, favorites_count, latest_count, total_count, publications } = all;
  return { counts: { unread_count, favorites_count, latest_count, total_count }, publications, modes };
}

export type Library = Awaited<ReturnType<typeof readLibrary>>;

/** Libraries of several users. */
export function readLibraries(db: Database, userIds: readonly number[]): Promise<Library[]> {
  return Promise.all(userIds.map((userId) => readLibrary(db, userId)));
}

/** Fails if the integrity report finds an error. */
export async function expectSound(db: Database): Promise<void> {
  const { failures, checks } = await checkIntegrity(db);
  expect(checks.filter(({ name }) => failures.includes(name))).toEqual([]);
}
