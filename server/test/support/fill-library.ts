import type pg from 'pg';
import { LARGE_LIBRARY } from '../../src/library/word-store.ts';

/** How large the generated library is. */
export interface Scale {
  readonly publications: number;
  readonly users: number;
  /** the entries of the first user, who reads in the bench; about as many as requested */
  readonly readerEntries: number;
}

/** A hundred publications for each user and each profile, and a thousand entries for each user. */
export function scaleOf(publications: number): Scale {
  return { publications, users: Math.ceil(publications / 100), readerEntries: Math.min(publications, 122_800) };
}

/** The word that most titles share: one in eight has it. */
export const FREQUENT_WORD = 'baba';

/** Searches of saved views whose unread publications are found without reading a whole table. */
export const SELECTIVE_SEARCHES = [
  'title:deba or title:goden',
  'venue:journal title:deba',
  'scholar:1',
  'scholar:1 or scholar:2',
  `(scholar:1 or scholar:2) ${FREQUENT_WORD}`,
  'year:2024..',
  'year:1990',
  'cited:>100',
  'cited:>100000',
  'added:<7d',
  'is:favorite',
  'is:new',
  'has:pdf',
  'has:doi cited:>100',
  `-${FREQUENT_WORD}`,
];

const WORDS = 4000;
const FAMILY_NAMES = 2000;
const VENUES = 300;
/** Large tables, whose indexes are made at the end. */
const TABLES = [
  'publications',
  'records',
  'listings',
  'enrichment',
  'publication_metadata',
  'user_publications',
  'unread',
  'favorites',
];

/**
 * Fills a migrated database, which may have a first user, with what crawls would store for many users. Some profiles are tracked by a thousand
 * users and most by few, some list a thousand publications and most a hundred, and some words stand in every eighth title. The same scale gives
 * the same data. It uses SQL without triggers, and makes the secondary indexes at the end.
 */
