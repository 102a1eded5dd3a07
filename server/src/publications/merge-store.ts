import { sql } from 'kysely';
import { type NewEntry, replaceEntries } from '../library/entry-store.ts';
import type { CombinedEntries } from '../library/unmerge-entries.ts';
import type { Queries, Tx } from '../platform/database/database.ts';

/** Locks these publications and all that were merged with them, in the order of their ids. */
export async function lockMembers(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  await sql`
    select from publications where canonical_id in (select canonical_id from publications where id = any(${publicationIds}))
    order by id for no key update`.execute(tx);
}

/** Locks the libraries with an entry of any of these publications, and those of `userIds`, in the order of their users. */
export async function lockLibraries(
  tx: Tx,
  publicationIds: readonly number[],
  userIds: readonly number[] = [],
): Promise<void> {
  await sql`
    select from libraries
    where user_id in (select user_id from user_publications where publication_id = any(${publicationIds})) or user_id = any(${userIds})
    order by user_id for update`.execute(tx);
}

/** Merges a canonical publication into another publication; returns the merge and the canonical publication of both. */
export async function insertMerge(
  tx: Tx,
  { jobId, mergedId, targetId }: { jobId: number | null; mergedId: number; targetId: number },
): Promise<{ id: number; canonicalId: number }> {
  const { rows } = await sql<{ id: number; canonicalId: number }>`
    with merge as (
      insert into merges (job_id, merged_id, target_id, created_at) values (${jobId}::bigint, ${mergedId}, ${targetId}, clock_timestamp()) returning id
    ), target as (
      select canonical_id from publications where id = ${targetId}
    ), merged as (
      update publications p set canonical_id = target.canonical_id, updated_at = clock_timestamp(),
        merged_into = case when p.id = ${mergedId} then ${targetId} else p.merged_into end
      from target where p.canonical_id = ${mergedId}
    ), listed as (
      update listings l set publication_id = target.canonical_id from target where l.publication_id = ${mergedId}
    )
    select merge.id, target.canonical_id as "canonicalId" from merge, target`.execute(tx);
  const [merge] = rows;
  if (!merge) throw new Error(`publication ${targetId} is gone though it is locked`);
  return merge;
}

/**
 * Combines the library entries of a merged publication with those of the canonical one: read if any was read, favorite if any was, visible if
 * any was visible, with the tags of all, the smallest number and the earliest first seen. Its
 * first number is the smallest of those that feeds show. Saves the previous entries for the undo if `isKept`. The caller has
 * locked the libraries.
 */
