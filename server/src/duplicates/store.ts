import { sql } from 'kysely';
import { MIN_CONFIDENCE } from '../library/shown-store.ts';
import type { Queries } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { KnownPublication } from './clusters.ts';

/** A key that more publications share says nothing: a frequent title, a frequent name with a frequent word. */
const MAX_SHARING = 40;
const PAGE = 1000;

/** Two publications that are worth a comparison, the lower id first. */
export interface CandidatePair {
  readonly low: number;
  readonly high: number;
}

/**
 * The pairs that are worth a comparison, in pages: two publications that are not merged, are at most `maxYearDelta`
 * years apart or without a year, and share an identifier, an odd one of their `pair_keys` or two even ones. Pairs that
 * share a key follow each other, so a page has few publications. PostgreSQL writes all pairs to a file of the session
 * first, so no snapshot stays open while they are compared.
 */
export async function* readCandidatePairs(
  db: Queries,
  { maxYearDelta }: { readonly maxYearDelta: number },
): AsyncGenerator<readonly CandidatePair[]> {
  await sql`declare candidate_pairs no scroll cursor with hold for
    with keys as (
      select id, year, unnest(pair_keys) as key from publications where merged_into is null
      union all
      select distinct p.id, p.year, hashtext(i.kind || ':' || lower(i.value)) | 1
      from publication_identifiers i join shown_members m using (publication_id) join publications p on p.id = m.canonical_id
      where i.confidence >= ${sql.lit(MIN_CONFIDENCE)} and not i.is_contradicted
    ), blocks as (
      select key, array_agg(id) as ids, array_agg(year) as years
      from keys group by key having count(*) between 2 and ${sql.lit(MAX_SHARING)}
    )
    select l.id as low, h.id as high
    from blocks cross join unnest(ids, years) as l (id, year) cross join unnest(ids, years) as h (id, year)
    where l.id < h.id and (abs(l.year - h.year) <= ${sql.lit(maxYearDelta)}) is not false
    group by l.id, h.id having sum(1 + (key & 1)) > 1
    order by min(key), l.id, h.id`.execute(db);
  for (;;) {
    const { rows } = await sql<CandidatePair>`fetch ${sql.lit(PAGE)} from candidate_pairs`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) break;
  }
  await sql`close candidate_pairs`.execute(db);
}

export async function countCanonicalPublications(db: Queries): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from publications where merged_into is null`.execute(
    db,
  );
  return one(rows, 'the count of publications').n;
}

/** Publications with all that is compared, in any order, without those that are gone or merged. */
export async function listKnownPublications(db: Queries, ids: readonly number[]): Promise<KnownPublication[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<KnownPublication>`
    select p.id, p.title, left(p.author_text, 10000) as authors, left(p.venue_text, 1000) as venue, p.year,
      p.citation_count as "citationCount",
      (select count(*) from user_publications u where u.publication_id = p.id) as "entryCount",
      coalesce((
        select json_agg(json_build_object('kind', i.kind, 'value', i.value, 'registered', case when r.publication_id is not null then
          json_build_object('type', r.biblio ->> 'type', 'container', r.biblio ->> 'container', 'relations', r.relations) end) order by i.kind, i.value)
        from shown_members m join publication_identifiers i using (publication_id)
        left join publication_metadata r on r.publication_id = i.publication_id and r.source = 'crossref' and i.kind = 'doi' and r.record_id = i.value
        where m.canonical_id = p.id and i.confidence >= ${MIN_CONFIDENCE} and not i.is_contradicted
      ), '[]') as identifiers
    from publications p where p.id = any(${ids}::bigint[]) and p.merged_into is null`.execute(db);
  return rows;
}

/**
 * Dismissed pairs, as today's canonical publications, the lower id first. With `ids`, only pairs of these publications.
 */
export async function listDismissedPairs(
  db: Queries,
  ids: readonly number[] | null = null,
): Promise<{ low_id: number; high_id: number }[]> {
  const isWanted =
    ids === null ? sql`true` : sql`l.canonical_id = any(${ids}::bigint[]) and h.canonical_id = any(${ids}::bigint[])`;
  const { rows } = await sql<{ low_id: number; high_id: number }>`
    select distinct least(l.canonical_id, h.canonical_id) as low_id, greatest(l.canonical_id, h.canonical_id) as high_id
    from dismissed_duplicates d join publications l on l.id = d.low_id join publications h on h.id = d.high_id
    where l.canonical_id <> h.canonical_id and ${isWanted}`.execute(db);
  return rows;
}

/** Stores that the two publications of each pair are different. Returns the pairs that were not stored before. */
export async function insertDismissedPairs(
  db: Queries,
  userId: number | null,
  pairs: readonly (readonly [lowId: number, highId: number])[],
): Promise<{ low_id: number; high_id: number }[]> {
  const { rows } = await sql<{ low_id: number; high_id: number }>`
    insert into dismissed_duplicates (low_id, high_id, dismissed_by_user_id)
    select low_id, high_id, ${userId}
    from unnest(${pairs.map(([low]) => low)}::bigint[], ${pairs.map(([, high]) => high)}::bigint[]) as pair (low_id, high_id)
    order by low_id, high_id
    on conflict do nothing returning low_id, high_id`.execute(db);
  return rows;
}

/** Pairs of these publications that one profile lists as two, the lower id first. */
export async function listPairsListedApart(
  db: Queries,
  ids: readonly number[],
): Promise<{ low_id: number; high_id: number }[]> {
  const { rows } = await sql<{ low_id: number; high_id: number }>`
    select distinct a.publication_id as low_id, b.publication_id as high_id
    from listings a join listings b on b.profile_id = a.profile_id and b.publication_id > a.publication_id
    where a.publication_id = any(${ids}::bigint[]) and b.publication_id = any(${ids}::bigint[])
      and a.owner_user_id is null and a.removed_at is null and b.owner_user_id is null and b.removed_at is null`.execute(
    db,
  );
  return rows;
}

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
