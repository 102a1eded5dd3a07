import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { type NewEntry, replaceEntries } from './entry-store.ts';
import type { PartedEntries } from './part-entries.ts';

/** Locks all publications of the trees that these belong to, in the order of their ids. */
export async function lockTrees(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  await sql`
    select from publications where canonical_id in (select canonical_id from publications where id = any(${publicationIds}))
    order by id for no key update`.execute(tx);
}

/** Locks the libraries that have an entry of any of these publications, and those of `userIds`, in the order of their users. */
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

/** Lets a canonical publication be shown as the canonical one of another; returns the merge. */
export async function insertMerge(
  tx: Tx,
  { jobId, loserId, winnerId }: { jobId: number | null; loserId: number; winnerId: number },
): Promise<{ id: number; canonicalId: number }> {
  const { rows } = await sql<{ id: number; canonicalId: number }>`
    with merge as (
      insert into merges (job_id, loser_id, winner_id, created_at) values (${jobId}::bigint, ${loserId}, ${winnerId}, clock_timestamp()) returning id
    ), winner as (
      select canonical_id from publications where id = ${winnerId}
    ), merged as (
      update publications p set canonical_id = winner.canonical_id, updated_at = clock_timestamp(),
        merged_into = case when p.id = ${loserId} then ${winnerId} else p.merged_into end
      from winner where p.canonical_id = ${loserId}
    ), listed as (
      update listings l set publication_id = winner.canonical_id from winner where l.publication_id = ${loserId}
    )
    select merge.id, winner.canonical_id as "canonicalId" from merge, winner`.execute(tx);
  const [merge] = rows;
  if (!merge) throw new Error(`publication ${winnerId} is gone though it is locked`);
  return merge;
}

/**
 * Combines the library entries of a loser with those of the winner: read if any was read, favorite if any was, shown if any was shown, with the smallest number
 * and the earliest first seen. What they were before is kept with the merge, so that it can be taken back. The libraries are locked.
 */
export async function combineEntries(
  tx: Tx,
  { id, loserId, canonicalId, isKept }: { id: number; loserId: number; canonicalId: number; isKept: boolean },
): Promise<void> {
  const { rows } = await sql<{ entry: NewEntry }>`
    with before as materialized (
      select e.*, bool_or(e.publication_id = ${loserId}) over (partition by e.user_id) as is_concerned
      from library_entries e where e.publication_id in (${loserId}, ${canonicalId})
    ), accounted as (
      select user_id, jsonb_agg(distinct k.id) as scholar_ids from before cross join unnest(scholar_ids) as k (id) group by user_id
    ), combined as materialized (
      select b.user_id, b.is_concerned, min(b.link_number) as link_number, bool_or(b.is_read) as is_read, bool_or(b.is_favorite) as is_favorite,
        bool_and(b.is_hidden) as is_hidden, bool_or(b.is_read) and bool_or(not b.is_read and not b.is_hidden) as is_read_now,
        min(b.first_seen_at) as first_seen_at, (array_agg(b.first_seen_run_id order by b.first_seen_at, b.link_number))[1] as first_seen_run_id,
        (array_agg(b.first_scholar_id order by b.first_scholar_id is null, b.first_seen_at, b.link_number))[1] as first_scholar_id
      from before b group by b.user_id, b.is_concerned
    ), kept as (
      insert into merge_marks (merge_id, user_id, publication_id, link_number, is_read, is_favorite, is_hidden, first_seen_at,
        first_seen_run_id, first_scholar_id, scholar_ids, combined_is_read, combined_is_favorite)
      select ${id}, b.user_id, b.publication_id, b.link_number, b.is_read, b.is_favorite, b.is_hidden, b.first_seen_at,
        b.first_seen_run_id, b.first_scholar_id, b.scholar_ids, c.is_read, c.is_favorite
      from before b join combined c using (user_id) where ${isKept}
    ), counted as (
      update libraries l set last_read_number = l.last_read_number + 1 from combined c where l.user_id = c.user_id and c.is_read_now
      returning l.user_id, l.last_read_number
    ), batch as (
      insert into read_batches (user_id, read_number, publication_ids) select user_id, last_read_number, array[${canonicalId}::bigint] from counted
    )
    select to_jsonb(c) || jsonb_build_object('userId', c.user_id, 'publication_id', ${canonicalId}::bigint,
      'scholar_ids', coalesce(a.scholar_ids, '[]')) as entry
    from combined c left join accounted a using (user_id) where c.is_concerned`.execute(tx);
  const entries = rows.map(({ entry }) => entry);
  const userIds = entries.map(({ userId }) => userId);
  await replaceEntries(tx, { publicationIds: [loserId, canonicalId], userIds }, entries);
}

