import type pg from 'pg';

const USERS = 1000;
const SCHOLARS = 34;
const LISTED = 300;

/** The size of the generated data: three listings and two identifiers per publication, and a library of 10,200 publications per user. */
export const SIZE = { works: 1_000_000, profiles: 10_000, links: USERS * SCHOLARS * LISTED };

/**
 * Fills a migrated, empty database with what crawls would store. It uses SQL without triggers and secondary indexes, and recreates the indexes at
 * the end. `tell` is called for each step.
 */
export async function fillDatabase(client: pg.Client, tell: (step: string) => void): Promise<void> {
  const run = async (step: string, statement: string) => {
    tell(step);
    await client.query(statement);
  };
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid in ('publications'::regclass, 'user_publications'::regclass, 'unread'::regclass, 'favorites'::regclass, 'listings'::regclass, 'records'::regclass)
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
     insert into scholars (user_id, profile_id, baseline_completed, processed_listing)
     select u, 1 + (u * 10 + 3 * n) % ${SIZE.profiles}, true, ${LISTED}
     from generate_series(1, ${USERS}) u, generate_series(1, ${SCHOLARS}) n order by u, n`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query('set session_replication_role = replica');
  await run(
    'publications',
    `insert into publications (title, title_key, author_text, venue_text, year, citation_count, pub_url, doi, display_identifier, search_vector, canonical_id)
     select t, lower(t), 'A Author, B Writer, C Reader', 'Journal of Measured Things ' || n % 300 || ' (4), ' || n, 1970 + n % 55, n % 400,
       'https://scholar.google.com/citations?citation_for_view=' || n, d,
       json_build_object('kind', 'doi', 'value', d, 'label', 'DOI: ' || d, 'url', 'https://doi.org/' || d, 'confidence_score', 0.9),
       array_to_tsvector(string_to_array('author writer reader journal measured things work about number ' || n || ' ' || n % 300, ' ')), n
     from generate_series(1, ${SIZE.works}) n, lateral (select 'A work about the number ' || n || ' and what follows' as t, '10.5555/' || n as d) k order by n`,
  );
  await run(
    'records',
    `insert into records (publication_id, source, key, cluster_key, doi, evidence, title, authors, venue, year, citations, url, stated_at)
     select id, 'google_scholar', 'key:' || id, 'cluster:' || id, null,
       array['row:key:' || id, 'cluster:' || id, 'doi:' || doi, 'fp:' || encode(sha256(id::text::bytea), 'hex')],
       title, author_text, venue_text, year, citation_count, pub_url, now() from publications order by id;
     insert into publication_identifiers (publication_id, kind, value, confidence, source)
     select n, k, case k when 'doi' then '10.5555/' || n else 'W' || n end, case k when 'doi' then 0.9 else 0.8 end, 'openalex'
     from generate_series(1, ${SIZE.works}) n, unnest(array['doi', 'openalex']) k;
     insert into enrichment (publication_id, status, failure_reason, attempt_count) select n, 'failed', 'no_open_copy', 1 from generate_series(1, ${SIZE.works}) n`,
  );
  await run(
    'listings',
    `insert into listings (record_id, profile_id, publication_id, number)
     select r, p, r, n from generate_series(1, ${SIZE.profiles}) p, generate_series(1, ${LISTED}) n, lateral (select 1 + (p * 100 + n) % ${SIZE.works} as r) k`,
  );
  await run(
    'links',
    `insert into user_publications (user_id, publication_id, entry_number, first_seen_at, first_scholar_id, scholar_ids, year, citations, title_prefix, pdf_rank)
     select s.user_id, l.publication_id, row_number() over (partition by s.user_id order by s.id, l.number), now(), s.id, array[s.id],
       p.year, p.citation_count, left(p.title_key, 24), 1
     from scholars s join listings l on l.profile_id = s.profile_id join publications p on p.id = l.publication_id;
     insert into unread select user_id, publication_id, first_seen_at, entry_number, scholar_ids from user_publications where entry_number % 3 <> 0;
     insert into favorites select user_id, publication_id, first_seen_at, entry_number, scholar_ids from user_publications where entry_number % 50 = 0`,
  );
  await run(
    'counts',
    `update libraries l set last_entry_number = n.links, last_read_number = 1, entry_count = n.links, unread_count = n.unread, favorite_count = n.favorites
     from (select user_id, count(*) as links, count(*) filter (where not is_read) as unread, count(*) filter (where is_favorite) as favorites
           from library_entries group by user_id) n where n.user_id = l.user_id;
     update scholar_counts c set publication_count = n.shown, unread_count = n.unread
     from (select first_scholar_id as id, count(*) as shown, count(*) filter (where not is_read) as unread
           from library_entries group by first_scholar_id) n where n.id = c.scholar_id`,
  );
  for (const { name, definition } of indexes) await run(`index ${name}`, definition);
  await client.query('set session_replication_role = default');
  await run('vacuum', 'vacuum analyze');
}
