import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import { MOST_CITATIONS } from '../sources/most-citations.ts';
import type { Found } from './integrity-report.ts';
import { tally } from './integrity-tally-store.ts';

/** From before printing, or further ahead than a volume is announced. */
const YEARS = sql`1400 and extract(year from now())::int + 2`;

export function findImpossibleNumbers(tx: Tx) {
  return tally(
    tx,
    ['impossible_citations', 'impossible_years'],
    sql`
      select id, citation_count not between 0 and ${MOST_CITATIONS} as impossible_citations, year is not null and year not between ${YEARS} as impossible_years
      from publications`,
  );
}

/** Merged works whose way to the work that stands for them is broken or longer than one step. */
export function findWrongMerges(tx: Tx) {
  return tally(
    tx,
    ['merged_into_nothing', 'merge_cycles', 'merge_chains'],
    sql`
      with recursive chain (id, at) as (
        select p.id, t.merged_into from publications p join publications t on t.id = p.merged_into where t.merged_into is not null
        union
        select c.id, t.merged_into from chain c join publications t on t.id = c.at where t.merged_into is not null
      ), circle as (
        select id from chain where at = id
      )
      select p.id, t.id is null as merged_into_nothing, p.id in (select id from circle) as merge_cycles,
        t.merged_into is not null and p.id not in (select id from circle) as merge_chains
      from publications p left join publications t on t.id = p.merged_into where p.merged_into is not null`,
  );
}

/** Works that nothing and nobody refers to. Ids alone are compared first, which are in indexes in one order, so that neither rows nor sorts are needed. */
export async function findOrphans(tx: Tx) {
  // the planner would rather hash millions of ids, and takes three times as long
  await sql`set local enable_hashjoin = off`.execute(tx);
  return tally(
    tx,
    ['works_without_link'],
    sql`
      with unlisted as materialized (
        select p.id from publications p
        where not exists (select from profile_publications l where l.publication_id = p.id)
          and not exists (select from scholar_publications o where o.publication_id = p.id)
      )
      select n.id, true as works_without_link from unlisted n join publications p on p.id = n.id and p.merged_into is null
      where not exists (select from user_publications u where u.publication_id = n.id)
        and not exists (select from publications m where m.merged_into = n.id)`,
  );
}

/** What refers to works, and the name of the check that looks whether they are there; merged ones serve no better, except where a name is left out. */
const REFERENCES = [
  ['user_publications', 'links_without_publication', 'links_to_merged_publications'],
  ['publication_sources', 'keys_of_other_works', 'keys_of_other_works'],
  ['publication_fingerprints', 'fingerprints_of_other_works', 'fingerprints_of_other_works'],
  ['publication_identifiers', 'identifiers_of_other_works', 'identifiers_of_other_works'],
  ['profile_publications', 'listings_of_other_works', 'listings_of_other_works'],
  ['scholar_publications', 'listings_of_other_works', 'listings_of_other_works'],
  ['lookups', 'lookups_without_publication', 'lookups_of_merged_works'],
  ['pdf_jobs', 'pdf_jobs_without_publication', null],
] as const;
export type StrayName = Exclude<(typeof REFERENCES)[number][1 | 2], null>;

/**
 * What refers to works that are gone or merged. Millions of references are not looked up: the gaps between the works' ids are, in the references'
 * indexes, and there are few of them.
 */
export function findStrayReferences(tx: Tx) {
  const names = [...new Set(REFERENCES.flatMap(([, gone, merged]) => (merged === null ? [gone] : [gone, merged])))];
  const found = REFERENCES.map(([table, gone, merged]) => {
    const columns = names.map((name) => {
      if (name !== gone && name !== merged) return sql`false as ${sql.ref(name)}`;
      const when = gone === merged ? sql`true` : name === gone ? sql`not a.is_merged` : sql`a.is_merged`;
      return sql`${when} as ${sql.ref(name)}`;
    });
    return sql`
      select r.id, ${sql.join(columns)} from astray a
      cross join lateral (
        select publication_id as id from ${sql.table(table)} where publication_id between a.low and a.high offset 0
      ) r ${merged === null ? sql`where not a.is_merged` : sql``}`;
  });
  return tally<StrayName>(
    tx,
    names,
    sql`
      with astray (low, high, is_merged) as materialized (
        select id + 1, next - 1, false from (select id, lead(id) over (order by id) as next from publications) p where next > id + 1
        union all select -9223372036854775808, coalesce(min(id), 1) - 1, false from publications
        union all select coalesce(max(id), 0) + 1, 9223372036854775807, false from publications
        union all select id, id, true from publications where merged_into is not null
      )
      ${sql.join(found, sql` union all `)}`,
  );
}

