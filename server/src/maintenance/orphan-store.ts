import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';

/**
 * SQL condition: `p` is a canonical publication that no user has or can reach. No tracked profile lists it. Neither it
 * nor the publications merged into it have a private record, a note or a library entry, not even a hidden one.
 */
export const isOrphan = sql`
  p.canonical_id = p.id
  and not exists (select from listings l where l.publication_id = p.id and l.profile_id in (select profile_id from scholar_profiles))
  and not exists (
    select from publications m where m.canonical_id = p.id and (
      exists (select from user_publications u where u.publication_id = m.id)
      or exists (select from notes n where n.publication_id = m.id)
      or exists (select from records r where r.publication_id = m.id and r.owner_user_id is not null)))`;

/** Counts orphans and the publications merged into them. */
export async function countOrphans(db: Queries): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from publications where canonical_id in (select p.id from publications p where ${isOrphan})`.execute(
    db,
  );
  return one(rows, 'the count of orphans').n;
}

export async function listOrphans(db: Queries): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select p.id from publications p where ${isOrphan} order by p.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Lists the profiles that list these publications, by id. */
export async function listListingProfiles(db: Queries, canonicalIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct profile_id as id from listings where publication_id = any(${canonicalIds}) order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Locks canonical publications and those merged into them, in the order of their ids. Returns those that are still
 * orphans. Skips those that another transaction has locked. Waiting would be a deadlock: an import locks its
 * publications before it waits for the identity lock, which this transaction holds.
 */
export async function lockOrphans(tx: Tx, canonicalIds: readonly number[]): Promise<number[]> {
  const { rows: locked } = await sql<{ id: number }>`
    select id from publications where canonical_id = any(${canonicalIds}) order by id for update skip locked`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number }>`
    select p.id from publications p where p.id = any(${canonicalIds}) and ${isOrphan}
      and not exists (select from publications m where m.canonical_id = p.id and m.id <> all(${locked.map(({ id }) => id)}))
    order by p.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Reads canonical publications and those merged into them, with records, identifiers and listings, as changes for the
 * audit log.
 */
export async function describeDeletions(tx: Tx, canonicalIds: readonly number[]) {
  const { rows } = await sql<{ action: string; publicationId: number; before: Record<string, unknown>; after: null }>`
    select 'repair.delete-publication' as action, p.id as "publicationId", null as after, to_jsonb(p) - '{search_vector,title_key,pair_keys}'::text[] || jsonb_build_object(
      'records', coalesce((
        select jsonb_agg(to_jsonb(r) - 'publication_id' || jsonb_build_object('profile_ids', array(
          select profile_id from listings l where l.record_id = r.id order by profile_id)) order by r.id)
        from records r where r.publication_id = p.id), '[]'),
      'identifiers', coalesce((
        select jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value)) from publication_identifiers i where i.publication_id = p.id), '[]')
      ) as before
    from publications p where p.canonical_id = any(${canonicalIds}) order by p.id`.execute(tx);
  return rows;
}

/** Deletes publications and all rows that refer to them. */
export async function deletePublications(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  await sql`delete from publications where id = any(${publicationIds})`.execute(tx);
}
