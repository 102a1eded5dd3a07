import { sql } from 'kysely';
import type { MergedPair, TakeOver } from '../library/take-over-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';

/** Locks these publications and all that were merged with them, in the order of their ids. */
export async function lockMembers(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  await sql`
    select from publications where canonical_id in (select canonical_id from publications where id = any(${publicationIds}))
    order by id for no key update`.execute(tx);
}

/**
 * Merges each canonical publication `fromId` into the publication `toId`. Returns them with the canonical publication
 * of both as `toId`.
 */
export async function insertMerges(tx: Tx, jobId: number | null, pairs: readonly TakeOver[]): Promise<TakeOver[]> {
  const [fromIds, toIds] = [pairs.map(({ fromId }) => fromId), pairs.map(({ toId }) => toId)];
  const { rows } = await sql<TakeOver>`
    with pairs as materialized (
      select w.from_id, w.target_id, p.canonical_id, w.at
      from unnest(${fromIds}::bigint[], ${toIds}::bigint[]) with ordinality as w (from_id, target_id, at) join publications p on p.id = w.target_id
    ), made as (
      insert into merges (job_id, merged_id, target_id, created_at) select ${jobId}::bigint, from_id, target_id, clock_timestamp() from pairs order by at
    ), merged as (
      update publications p set canonical_id = w.canonical_id, updated_at = clock_timestamp(),
        merged_into = case when p.id = w.from_id then w.target_id else p.merged_into end
      from pairs w where p.canonical_id = w.from_id
    ), listed as (
      update listings l set publication_id = w.canonical_id from pairs w where l.publication_id = w.from_id
    )
    select from_id as "fromId", canonical_id as "toId" from pairs order by at`.execute(tx);
  return rows;
}

/**
 * Makes the merged publication of a merge canonical again, for itself and for those merged into it. The others keep
 * their canonical publication.
 */
export async function undoMerge(tx: Tx, mergeId: number): Promise<MergedPair> {
  const { rows } = await sql<MergedPair>`
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

/**
 * After the undo of a merge, moves the notes of users who have an entry of only one of the two publications to that
 * one. They wrote notes on the other one while the canonical publication was shown for both. A hidden entry counts,
 * too.
 */
export async function moveNotes(tx: Tx, { mergedId, canonicalId }: MergedPair): Promise<void> {
  const hasEntry = (id: ReturnType<typeof sql>) => sql`exists (
    select from user_publications u where u.user_id = n.user_id and u.publication_id = ${id})`;
  await sql`
    update notes n set publication_id = o.id
    from (values (${mergedId}::bigint, ${canonicalId}::bigint), (${canonicalId}, ${mergedId})) o (id, other_id)
    where n.publication_id = o.other_id and not ${hasEntry(sql`o.other_id`)} and ${hasEntry(sql`o.id`)}`.execute(tx);
}

/** The owners of the private publications among these. */
export async function listOwners(db: Queries, publicationIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; owner: number }>`
    select id, owner_user_id as owner from publications where id = any(${publicationIds}) and owner_user_id is not null`.execute(
    db,
  );
  return new Map(rows.map(({ id, owner }) => [id, owner]));
}