/** Scholars and listings of profiles that are gone; what a user says that a profile wrote is a listing, too. */
export function findListingsWithoutProfile(tx: Tx) {
  return tally(
    tx,
    ['listings_without_profile', 'scholars_without_profile'],
    sql`
      with gone as materialized (
        select distinct_id as id from (
          with recursive walk (distinct_id) as (
            (select profile_id from profile_publications order by profile_id limit 1)
            union all
            select (select profile_id from profile_publications l where l.profile_id > walk.distinct_id order by profile_id limit 1)
            from walk where walk.distinct_id is not null
          ) select distinct_id from walk where distinct_id is not null
        ) listed where not exists (select from profiles f where f.id = listed.distinct_id)
      )
      select id, true as listings_without_profile, false as scholars_without_profile from gone
      union all
      select distinct o.profile_id, true, false from scholar_publications o
      where not exists (select from profiles f where f.id = o.profile_id) and not exists (select from gone g where g.id = o.profile_id)
      union all
      select s.id, false, true from scholars s where not exists (select from profiles f where f.id = s.profile_id)`,
  );
}

/** Listings and looks that are ahead of their profile's numbers. */
export async function findNumbersBeyond(tx: Tx) {
  const profiles = await tally(
    tx,
    ['listing_numbers_beyond_profile'],
    sql`
      select f.id, coalesce(last.number > f.last_listing_number, false) or f.settled_listing > f.last_listing_number
        or f.top_listing > f.last_listing_number or f.last_listing_number < 0 as listing_numbers_beyond_profile
      from profiles f left join lateral (
        select listing_number as number from profile_publications l where l.profile_id = f.id order by listing_number desc limit 1
      ) last on true`,
  );
  const scholars = await tally(
    tx,
    ['scholars_beyond_profile'],
    sql`
      select s.id, s.looked_at_listing > f.last_listing_number or s.looked_at_listing < 0 as scholars_beyond_profile
      from scholars s join profiles f on f.id = s.profile_id`,
  );
  return { ...profiles, ...scholars };
}

/** DOIs that several works bear that nobody has told apart. */
export function findSharedDois(tx: Tx) {
  return tally(
    tx,
    ['shared_dois'],
    sql`
      with several as materialized (
        -- of an index alone: whether one is contradicted stands in its row, and few are looked up
        select value from publication_identifiers where kind = 'doi' group by value having count(*) > 1
      ), shared as materialized (
        select s.value from several s join publication_identifiers i on i.kind = 'doi' and i.value = s.value and not i.is_contradicted
        group by s.value having count(*) > 1
      ), bearer as materialized (
        select distinct i.value, i.publication_id as id from shared join publication_identifiers i on i.kind = 'doi' and i.value = shared.value and not i.is_contradicted
        join publications p on p.id = i.publication_id and p.merged_into is null and not 'title' = any (p.imported_fields)
      ), told_apart as (
        select a.value, count(*) as pairs from bearer a
        join dismissed_duplicates d on d.low_id = a.id join bearer b on b.value = a.value and b.id = d.high_id group by a.value
      )
      select min(b.id) as id, count(*) * (count(*) - 1) / 2 > coalesce(max(t.pairs), 0) as shared_dois
      from bearer b left join told_apart t on t.value = b.value group by b.value`,
  );
}

/** So many works are looked at; of more, a sample of about as many. */
const LOOKED_AT = 20_000;

/** Works whose row shows other identifiers than the surest of theirs, by the rule of publications/identifiers.ts. */
export async function findWronglyShown(tx: Tx): Promise<{ shown_identifiers: Found }> {
  const { rows } = await sql<{ share: number }>`
    select least(100, 100 * ${LOOKED_AT}::float8 / greatest(reltuples, 1)) as share from pg_class where oid = 'publications'::regclass`.execute(
    tx,
  );
  const share = rows[0]?.share ?? 100;
  const { shown_identifiers } = await tally(
    tx,
    ['shown_identifiers'],
    sql`
      select p.id, (p.doi, p.display_identifier ->> 'kind', p.display_identifier ->> 'value')
        is distinct from (doi.value, best.kind, best.value) as shown_identifiers
      from (select id, doi, display_identifier from publications tablesample system (${share}) where merged_into is null) p
      left join lateral (
        select kind, value from publication_identifiers i where i.publication_id = p.id and i.confidence >= 0.5
        order by confidence desc, array_position(array['doi', 'arxiv', 'pmcid', 'pmid', 'openalex'], kind), value collate "C" limit 1
      ) best on true
      left join lateral (
        select value from publication_identifiers i where i.publication_id = p.id and i.kind = 'doi' and i.confidence >= 0.5
        order by confidence desc, value collate "C" limit 1
      ) doi on true`,
  );
  const detail = share < 100 && shown_identifiers.count > 0 ? 'In a sample of the works.' : undefined;
  return { shown_identifiers: { ...shown_identifiers, ...(detail ? { detail } : {}) } };
}