/** Lets the loser of a merge be canonical again, with what was merged into it; the publication that it was shown as stays for the rest. */
export async function partMerge(tx: Tx, mergeId: number): Promise<{ loserId: number; canonicalId: number }> {
  const { rows } = await sql<{ loserId: number; canonicalId: number }>`
    select m.loser_id as "loserId", p.canonical_id as "canonicalId" from merges m join publications p on p.id = m.loser_id
    where m.id = ${mergeId} and m.undone_at is null`.execute(tx);
  const [merge] = rows;
  if (!merge) throw new Error(`merge ${mergeId} does not stand`);
  await sql`update merges set undone_at = clock_timestamp() where id = ${mergeId}`.execute(tx);
  await sql`
    with recursive parted as (
      select id from publications where id = ${merge.loserId}
      union all
      select p.id from publications p join parted on p.merged_into = parted.id
    ), shown as (
      update publications p set canonical_id = ${merge.loserId}, updated_at = clock_timestamp(),
        merged_into = case when p.id = ${merge.loserId} then null else p.merged_into end
      from parted where p.id = parted.id
    )
    update listings l set publication_id = ${merge.loserId} from records r
    where l.publication_id = ${merge.canonicalId} and r.id = l.record_id and r.publication_id in (select id from parted)`.execute(
    tx,
  );
  return merge;
}

/** The entries that a merge combined, as they were and as they are; and which of the two publications each user's scholars and files account for. */
export async function readParted(
  tx: Tx,
  mergeId: number,
  { loserId, canonicalId }: { loserId: number; canonicalId: number },
): Promise<PartedEntries[]> {
  // null: nothing accounts for it
  const scholarsOf = (publicationId: number) => sql`(
    select jsonb_agg(a.scholar_id order by a.scholar_id) from accounted a where a.user_id = u.user_id and a.publication_id = ${publicationId})`;
  const { rows } = await sql<PartedEntries>`
    with concerned as (
      select user_id from user_publications where publication_id = ${canonicalId}
      union select user_id from merge_marks where merge_id = ${mergeId}
    ), accounted as (
      select w.user_id, w.publication_id, w.scholar_id from scholar_listings w join scholars s on s.id = w.scholar_id
      left join merge_marks m on m.merge_id = ${mergeId} and m.user_id = w.user_id and m.publication_id = w.publication_id
      left join user_publications u on u.user_id = w.user_id and u.publication_id = ${canonicalId}
      where w.publication_id in (${loserId}, ${canonicalId}) and (
        -- an entry keeps the scholars of before; others are those who list it now, and those whom an import added while the merge stood
        w.scholar_id = any(m.scholar_ids)
        or w.removed_at is null and (w.number is null or w.number <= s.looked_at_listing or w.scholar_id = any(u.scholar_ids) and not exists (
          select from merge_marks k where k.merge_id = ${mergeId} and k.user_id = w.user_id and w.scholar_id = any(k.scholar_ids))))
      union
      -- a favorite of a file, without a scholar
      select r.owner_user_id, p.canonical_id, null from records r join publications p on p.id = r.publication_id
      where p.canonical_id in (${loserId}, ${canonicalId}) and r.owner_user_id is not null
        and not exists (select from listings l where l.record_id = r.id)
    )
    select u.user_id as "userId",
      (select to_jsonb(e) - 'user_id' from library_entries e where e.user_id = u.user_id and e.publication_id = ${canonicalId}) as now,
      (select to_jsonb(m) - 'user_id' - 'merge_id' from merge_marks m
        where m.merge_id = ${mergeId} and m.user_id = u.user_id and m.publication_id = ${loserId}) as loser,
      (select to_jsonb(m) - 'user_id' - 'merge_id' from merge_marks m
        where m.merge_id = ${mergeId} and m.user_id = u.user_id and m.publication_id = ${canonicalId}) as winner,
      ${scholarsOf(loserId)} as "loserScholars", ${scholarsOf(canonicalId)} as "winnerScholars"
    from concerned u order by u.user_id`.execute(tx);
  return rows;
}

/** The merges of a job that stand, the latest first. */
export async function listStandingMerges(
  db: Queries,
  jobId: number,
): Promise<{ id: number; loserId: number; winnerId: number }[]> {
  const { rows } = await sql<{ id: number; loserId: number; winnerId: number }>`
    select id, loser_id as "loserId", winner_id as "winnerId" from merges where job_id = ${jobId} and undone_at is null order by id desc`.execute(
    db,
  );
  return rows;
}

/** How many merges a job made, undone ones included. */
export async function countMerges(db: Queries, jobId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from merges where job_id = ${jobId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The jobs whose standing merges came after a job's first one and name a publication of a tree that the job merged, the last first. */
export async function listLaterJobs(db: Queries, jobId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with own as (
      select m.id, p.canonical_id from merges m join publications p on p.id = m.loser_id where m.job_id = ${jobId} and m.undone_at is null
    )
    select distinct m.job_id as id from merges m
    where m.undone_at is null and m.job_id <> ${jobId} and m.id > (select min(id) from own)
      and exists (select from publications p where p.id in (m.loser_id, m.winner_id) and p.canonical_id in (select canonical_id from own))
    order by 1 desc`.execute(db);
  return rows.map(({ id }) => id);
}

/** The publications among these that belong to one user alone, and to whom. */
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

/** Forgets the entries from before a merge that was taken back. */
export async function deleteMarks(tx: Tx, mergeId: number): Promise<void> {
  await sql`delete from merge_marks where merge_id = ${mergeId}`.execute(tx);
}
