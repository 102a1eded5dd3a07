import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';

/** Publications whose canonical id is not the root of their merges, and that root. What leads to no root has no right value. */
export const wrongCanonicalIds = sql`(
  with recursive way (id, at) as (
    select id, merged_into from publications where merged_into is not null
    union
    select w.id, p.merged_into from way w join publications p on p.id = w.at where p.merged_into is not null
  ), root (id, root_id) as (
    select w.id, p.id from way w join publications p on p.id = w.at where p.merged_into is null
    union all
    select id, id from publications where merged_into is null and canonical_id <> id
  )
  select p.id, p.canonical_id, root.root_id from root join publications p on p.id = root.id where p.canonical_id <> root.root_id)`;

/** Listings that do not name the canonical publication of their record, and that publication. */
const wrongListings = sql`(
  select l.record_id, l.profile_id, l.publication_id, p.canonical_id
  from listings l join records r on r.id = l.record_id join publications p on p.id = r.publication_id
  where l.publication_id <> p.canonical_id)`;

/** A value that is derived from others and was corrected. */
export interface Corrected {
  readonly publicationId: number;
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
}

export async function hasWrongDerived(db: Queries): Promise<boolean> {
  const { rows } = await sql<{ is_wrong: boolean }>`
    select exists (select from ${wrongCanonicalIds} w) or exists (select from ${wrongListings} w) as is_wrong`.execute(
    db,
  );
  return rows[0]?.is_wrong ?? false;
}

/** Corrects canonical ids. The caller holds the lock on identity. */
export async function correctCanonicalIds(tx: Tx): Promise<Corrected[]> {
  const { rows } = await sql<Corrected>`
    update publications p set canonical_id = w.root_id
    from ${wrongCanonicalIds} w where p.id = w.id
    returning p.id as "publicationId", jsonb_build_object('canonical_id', w.canonical_id) as before, jsonb_build_object('canonical_id', w.root_id) as after`.execute(
    tx,
  );
  return rows;
}

/** Lets listings name the canonical publication of their record. The caller holds the lock on identity. */
export async function correctListings(tx: Tx): Promise<Corrected[]> {
  const { rows } = await sql<Corrected>`
    update listings l set publication_id = w.canonical_id
    from ${wrongListings} w
    where l.record_id = w.record_id and l.profile_id = w.profile_id
    returning w.publication_id as "publicationId", jsonb_build_object('profile_id', l.profile_id, 'publication_id', w.publication_id) as before,
      jsonb_build_object('profile_id', l.profile_id, 'publication_id', w.canonical_id) as after`.execute(tx);
  return rows;
}

/** Canonical publications after an id, in order: all that have records, or those in a user's library. */
export async function listCanonical(
  db: Queries,
  userId: number | null,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const isWanted =
    userId === null
      ? sql`true`
      : sql`exists (select from user_publications u where u.user_id = ${userId} and u.publication_id = p.id)`;
  const { rows } = await sql<{ id: number }>`
    select id from publications p
    where id > ${afterId} and canonical_id = id and ${isWanted} and exists (select from records r where r.publication_id = p.id)
    order by id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