export async function fillLibrary(client: pg.Client, scale: Scale, reportStep: (step: string) => void): Promise<void> {
  const { publications, users, readerEntries } = scale;
  const profiles = Math.ceil(publications / 100);
  const run = async (step: string, statement: string) => {
    const start = performance.now();
    await client.query(statement);
    reportStep(`${step}, ${((performance.now() - start) / 1000).toFixed(1)} s`);
  };
  await client.query(`
    set maintenance_work_mem = '1GB'; set work_mem = '1GB'; set synchronous_commit = off; set jit = off;
    create function pg_temp.random(n bigint, seed bigint) returns double precision language sql immutable
      as 'select (hashint8extended(n, seed) & 1048575) / 1048576.0';
    create function pg_temp.word(n int) returns text language sql immutable as $$
      select ('{ba,de,fi,go,lu,ma,ne,ri,so,tu,va,ze,ka,pe,mi,no,hu,ja,qui,wo}'::text[])[1 + n % 20]
        || ('{ba,den,fir,gol,lum,mas,ner,ris,son,tur,var,zen,kal,per,mit,nor,hub,jas,qui,wol}'::text[])[1 + n / 20 % 20]
        || ('{"",tion,ment,ics,al,ing,ity,ous,ed,er,ist}'::text[])[1 + n / 400 % 11] $$`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any($1::text[]::regclass[]) and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
    [TABLES],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await run(
    'users and scholars',
    `insert into users (email, email_key, password_hash)
     select a, a, 'none' from generate_series((select count(*) + 1 from users), ${users}) n, lateral (select 'reader' || n || '@lectern.example' as a) k;
     insert into profiles (source, source_id, display_name, last_listing_number, settled_listing, crawled_at, fully_crawled_at)
     select 'google_scholar', 'Bench' || to_char(n, 'FM0000000'), initcap(pg_temp.word((n % ${FAMILY_NAMES})::int)) || ' ' || initcap(pg_temp.word((n * 7 % ${FAMILY_NAMES})::int)),
       size, size, now(), now()
     from generate_series(1, ${profiles}) n, lateral (select 40 + floor(800 * pg_temp.random(n, 1) ^ 4)::int as size) k order by n;
     insert into scholars (user_id, profile_id)
     select s.user_id, s.profile_id from (
       -- the reader tracks neighboring profiles, so that their publications add up
       select (select min(id) from users) as user_id, j::bigint as profile_id from generate_series(1, ${Math.ceil(readerEntries / 100)}) j
       union
       select u.id, 1 + floor(${profiles} * pg_temp.random(u.id * 100 + j, 2) ^ 3)::bigint
       from users u cross join generate_series(1, 20) j
       where u.id > (select min(id) from users) and j <= 1 + floor(12 * pg_temp.random(u.id, 3) ^ 2)
     ) s order by s.user_id, s.profile_id;
     update scholar_profiles s set baseline_completed = true, processed_listing = p.last_listing_number from profiles p where p.id = s.profile_id;
     insert into runs (user_id, trigger_type, status, end_dt) select id, 'scheduled', 'success', now() from users order by id`,
  );
  await client.query('set session_replication_role = replica');
  await run(
    'publications',
    `insert into publications (title, title_key, author_text, venue_text, year, citation_count, pub_url, doi, display_identifier, search_vector, canonical_id)
     select initcap(t), t, a, initcap(v) || ' ' || n % 60 || ' (4)', case when n % 50 > 0 then 2025 - floor(50 * pg_temp.random(n, 4) ^ 2)::int end,
       floor(3000 * pg_temp.random(n, 5) ^ 8)::int, 'https://scholar.google.com/citations?view_op=view_citation&citation_for_view=Bench:' || n, d,
       json_build_object('kind', 'doi', 'value', d, 'label', 'DOI: ' || d, 'url', 'https://doi.org/' || d, 'confidence_score', 0.9),
       setweight(to_tsvector('simple', t), 'A') || setweight(to_tsvector('simple', a), 'B') || setweight(to_tsvector('simple', v || ' ' || n % 60), 'C'), n
     from generate_series(1, ${publications}) n
     cross join lateral (
       -- every two hundredth publication is a near duplicate of the one before
       select n - case when n % 200 = 0 then 1 else 0 end as m
     ) same
     cross join lateral (
       select string_agg(pg_temp.word(floor(${WORDS} * pg_temp.random(m * 10 + k, 6) ^ 2)::int), ' ' order by k) as t
       from generate_series(1, case when m < n then 8 else 9 end) k
     ) title
     cross join lateral (
       select string_agg(upper(left(pg_temp.word(floor(${FAMILY_NAMES} * pg_temp.random(m * 10 + k, 7))::int), 1)) || ' '
         || initcap(pg_temp.word(floor(${FAMILY_NAMES} * pg_temp.random(m * 10 + k, 8))::int)), ', ' order by k) as a
       from generate_series(1, 3) k
     ) authors
     cross join lateral (
       select 'journal of ' || pg_temp.word(floor(${VENUES} * pg_temp.random(n, 9))::int) || ' ' || pg_temp.word(floor(${VENUES} * pg_temp.random(n, 10))::int) as v,
         '10.5555/' || n as d
     ) venue order by n`,
  );
  await run(
    'records',
    `insert into records (publication_id, source, key, cluster_key, evidence, title, authors, venue, year, citations, url, stated_at)
     select id, 'google_scholar', 'Bench:' || id, 'cluster:' || id, array['row:Bench:' || id, 'cluster:' || id, 'fp:' || md5(title_key || year)],
       title, author_text, venue_text, year, citation_count, pub_url, now() from publications order by id;
     insert into publication_identifiers (publication_id, kind, value, confidence, source)
     select n, k, case k when 'doi' then '10.5555/' || n else 'W' || n end, case k when 'doi' then 0.9 else 0.8 end, 'openalex'
     from generate_series(1, ${publications}) n, unnest(array['doi', 'openalex']) k;
     insert into enrichment (publication_id, status, pdf_url, failure_reason, attempt_count, last_source)
     select n, case when has_pdf then 'resolved' else 'failed' end, case when has_pdf then 'https://repository.example/' || n || '.pdf' end,
       case when has_pdf then null else 'no_open_copy' end, 1, 'openalex'
     from generate_series(1, ${publications}) n, lateral (select pg_temp.random(n, 11) < 0.4 as has_pdf) k`,
  );
  await run(
    'abstracts',
    `insert into publication_metadata (publication_id, source, fetched_at, abstract, authors, has_all_authors)
     select id, 'openalex', now(), string_agg(title, ' ') over (order by id rows between current row and 9 following), '[]', true
     from publications where id % 3 > 0`,
  );
  await run(
    'listings',
    `insert into listings (record_id, profile_id, publication_id, number)
     select r, p.id, r, n from profiles p, generate_series(1, p.last_listing_number) n, lateral (select 1 + (p.id * 100 + n) % ${publications} as r) k`,
  );
  await run(
    'library entries',
    `insert into user_publications (user_id, publication_id, entry_number, first_seen_at, first_seen_run_id, first_scholar_id, scholar_ids,
       year, citations, title_prefix, pdf_rank)
     select e.user_id, e.publication_id, e.at, e.seen, case when e.at > e.total - 20 then r.id end, e.scholar_ids[1], e.scholar_ids,
       p.year, p.citation_count, left(p.title_key, 24), case j.status when 'resolved' then 4 else 1 end
     from (
       select k.*, row_number() over (partition by user_id order by seen, publication_id) as at, count(*) over (partition by user_id) as total
       from (
         select s.user_id, l.publication_id, array_agg(s.id order by s.id) as scholar_ids,
           timestamptz '2024-01-01' + min(s.id % 600) * interval '1 day' as seen
         from scholars s join listings l on l.profile_id = s.profile_id group by s.user_id, l.publication_id
       ) k
     ) e join publications p on p.id = e.publication_id join enrichment j on j.publication_id = e.publication_id join runs r on r.user_id = e.user_id`,
  );
  await run(
    'marks and counts',
    `insert into unread select user_id, publication_id, first_seen_at, entry_number, scholar_ids from user_publications where entry_number % 4 = 0;
     insert into favorites select user_id, publication_id, first_seen_at, entry_number, scholar_ids from user_publications where entry_number % 50 = 0;
     update libraries l set last_entry_number = n.entries, entry_count = n.entries, unread_count = n.entries / 4, favorite_count = n.entries / 50
     from (select user_id, count(*) as entries from user_publications group by user_id) n where n.user_id = l.user_id;
     update scholar_counts c set publication_count = n.shown, unread_count = n.unread
     from (select id, count(*) as shown, count(*) filter (where entry_number % 4 = 0) as unread
           from user_publications cross join unnest(scholar_ids) as id group by id) n where n.id = c.scholar_id`,
  );
  for (const { name, definition } of indexes) await run(name, definition);
  await run(
    'words of large libraries',
    `update libraries set has_words = true where entry_count > ${LARGE_LIBRARY};
     insert into library_words select * from entry_words`,
  );
  await client.query('set session_replication_role = default; reset work_mem; reset synchronous_commit; reset jit');
  await run('vacuum analyze', 'vacuum analyze');
}
