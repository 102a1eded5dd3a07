import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';

/** A work that nobody has, wants or is led to: no link, not even a hidden one, no tracked profile that lists it, no word of a user, no merge. */
const isOrphan = sql`
  p.merged_into is null
  and not exists (select from user_publications where publication_id = p.id)
  and not exists (
    select from profile_publications l where l.publication_id = p.id and l.profile_id in (select profile_id from scholars))
  and not exists (select from scholar_publications where publication_id = p.id)
  and not exists (select from publications m where m.merged_into = p.id)`;

export async function countOrphanWorks(db: Queries): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from publications p where ${isOrphan}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The works that are orphans now, by id. */
export async function listOrphanWorks(db: Queries): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select p.id from publications p where ${isOrphan} order by p.id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The profiles that list works, by id. */
export async function listListingProfiles(db: Queries, publicationIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct profile_id as id from profile_publications where publication_id = any(${publicationIds}) order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Locks works that are to be deleted, in the order of their ids, to the end of the transaction. */
export async function lockWorks(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  await sql`select from publications where id = any(${publicationIds}) order by id for update`.execute(tx);
}

/** Of locked works those that are orphans, with all that tells what each was. */
export async function describeOrphans(
  tx: Tx,
  publicationIds: readonly number[],
): Promise<{ id: number; work: Record<string, unknown> }[]> {
  const { rows } = await sql<{ id: number; work: Record<string, unknown> }>`
    select p.id, to_jsonb(p) - 'search_vector' - 'title_key' || jsonb_build_object(
      'sources', coalesce((
        select jsonb_agg(jsonb_build_object('source', s.source, 'key', s.key)) from publication_sources s where s.publication_id = p.id), '[]'),
      'fingerprints', coalesce((
        select jsonb_agg(encode(f.fingerprint, 'hex')) from publication_fingerprints f where f.publication_id = p.id), '[]'),
      'identifiers', coalesce((
        select jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value)) from publication_identifiers i where i.publication_id = p.id), '[]'),
      'profile_ids', coalesce((
        select jsonb_agg(l.profile_id) from profile_publications l where l.publication_id = p.id), '[]')) as work
    from publications p where p.id = any(${publicationIds}) and ${isOrphan} order by p.id`.execute(tx);
  return rows;
}

/** Deletes works with all that belongs to them. */
export async function deleteWorks(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  await sql`delete from publications where id = any(${publicationIds})`.execute(tx);
}
