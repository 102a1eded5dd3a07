import type pg from 'pg';

const USERS = 1000;
const SCHOLARS = 34;
const LISTED = 300;

/** What the statements below make: three listings and two identifiers a work, and a library of 10,200 works for each user. */
export const SIZE = { works: 1_000_000, profiles: 10_000, links: USERS * SCHOLARS * LISTED };

/**
 * Fills a migrated, empty database as crawls would, by SQL and without its triggers and secondary indexes, which are made again at the end.
 * `tell` hears of each step.
 */
export async function fillDatabase(client: pg.Client, tell: (step: string) => void): Promise<void> {
  const run = async (step: string, statement: string) => {
    tell(step);
    await client.query(statement);
  };
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid in ('publications'::regclass, 'user_publications'::regclass, 'profile_publications'::regclass)
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`);
  await client.query("set maintenance_work_mem = '512MB'; set synchronous_commit = off");
  await run(
    'users',
    `insert into users (email, email_key, password_hash)
     select a, a, 'none' from generate_series(1, ${USERS}) n, lateral (select 'reader' || n || '@lectern.example' as a) k`,
  );
  await run(
    'profiles',
    `insert into profiles (source, source_id, display_name, last_listing_number, settled_listing)
     select 'google_scholar', 'Bench_' || n, 'Profile ' || n, ${LISTED}, ${LISTED} from generate_series(1, ${SIZE.profiles}) n;
     insert into scholars (user_id, profile_id, baseline_completed, looked_at_listing)
     select u, 1 + (u * 10 + 3 * n) % ${SIZE.profiles}, true, ${LISTED}
     from generate_series(1, ${USERS}) u, generate_series(1, ${SCHOLARS}) n order by u, n`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query('set session_replication_role = replica');
  await run(
    'works',
    `insert into publications (title, title_key, author_text, venue_text, year, citation_count, pub_url, doi, display_identifier, search_vector, origin_key)
     select t, lower(t), 'A Author, B Writer, C Reader', 'Journal of Measured Things ' || n % 300 || ' (4), ' || n, 1970 + n % 55, n % 400,
       'https://scholar.google.com/citations?citation_for_view=' || n, d,
       json_build_object('kind', 'doi', 'value', d, 'label', 'DOI: ' || d, 'url', 'https://doi.org/' || d, 'confidence_score', 0.9),
       array_to_tsvector(string_to_array('author writer reader journal measured things work about number ' || n || ' ' || n % 300, ' ')), 'google_scholar:' || n
     from generate_series(1, ${SIZE.works}) n, lateral (select 'A work about the number ' || n || ' and what follows' as t, '10.5555/' || n as d) k order by n`,
  );
  await run(
    'keys',
    `insert into publication_sources (source, key, publication_id)
     select 'google_scholar', k || n, n from generate_series(1, ${SIZE.works}) n, unnest(array['key:', 'cluster:']) k;
     insert into publication_fingerprints (fingerprint, publication_id) select sha256(n::text::bytea), n from generate_series(1, ${SIZE.works}) n;
     insert into publication_identifiers (publication_id, kind, value, confidence, source)
     select n, k, case k when 'doi' then '10.5555/' || n else 'W' || n end, case k when 'doi' then 0.9 else 0.8 end, 'openalex'
     from generate_series(1, ${SIZE.works}) n, unnest(array['doi', 'openalex']) k;
     insert into pdf_jobs (publication_id, status, failure_reason, attempt_count) select n, 'failed', 'no_open_copy', 1 from generate_series(1, ${SIZE.works}) n`,
  );
  await run(
    'listings',
    `insert into profile_publications (profile_id, publication_id, listing_number)
     select p, 1 + (p * 100 + n) % ${SIZE.works}, n from generate_series(1, ${SIZE.profiles}) p, generate_series(1, ${LISTED}) n`,
  );
  await run(
    'links',
    `insert into user_publications (user_id, publication_id, link_number, is_read, is_favorite, read_number, first_seen_at, first_scholar_id)
     select s.user_id, l.publication_id, row_number() over (partition by s.user_id order by s.id, l.listing_number), r, l.listing_number % 50 = 0,
       case when r then 1 end, now(), s.id
     from scholars s join profile_publications l on l.profile_id = s.profile_id, lateral (select l.listing_number % 3 = 0 as r) k`,
  );
  await run(
    'counts',
    `update libraries l set last_link_number = n.links, last_read_number = 1, link_count = n.links, unread_count = n.unread, favorite_count = n.favorites
     from (select user_id, count(*) as links, count(*) filter (where not is_read) as unread, count(*) filter (where is_favorite) as favorites
           from user_publications group by user_id) n where n.user_id = l.user_id`,
  );
  for (const { name, definition } of indexes) await run(`index ${name}`, definition);
  await client.query('set session_replication_role = default');
  await run('vacuum', 'vacuum analyze');
}
