import { sql } from 'kysely';
import { staleEntries } from '../library/order-store.ts';
import type { Stage } from '../platform/database/column-values.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import { differs, displayOf } from '../publications/display.ts';
import { type NewDisplay, readShown, type ShownPublication } from '../publications/display-store.ts';
import { readStages } from '../publications/stages.ts';

/**
 * Each merged publication with those into which it was merged, directly or by later merges. In a circle of merges, it
 * is one of these itself.
 */
export const mergeWays = sql`
  way (id, at) as (
    select id, merged_into from publications where merged_into is not null
    union
    select w.id, p.merged_into from way w join publications p on p.id = w.at where p.merged_into is not null
  )`;

/**
 * Publications whose canonical id is not the end of their merges, and that end. Merges in a circle have no end, so they
 * are not selected.
 */
export const wrongCanonicalIds = sql`(
  with recursive ${mergeWays}, root (id, root_id) as (
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

export async function hasWrongIds(db: Queries): Promise<boolean> {
  const { rows } = await sql<{ is_wrong: boolean }>`
    select exists (select from ${wrongCanonicalIds} w) or exists (select from ${wrongListings} w) as is_wrong`.execute(
    db,
  );
  return one(rows, 'whether ids are wrong').is_wrong;
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

/**
 * Sets the publication of listings to the canonical publication of their record. The caller holds the lock on identity.
 */
export async function correctListings(tx: Tx): Promise<Corrected[]> {
  const { rows } = await sql<Corrected>`
    update listings l set publication_id = w.canonical_id
    from ${wrongListings} w
    where l.record_id = w.record_id and l.profile_id = w.profile_id
    returning w.publication_id as "publicationId", jsonb_build_object('profile_id', l.profile_id, 'publication_id', w.publication_id) as before,
      jsonb_build_object('profile_id', l.profile_id, 'publication_id', w.canonical_id) as after`.execute(tx);
  return rows;
}

/** A publication whose display or stage differs from its records, identifiers and metadata. */
export interface StaleDisplay {
  readonly before: ShownPublication & { readonly stage: Stage };
  readonly after: NewDisplay & { readonly stage: Stage };
}

/**
 * Returns the publications whose display or stage differs from their records, identifiers and metadata. It skips
 * publications without records.
 */
export async function findStaleDisplays(db: Queries, publicationIds: readonly number[]): Promise<StaleDisplay[]> {
  const shown = await readShown(db, publicationIds);
  const stages = await readStages(db, shown);
  return shown
    .filter(({ records }) => records.length > 0)
    .map((before) => {
      const { before: stored = 'other', stage = stored, versions = [] } = stages.get(before.id) ?? {};
      return { before: { ...before, stage: stored }, after: { ...displayOf(before, versions), stage } };
    })
    .filter(({ before, after }) => differs(before, after) || before.stage !== after.stage);
}

/** A canonical publication with entries whose sort values are out of date, although no change is queued. */
export interface StaleSortValues {
  readonly id: number;
  /** it, and publications that were merged into it */
  readonly memberIds: readonly number[];
  readonly entries: number;
}

export async function findStaleSortValues(db: Queries, publicationIds: readonly number[]): Promise<StaleSortValues[]> {
  const members = sql`array(select id from publications where canonical_id = any(${publicationIds}))`;
  const { rows } = await sql<StaleSortValues>`
    select p.canonical_id as id, array_agg(distinct p.id) as "memberIds", count(*) as entries
    from ${staleEntries(members)} e join publications p on p.id = e.publication_id group by 1 order by 1`.execute(db);
  return rows;
}

/** Returns a page of canonical publications, by id: of all, of a user's library, or of a list. */
export async function listCanonical(
  db: Queries,
  { userId, publicationIds }: { userId: number | null; publicationIds: readonly number[] | null },
  afterId: number,
  limit: number,
): Promise<number[]> {
  // with the bound on its own column too, PostgreSQL does not read the library from the beginning for each page
  const isInLibrary = sql`exists (
    select from user_publications u where u.user_id = ${userId} and u.publication_id = p.id and u.publication_id > ${afterId})`;
  const isWanted =
    publicationIds !== null ? sql`id = any(${publicationIds}::bigint[])` : userId !== null ? isInLibrary : sql`true`;
  const { rows } = await sql<{ id: number }>`
    select id from publications p where id > ${afterId} and canonical_id = id and ${isWanted} order by id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Returns a random sample of about `size` canonical publications. */
export async function sampleCanonical(db: Queries, size: number): Promise<number[]> {
  const { rows } = await sql<{ share: number }>`
    select least(100, 100 * ${size}::float8 / greatest(reltuples, 1)) as share from pg_class where oid = 'publications'::regclass`.execute(
    db,
  );
  const sample = await sql<{ id: number }>`
    select id from publications tablesample system (${one(rows, 'the size of publications').share}) where canonical_id = id limit ${2 * size}`.execute(
    db,
  );
  return sample.rows.map(({ id }) => id);
}
