import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';

/** Profiles that the scholars of a scope are; null for all. */
export interface ProfileScope {
  readonly userId: number | null;
  readonly scholarIds: readonly number[] | null;
}

const scoped = ({ userId, scholarIds }: ProfileScope) => sql`
  (${userId}::bigint is null or l.profile_id in (
    select profile_id from scholars where user_id = ${userId} and (${scholarIds}::bigint[] is null or id = any(${scholarIds}))))`;

/** What a profile's scholars are said to have written, by a source (with a number) or by a user, though the work was merged into another. */
export interface MergedListing {
  readonly profile_id: number;
  readonly user_id: number | null;
  readonly publication_id: number;
  readonly root_id: number;
}

/** Listings, and users' own words, that name a merged work; in the scope, or of one profile. */
export async function listMergedListings(
  db: Queries,
  scope: ProfileScope,
  profileId: number | null = null,
): Promise<MergedListing[]> {
  const { rows } = await sql<MergedListing>`
    with recursive chain (loser, root, depth) as (
      select id, merged_into, 1 from publications where merged_into is not null
      union all
      select c.loser, p.merged_into, c.depth + 1 from chain c join publications p on p.id = c.root
      where p.merged_into is not null and c.depth < 100
    )
    select l.profile_id, l.user_id, l.publication_id, c.root as root_id
    from chain c join publications p on p.id = c.root and p.merged_into is null
    join (
      select profile_id, null::bigint as user_id, publication_id from profile_publications
      union all select profile_id, user_id, publication_id from scholar_publications
    ) l on l.publication_id = c.loser
    where ${scoped(scope)} and (${profileId}::bigint is null or l.profile_id = ${profileId})
      and (l.user_id is null or ${scope.userId}::bigint is null or l.user_id = ${scope.userId})
    order by l.profile_id, l.publication_id, l.user_id`.execute(db);
  return rows;
}

/** Lets a listing of a locked profile name the work that stands for a merged one; where that is listed already, only that one stays. */
export async function moveListing(
  tx: Tx,
  { profile_id, user_id, publication_id, root_id }: MergedListing,
): Promise<void> {
  if (user_id === null) {
    await sql`
      delete from profile_publications l where l.profile_id = ${profile_id} and l.publication_id = ${publication_id}
        and exists (select from profile_publications where profile_id = ${profile_id} and publication_id = ${root_id})`.execute(
      tx,
    );
    await sql`
      update profile_publications set publication_id = ${root_id}
      where profile_id = ${profile_id} and publication_id = ${publication_id}`.execute(tx);
    return;
  }
  await sql`
    insert into scholar_publications (user_id, profile_id, publication_id, created_at)
    select user_id, profile_id, ${root_id}, created_at from scholar_publications
    where user_id = ${user_id} and profile_id = ${profile_id} and publication_id = ${publication_id}
    on conflict do nothing`.execute(tx);
  await sql`
    delete from scholar_publications
    where user_id = ${user_id} and profile_id = ${profile_id} and publication_id = ${publication_id}`.execute(tx);
}
