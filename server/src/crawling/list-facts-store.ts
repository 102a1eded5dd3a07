import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { ClaimedItem } from './queue-item.ts';

/** What is known about a profile and its scholar before a list is saved. */
export interface StoredListFacts {
  readonly isConfirmed: boolean;
  readonly listedBefore: number;
  readonly knownElsewhere: number;
  /** which of the keys the profile lists */
  readonly listedKeys: readonly string[];
  /** which of the publications the scholar's other profiles list */
  readonly sharedIds: readonly number[];
}

/** A profile of a user's scholar. */
type Profile = Pick<ClaimedItem, 'scholarId' | 'profileId' | 'source' | 'sourceId'>;

export async function readListFacts(
  tx: Tx,
  item: Profile,
  works: { readonly keys: readonly string[]; readonly publicationIds: readonly number[] },
): Promise<StoredListFacts> {
  const { profileId, source } = item;
  const elsewhere = listedElsewhere(item);
  const { rows } = await sql<StoredListFacts>`
    select ${isConfirmed(item)} as "isConfirmed",
      (select count(*) from listings where profile_id = ${profileId} and owner_user_id is null) as "listedBefore",
      (select count(distinct publication_id) from ${elsewhere}) as "knownElsewhere",
      array(
        select r.key from unnest(${works.keys}::text[]) as k (key)
        join records r on r.source = ${source} and r.key = k.key and r.owner_user_id is null
        join listings l on l.record_id = r.id and l.profile_id = ${profileId}) as "listedKeys",
      array(select distinct publication_id from ${elsewhere} and publication_id = any(${works.publicationIds}::bigint[])) as "sharedIds"`.execute(
    tx,
  );
  const [facts] = rows;
  if (!facts) throw new Error('a select without a table returns a row');
  return facts;
}

/**
 * Whether what others saved of a profile shares nothing with the scholar's other profiles. It asks only before the scholar's first entry from this profile,
 * and not if the user confirmed it or there is too little to compare.
 */
export async function isForeign(tx: Tx, item: Profile, minCompared: number): Promise<boolean> {
  const { scholarId, profileId } = item;
  const { rows } = await sql<{ is_foreign: boolean }>`
    with own as (
      select distinct publication_id from scholar_listings where scholar_id = ${scholarId} and profile_id = ${profileId} and removed_at is null
    ), others as (
      select distinct publication_id from ${listedElsewhere(item)}
    )
    select (select count(*) from own) >= ${minCompared} and (select count(*) from others) >= ${minCompared}
      and not exists (select from own join others using (publication_id))
      and not ${isConfirmed(item)} as is_foreign`.execute(tx);
  return rows[0]?.is_foreign ?? false;
}

/** Whether the user confirmed the profile. */
function isConfirmed({ scholarId, source, sourceId }: Profile) {
  return sql`exists (
    select from author_id_decisions
    where scholar_id = ${scholarId} and source = ${source} and source_id = ${sourceId} and decision = 'confirmed')`;
}

/** What the scholar's other profiles list. */
function listedElsewhere({ scholarId, profileId }: Profile) {
  return sql`scholar_listings where scholar_id = ${scholarId} and profile_id <> ${profileId}`;
}