export async function combineEntries(
  tx: Tx,
  { id, mergedId, canonicalId, isKept }: { id: number; mergedId: number; canonicalId: number; isKept: boolean },
): Promise<void> {
  const { rows } = await sql<{ entry: NewEntry }>`
    with before as materialized (
      select e.*, bool_or(e.publication_id = ${mergedId}) over (partition by e.user_id) as is_concerned
      from library_entries e where e.publication_id in (${mergedId}, ${canonicalId})
    ), accounted as (
      -- what is rejected for one of the two is rejected for both
      select user_id, jsonb_agg(distinct k.id) as scholar_ids from before cross join unnest(scholar_ids) as k (id)
      where exists (select from scholar_listings w where w.scholar_id = k.id and w.publication_id = ${canonicalId}) group by user_id
    ), tagged as (
      select user_id, array_agg(distinct k.id order by k.id) as tag_ids from before cross join unnest(tag_ids) as k (id) group by user_id
    ), combined as materialized (
      select b.user_id, b.is_concerned, min(b.entry_number) as entry_number, coalesce(min(b.first_number) filter (where not b.is_hidden), min(b.first_number)) as first_number, bool_or(b.is_read) as is_read, bool_or(b.is_favorite) as is_favorite,
        bool_and(b.is_hidden) as is_hidden, bool_or(b.scholar_ids <> '{}') as had_scholars, bool_or(b.is_read) and bool_or(not b.is_read and not b.is_hidden) as is_read_now,
        -- minima, so that the result does not depend on the order of merges
        min(b.first_seen_at) as first_seen_at, (array_agg(b.first_seen_run_id order by b.first_seen_at, b.first_seen_run_id))[1] as first_seen_run_id,
        min(b.first_scholar_id) as first_scholar_id
      from before b group by b.user_id, b.is_concerned
    ), kept as (
      insert into merge_marks (merge_id, user_id, publication_id, entry_number, is_read, is_favorite, is_hidden, first_seen_at,
        first_seen_run_id, first_scholar_id, scholar_ids, tag_ids, combined_is_read, combined_is_favorite, combined_tag_ids, first_number)
      select ${id}, b.user_id, b.publication_id, b.entry_number, b.is_read, b.is_favorite, b.is_hidden, b.first_seen_at,
        b.first_seen_run_id, b.first_scholar_id, b.scholar_ids, b.tag_ids, c.is_read, c.is_favorite, coalesce(t.tag_ids, '{}'), b.first_number
      from before b join combined c using (user_id) left join tagged t using (user_id) where ${isKept}
    ), counted as (
      update libraries l set last_read_number = l.last_read_number + 1 from combined c where l.user_id = c.user_id and c.is_read_now
      returning l.user_id, l.last_read_number
    ), batch as (
      insert into read_batches (user_id, read_number, publication_ids) select user_id, last_read_number, array[${canonicalId}::bigint] from counted
    )
    select to_jsonb(c) || jsonb_build_object('userId', c.user_id, 'publication_id', ${canonicalId}::bigint,
      'scholar_ids', coalesce(a.scholar_ids, '[]'), 'tag_ids', coalesce(t.tag_ids, '{}'),
      'is_hidden', c.is_hidden or (c.had_scholars and a.scholar_ids is null and not c.is_favorite)) as entry
    from combined c left join accounted a using (user_id) left join tagged t using (user_id) where c.is_concerned`.execute(
    tx,
  );
  const entries = rows.map(({ entry }) => entry);
  const userIds = entries.map(({ userId }) => userId);
  await replaceEntries(tx, { publicationIds: [mergedId, canonicalId], userIds }, entries);
}

/** Makes the merged publication of a merge canonical again, for itself and for those merged into it. The others keep their canonical publication. */
export async function undoMerge(tx: Tx, mergeId: number): Promise<{ mergedId: number; canonicalId: number }> {
  const { rows } = await sql<{ mergedId: number; canonicalId: number }>`
    select m.merged_id as "mergedId", p.canonical_id as "canonicalId" from merges m join publications p on p.id = m.merged_id
    where m.id = ${mergeId} and m.undone_at is null`.execute(tx);
  const [merge] = rows;
  if (!merge) throw new Error(`merge ${mergeId} is already undone`);
  await sql`update merges set undone_at = clock_timestamp() where id = ${mergeId}`.execute(tx);
  await sql`
    with recursive members as (
      select id from publications where id = ${merge.mergedId}
      union all
      select p.id from publications p join members on p.merged_into = members.id
    ), shown as (
      update publications p set canonical_id = ${merge.mergedId}, updated_at = clock_timestamp(),
        merged_into = case when p.id = ${merge.mergedId} then null else p.merged_into end
      from members where p.id = members.id
    )
    update listings l set publication_id = ${merge.mergedId} from records r
    where l.publication_id = ${merge.canonicalId} and r.id = l.record_id and r.publication_id in (select id from members)`.execute(
    tx,
  );
  return merge;
}

