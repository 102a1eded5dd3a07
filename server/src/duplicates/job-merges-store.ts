import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';

/** The merges of a job that were not undone, the latest first. */
export async function listActiveMerges(db: Queries, jobId: number) {
  const { rows } = await sql<{ id: number; mergedId: number; targetId: number }>`
    select id, merged_id as "mergedId", target_id as "targetId" from merges where job_id = ${jobId} and undone_at is null order by id desc`.execute(
    db,
  );
  return rows;
}

/** How many merges a job made, including undone ones. */
export async function countMerges(db: Queries, jobId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from merges where job_id = ${jobId}`.execute(db);
  return one(rows, 'the count of merges').n;
}

/**
 * Later jobs with active merges of publications that this job merged, the latest job first. They have to be undone
 * before this one.
 */
export async function listLaterJobs(db: Queries, jobId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with own as (
      select m.id, p.canonical_id from merges m join publications p on p.id = m.merged_id where m.job_id = ${jobId} and m.undone_at is null
    )
    select distinct m.job_id as id from merges m
    where m.undone_at is null and m.job_id <> ${jobId} and m.id > (select min(id) from own)
      and exists (select from publications p where p.id in (m.merged_id, m.target_id) and p.canonical_id in (select canonical_id from own))
    order by 1 desc`.execute(db);
  return rows.map(({ id }) => id);
}
