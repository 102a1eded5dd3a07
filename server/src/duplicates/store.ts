import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { CandidateRow } from './candidate-pairs.ts';
import type { KnownPublication } from './clusters.ts';

const PAGE = 5000;
/** Below this confidence, an identifier was contradicted. */
const MIN_CONFIDENCE = 0.5;

/** All publications that are not merged into another, in pages by id: no lock and no long transaction. */
export async function* readCandidates(db: Queries): AsyncGenerator<CandidateRow> {
  for (let after = 0; ; ) {
    const { rows } = await sql<CandidateRow>`
      with page as materialized (
        select id, left(title, 1000) as title, left(author_text, 300) as authors, year
        from publications where id > ${after} and merged_into is null order by id limit ${PAGE}
      )
      select p.*, coalesce(i.identifiers, '{}') as identifiers
      from page p left join (
        select m.canonical_id, array_agg(i.kind || ':' || lower(i.value)) as identifiers
        from shown_members m join publication_identifiers i using (publication_id)
        where m.canonical_id between (select min(id) from page) and (select max(id) from page)
          and i.confidence >= ${MIN_CONFIDENCE} and not i.is_contradicted
        group by m.canonical_id
      ) i on i.canonical_id = p.id
      order by p.id`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = last.id;
  }
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

/** Dismissed pairs, as today's canonical publications, the lower id first. With `ids`, only pairs of these publications. */
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