/** The entries that a merge combined, before the merge and now, and which of the two publications each user's scholars and imports account for. */
export async function readCombined(
  tx: Tx,
  mergeId: number,
  { mergedId, canonicalId }: { mergedId: number; canonicalId: number },
): Promise<CombinedEntries[]> {
  // null: nobody accounts for the publication
  const scholarsOf = (publicationId: number) => sql`(
    select jsonb_agg(a.scholar_id order by a.scholar_id) from accounted a where a.user_id = u.user_id and a.publication_id = ${publicationId})`;
  const { rows } = await sql<CombinedEntries>`
    with concerned as (
      select user_id from user_publications where publication_id = ${canonicalId}
      union select user_id from merge_marks where merge_id = ${mergeId}
    ), accounted as (
      select w.user_id, w.publication_id, w.scholar_id from scholar_listings w
      left join merge_marks m on m.merge_id = ${mergeId} and m.user_id = w.user_id and m.publication_id = w.publication_id
      where w.publication_id in (${mergedId}, ${canonicalId}) and (
        -- an entry keeps its scholars from before the merge and gets those who list it now
        w.scholar_id = any(m.scholar_ids) or w.removed_at is null and w.is_processed)
      union
      -- an imported favorite without a scholar
      select r.owner_user_id, p.canonical_id, null from records r join publications p on p.id = r.publication_id
      where p.canonical_id in (${mergedId}, ${canonicalId}) and r.owner_user_id is not null
        and not exists (select from listings l where l.record_id = r.id)
    )
    select u.user_id as "userId",
      (select to_jsonb(e) - 'user_id' from library_entries e where e.user_id = u.user_id and e.publication_id = ${canonicalId}) as now,
      (select to_jsonb(m) - 'user_id' - 'merge_id' from merge_marks m
        where m.merge_id = ${mergeId} and m.user_id = u.user_id and m.publication_id = ${mergedId}) as merged,
      (select to_jsonb(m) - 'user_id' - 'merge_id' from merge_marks m
        where m.merge_id = ${mergeId} and m.user_id = u.user_id and m.publication_id = ${canonicalId}) as target,
      ${scholarsOf(mergedId)} as "mergedScholars", ${scholarsOf(canonicalId)} as "targetScholars"
    from concerned u order by u.user_id`.execute(tx);
  return rows;
}

/**
 * After the undo of a merge, moves the notes on one of the two publications that a user has no entry of, not even a hidden one, to the other one: the
 * user wrote them while it stood for both.
 */
export async function moveNotes(
  tx: Tx,
  { mergedId, canonicalId }: { mergedId: number; canonicalId: number },
): Promise<void> {
  const hasEntry = (id: ReturnType<typeof sql>) => sql`exists (
    select from user_publications u where u.user_id = n.user_id and u.publication_id = ${id})`;
  await sql`
    update notes n set publication_id = o.id
    from (values (${mergedId}::bigint, ${canonicalId}::bigint), (${canonicalId}, ${mergedId})) o (id, other_id)
    where n.publication_id = o.other_id and not ${hasEntry(sql`o.other_id`)} and ${hasEntry(sql`o.id`)}`.execute(tx);
}

/** The merges of a job that were not undone, the latest first. */
export async function listActiveMerges(
  db: Queries,
  jobId: number,
): Promise<{ id: number; mergedId: number; targetId: number }[]> {
  const { rows } = await sql<{ id: number; mergedId: number; targetId: number }>`
    select id, merged_id as "mergedId", target_id as "targetId" from merges where job_id = ${jobId} and undone_at is null order by id desc`.execute(
    db,
  );
  return rows;
}

/** How many merges a job made, including undone ones. */
export async function countMerges(db: Queries, jobId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from merges where job_id = ${jobId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Later jobs with active merges of publications that this job merged, the latest job first. They have to be undone before this one. */
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

/** The owners of the private publications among these. */
export async function listOwners(db: Queries, publicationIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; owner: number }>`
    select id, owner_user_id as owner from publications where id = any(${publicationIds}) and owner_user_id is not null`.execute(
    db,
  );
  return new Map(rows.map(({ id, owner }) => [id, owner]));
}

/** The users whose entries a merge combined. */
export async function listMarkedUsers(db: Queries, mergeId: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`select distinct user_id as id from merge_marks where merge_id = ${mergeId}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes the saved entries of a merge that was undone. */
export async function deleteMarks(tx: Tx, mergeId: number): Promise<void> {
  await sql`delete from merge_marks where merge_id = ${mergeId}`.execute(tx);
}
