import { sql } from 'kysely';
import { differs, displayOf } from '../publications/display.ts';
import { readShown } from '../publications/display-store.ts';
import { IMPORT } from '../publications/imported.ts';
import { MOST_CITATIONS } from '../sources/most-citations.ts';
import { type Check, failure, REPAIR_LINKS, RESTORE, warning } from './check.ts';
import { wrongCanonicalIds } from './derived-store.ts';
import { isOrphan } from './orphan-store.ts';

/** So many displays are computed and compared. */
const SAMPLE = 1_000;

/** Checks of publications, and of what sources said about them. */
export const PUBLICATION_CHECKS: readonly Check[] = [
  failure(
    'listings_of_other_works',
    sql`
      select l.publication_id as id from listings l left join records r on r.id = l.record_id left join publications p on p.id = r.publication_id
      where l.publication_id is distinct from p.canonical_id or l.owner_user_id is distinct from r.owner_user_id`,
    `Listings that do not name the canonical publication or the owner of their record (ids of the publications they name). The link repair corrects the publication.`,
  ),
  warning(
    'works_without_link',
    sql`select p.id from publications p where ${isOrphan}`,
    'Publications that no library, tracked profile or import refers to. They do no harm. The link repair deletes them with --gc-orphan-publications.',
  ),
  failure(
    'publications_without_record',
    // a merge of 0.1.0 left its losers none
    sql`select id from publications p where merged_into is null and not exists (select from records r where r.publication_id = p.id)`,
    `Publications of which no source said anything. ${RESTORE}`,
  ),
  warning(
    'stale_displays',
    async (tx) => {
      const { rows } = await sql<{ share: number }>`
        select least(100, 100 * ${SAMPLE}::float8 / greatest(reltuples, 1)) as share from pg_class where oid = 'publications'::regclass`.execute(
        tx,
      );
      const sample = await sql<{ id: number }>`
        select id from publications tablesample system (${rows[0]?.share ?? 100}) where canonical_id = id limit ${2 * SAMPLE}`.execute(
        tx,
      );
      const shown = await readShown(
        tx,
        sample.rows.map(({ id }) => id),
      );
      // one without records has a check of its own
      const stale = shown.filter((one) => one.records.length > 0 && differs(one, displayOf(one)));
      return sql`select unnest(${stale.map(({ id }) => id)}::bigint[]) as id`;
    },
    `Publications that show something else than their records and identifiers say, in a sample of about ${SAMPLE}. ${REPAIR_LINKS}`,
  ),
  failure(
    'canonical_ids',
    sql`select id from ${wrongCanonicalIds} w`,
    `Publications whose canonical id is not the root of their merges. ${REPAIR_LINKS}`,
  ),
  failure(
    'merge_cycles',
    sql`
      select id from (
        with recursive way (id, at) as (
          select id, merged_into from publications where merged_into is not null
          union
          select w.id, p.merged_into from way w join publications p on p.id = w.at where p.merged_into is not null
        )
        select id from way where id = at
      ) circle`,
    `Publications that are merged into each other in a circle. ${RESTORE}`,
  ),
  failure(
    'standing_merges',
    sql`
      select m.loser_id as id from merges m left join publications p on p.id = m.loser_id
      where m.undone_at is null and p.merged_into is distinct from m.winner_id`,
    `Merges that were not undone, but whose publication is not merged (ids of the losers). ${RESTORE}`,
  ),
  failure(
    'private_records',
    sql`
      select publication_id as id from records where (source = ${IMPORT}) <> (owner_user_id is not null)
      union
      select p.id from publications p join records r on r.publication_id = p.id
      where p.owner_user_id is not null and r.owner_user_id is distinct from p.owner_user_id`,
    `Imported records without an owner, and private publications with a record that is not their owner's (ids of the publications). ${RESTORE}`,
  ),
  failure(
    'private_identifiers',
    sql`
      select p.id from publication_identifiers i join publications p on p.id = i.publication_id
      where i.source = ${IMPORT} and p.owner_user_id is null`,
    `Public publications with an identifier that only one user's import says. ${RESTORE}`,
  ),
  failure(
    'private_merges',
    sql`
      select p.id from publications p join publications c on c.id = p.canonical_id
      where p.canonical_id <> p.id and c.owner_user_id is not null and p.owner_user_id is distinct from c.owner_user_id`,
    `Publications that are shown as another user's private one. ${RESTORE}`,
  ),
  failure(
    'listing_numbers_beyond_profile',
    sql`
      select id from profiles f
      where (select max(number) from listings l where l.profile_id = f.id) > last_listing_number
        or settled_listing > last_listing_number or top_listing > last_listing_number or last_listing_number < 0`,
    `Profiles with a listing above their last number: libraries may miss publications. ${RESTORE}`,
  ),
  warning(
    'shared_dois',
    sql`
      select min(id) as id from (
        with shared as materialized (
          -- of an index alone; few rows are read
          select value from publication_identifiers where kind = 'doi' group by value having count(*) > 1
        ), bearer as materialized (
          select distinct i.value, p.canonical_id as id
          from shared join publication_identifiers i on i.kind = 'doi' and i.value = shared.value and not i.is_contradicted
          join publications p on p.id = i.publication_id and p.owner_user_id is null
        ), told_apart as materialized (
          select l.canonical_id as low, h.canonical_id as high
          from dismissed_duplicates d join publications l on l.id = d.low_id join publications h on h.id = d.high_id
        )
        select a.value, a.id from bearer a join bearer b on b.value = a.value and b.id > a.id
        where not exists (select from told_apart where low = a.id and high = b.id or low = b.id and high = a.id)
      ) pairs group by value`,
    'Two publications with one DOI (one id for each DOI). The near-duplicate repair shows whether they are the same.',
  ),
  failure(
    'impossible_citations',
    sql`select id from publications where citation_count not between 0 and ${MOST_CITATIONS}`,
    `Publications with a negative number of citations, or more than ten million. ${RESTORE}`,
  ),
  warning(
    'impossible_years',
    // from before printing, or further ahead than a volume is announced
    sql`select id from publications where year not between 1400 and extract(year from now())::int + 2`,
    'Publications from before 1400 or from further ahead than the next two years. Mostly the source says so: correct it there.',
  ),
];
