import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMAND_LINE } from '../../src/audit/repair-job.ts';
import { copyOrder } from '../../src/library/copy-order.ts';
import { checkIntegrity } from '../../src/maintenance/check-integrity.ts';
import { runChecks } from '../../src/maintenance/check-store.ts';
import { CHECKS } from '../../src/maintenance/integrity-store.ts';
import { repairLinks } from '../../src/maintenance/repair-links.ts';
import type { Database, Tx } from '../../src/platform/database/database.ts';
import { groupBy } from '../../src/platform/group-by.ts';
import { makeLogger } from '../../src/platform/logger.ts';
import { makeWorld, type World } from './integrity-world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

const publication = (id: number, more = '') =>
  `insert into publications (id, title, title_key, search_vector, canonical_id${more && ', merged_into'})
   overriding system value values (${id}, 'Another', 'another', '', ${id}${more && `, ${more}`});
   insert into records (publication_id, source, key, evidence, title) values (${id}, 'google_scholar', 'P9:${id}', '{}', 'Another')`;
const entry = (user: number, id: number, { isHidden = true } = {}) =>
  `insert into user_publications (user_id, publication_id, entry_number, first_seen_at, hidden_as, year, citations, title_prefix, pdf_rank)
   select ${user}, ${id}, 1, now(), ${isHidden ? "'read'" : 'null'}, o.year, coalesce(o.citations, 0), coalesce(o.title_prefix, ''), coalesce(o.pdf_rank, 0)
   from (select) one left join publication_order o on o.publication_id = ${id}`;
const hide = (user: number, ids: string) =>
  `delete from unread where user_id = ${user} and publication_id in (${ids});
   update user_publications set hidden_as = 'unread', scholar_ids = '{}' where user_id = ${user} and publication_id in (${ids})`;
const counted = (user: number, links: number, unread = 0) =>
  `update libraries set entry_count = entry_count + ${links}, unread_count = unread_count + ${unread} where user_id = ${user}`;

/** The result of a check: the ids, or their number if it has no ids. */
type Found = readonly number[] | number;
/** Statements that break the database, the result of the check, and the results of other checks. */
type Fault = readonly [statements: string, found: Found, others?: Readonly<Record<string, Found>>];

const FAULTS: Readonly<Record<string, Fault>> = {
  links_without_tracked_scholar: [`${publication(10)}; ${entry(2, 10, { isHidden: false })}; ${counted(2, 1)}`, [10]],
  listed_works_without_link: [
    `${hide(2, '3, 9')}; ${counted(2, -2, -2)};
     update scholar_counts set publication_count = publication_count - 2, unread_count = unread_count - 2 where scholar_id = 3`,
    [3, 9],
  ],
  links_with_wrong_scholar: [
    `update user_publications set first_scholar_id = case publication_id when 1 then 3 else 99 end where user_id = 1 and publication_id in (1, 2)`,
    [1, 2],
  ],
  marks_without_entry: [
    `insert into unread values (1, 99, now(), 1, '{}'); delete from unread where user_id = 1 and publication_id = 2;
     update favorites set entry_number = 77 where publication_id = 6`,
    [6, 99],
    { scholar_counts: [1] },
  ],
  tags_without_entry: [
    `insert into stored_tags (id, user_id, name, name_key, color) overriding system value values (1, 1, 'a', 'a', 'red');
     insert into publication_tags (user_id, publication_id, tag_id) values (1, 1, 1), (1, 9, 1)`,
    [9],
  ],
  library_counts: ['update libraries set unread_count = 77 where user_id = 1', [1]],
  scholar_counts: ['update scholar_counts set unread_count = 77 where scholar_id = 2', [2]],
  stale_sort_values: ['update user_publications set citations = 77, year = null where publication_id = 4', [4]],
  words_of_libraries: [
    `update libraries set has_words = true where user_id = 1; select refresh_words('{1}', '{1, 2, 3, 4, 5, 6, 7}');
     delete from library_words where publication_id = 2; update library_words set words = '' where publication_id = 4`,
    [2, 4],
  ],
  link_numbers_beyond_library: ['update libraries set last_entry_number = 0 where user_id = 2', [2]],
  links_to_merged_publications: [`${entry(2, 8, { isHidden: false })}; ${counted(2, 1)}`, [8]],
  links_to_private_publications: [entry(1, 9), [9]],
  users_without_library: ['delete from user_settings where user_id = 2', [2]],
  scholars_beyond_profile: ['update scholar_profiles set processed_listing = 7 where scholar_id = 2', [2]],

  listings_of_other_works: [
    `update listings set publication_id = 5 where publication_id = 4;
     update listings set owner_user_id = 1 where publication_id = 9`,
    [5, 9],
    { links_with_wrong_scholar: [4, 9], links_without_tracked_scholar: [4, 9] },
  ],
  works_without_link: [publication(10), [10]],
  publications_without_record: ['delete from records where publication_id = 7', [7], { listings_of_other_works: [7] }],
  stale_displays: [
    `update publications set doi = '10.5555/other' where id = 1; update publications set venue_text = 'Elsewhere' where id = 9`,
    [1, 9],
  ],
  canonical_ids: [
    `update publications set canonical_id = 8 where id = 8`,
    [8],
    { listings_of_other_works: [1], links_with_wrong_scholar: [8] },
  ],
  merge_cycles: [`${publication(10, '11')}; ${publication(11, '10')}`, [10, 11], { works_without_link: [10, 11] }],
  standing_merges: ['update merges set target_id = 2 where merged_id = 8', [8]],
  private_records: [
    `update records set owner_user_id = null where publication_id = 9`,
    [9],
    { listings_of_other_works: [9] },
  ],
  private_identifiers: [
    `insert into publication_identifiers (publication_id, kind, value, confidence, source) values (2, 'arxiv', '1', 0.4, 'import')`,
    [2],
  ],
  private_merges: [
    'update publications set owner_user_id = 2 where id = 1',
    [8],
    { private_records: [1], links_to_private_publications: [1] },
  ],
  listing_numbers_beyond_profile: [
    'update profiles set last_listing_number = 2, settled_listing = null where id = 2',
    [2],
    { scholars_beyond_profile: [2] },
  ],
  shared_dois: [
    `insert into publication_identifiers (publication_id, kind, value, confidence, source) values (2, 'doi', '10.5555/one', 0.4, 'x')`,
    [1],
  ],
  impossible_years: [
    `update publications set year = case id when 4 then 1200 else extract(year from now()) + 3 end where id in (4, 5)`,
    [4, 5],
    { stale_displays: [4, 5], stale_sort_values: [4, 5] },
  ],

  runs_without_work: [
    `insert into runs (user_id, trigger_type, status) values (2, 'manual', 'running'), (77, 'manual', 'resolving')`,
    [3, 4],
  ],
  ended_runs_with_work: ['insert into run_enrichment (run_id, publication_id) values (1, 5)', [1]],
  results_without_work: ['delete from queue_items where id = 1', [2]],
  run_counts: [
    `update runs set visited_count = 0 where id = 1; insert into run_events (run_id, number, kind, data) values (2, 99, 'run_status', '{}')`,
    [1, 2],
  ],
  queue_items_of_ended_runs: ['update queue_items set run_id = 1 where id = 1', [1], { results_without_work: [2] }],
  queue_items_of_other_users: [
    'update queue_items set user_id = 2 where id = 1',
    [1],
    { queue_items_never_served: [1] },
  ],
  queue_items_never_served: ['delete from user_request_slots', [1, 2]],
  open_pdf_searches_without_step: [
    'insert into enrichment (publication_id) values (2)',
    [2],
    { stale_sort_values: [2] },
  ],
  list_of_notices_not_saved: [
    `insert into notice_lists (source, tried_at, problem) values ('retraction_watch', now(), 'is empty'), ('crossref', now(), null)`,
    1,
  ],
  repair_jobs_left_running: [
    `insert into repair_jobs (job_name, requested_by, dry_run, status, updated_at) values ('x', 'x', false, 'running', now() - interval '1 hour'), ('x', 'x', true, 'running', now() - interval '1 hour')`,
    [2],
  ],

  invalid_indexes: [`update pg_index set indisvalid = false where indexrelid = 'publications_merged'::regclass`, 1],
  missing_constraints: [
    'alter table runs drop constraint runs_user_id_fkey; drop trigger user_publications_insert on user_publications',
    2,
  ],
  unvalidated_constraints: [
    'alter table runs add constraint runs_scholar_count check (scholar_count > 0) not valid',
    1,
  ],
  // the triggers of its foreign keys and of one that refers to it, the one that wakes the loops, and those for the
  // order of lists
  disabled_triggers: ['alter table enrichment disable trigger all', 8],
};

/** Correct data that looks like a fault. */
const SOUND: Readonly<Record<string, string>> = {
  'a pair with one DOI that a person marked as different': `
    insert into publication_identifiers (publication_id, kind, value, confidence, source) values (2, 'doi', '10.5555/one', 0.4, 'x');
    insert into dismissed_duplicates (low_id, high_id) values (2, 8)`,
  'a favorite and a hidden entry that nothing accounts for': `
    ${publication(10)}; ${entry(2, 10)}; ${publication(11)}; ${entry(1, 11, { isHidden: false })}; ${counted(1, 1)};
    insert into favorites select user_id, publication_id, first_seen_at, entry_number, scholar_ids from user_publications where publication_id = 11;
    update libraries set favorite_count = favorite_count + 1 where user_id = 1`,
  'a favorite from a file without a scholar, that is none any more': `
    delete from listings where publication_id = 9; update user_publications set scholar_ids = '{}', first_scholar_id = null where publication_id = 9;
    update unread set scholar_ids = '{}' where publication_id = 9;
    update scholar_counts set publication_count = publication_count - 1, unread_count = unread_count - 1 where scholar_id = 3`,
  'a publication that was listed since the last crawl': `
    insert into listings (record_id, profile_id, publication_id, number) select id, 1, 6, 6 from records where publication_id = 6;
    update profiles set last_listing_number = 6 where id = 1`,
  'a listing that ended': `update listings set removed_at = now() where publication_id = 7`,
  'gaps between ids': `${publication(100)}; ${entry(1, 100)}`,
};

/** Breaks the database in a transaction like an incomplete restore, runs all checks in it, and rolls it back. */
async function findAfter(db: Database, statements: string): Promise<Record<string, Found>> {
  const found: Record<string, Found> = {};
  const undo = new Error('undo');
  const look = async (tx: Tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const statement of statements.split(';')) await sql.raw(statement).execute(tx);
    for (const [statement, checks] of groupBy(CHECKS, (check) => check.sql)) {
      const results = await runChecks(tx, statement, checks);
      checks.forEach(({ name, severity }, at) => {
        const { count = 0, sampleIds = [] } = results[at] ?? {};
        if (severity !== 'metric' && count > 0) found[name] = sampleIds.length > 0 ? sampleIds : count;
      });
    }
    throw undo;
  };
  await expect(db.transaction().execute(look)).rejects.toBe(undo);
  return found;
}

test('a consistent database has no fault', async () => {
  const report = await checkIntegrity(world.db);
  expect(report).toMatchObject({ status: 'passed', failures: [], warnings: [] });
  const counts = Object.fromEntries(report.checks.map(({ name, count }) => [name, count]));
  const expected = { publications: 8, merged_publications: 1, links: 14, users: 2, scholars: 3, active_runs: 1 };
  expect(counts).toMatchObject({ ...expected, open_queue_items: 2, open_lookups: 1 });
});

test.each(Object.entries(FAULTS))('%s finds its fault', async (name, [statements, found, others = {}]) => {
  expect(await findAfter(world.db, statements)).toEqual({ [name]: found, ...others });
});

test.each(Object.entries(SOUND))('no check reports %s', async (_, statements) => {
  expect(await findAfter(world.db, statements)).toEqual({});
});

/**
 * Statements that break a library, the checks that find it, the summary of the repair that corrects it, and the actions
 * in the audit log.
 */
type Mended = readonly [string, readonly string[], Readonly<Record<string, number>>, readonly string[]];

const MENDED: Readonly<Record<string, Mended>> = {
  'a visible entry of a merged publication': [
    'update user_publications set hidden_as = null, hidden_favorite = null where user_id = 1 and publication_id = 8',
    ['links_to_merged_publications'],
    { links_joined: 1 },
    ['join-links'],
  ],
  'a hidden entry that something accounts for': [
    `update user_publications set hidden_as = 'unread', scholar_ids = '{}', first_scholar_id = null where user_id = 2 and publication_id = 3`,
    ['listed_works_without_link'],
    { links_shown: 1 },
    ['show-link'],
  ],
  'an entry that names a scholar who does not account for it': [
    `update user_publications set scholar_ids = '{1,2}' where user_id = 1 and publication_id = 6`,
    ['links_with_wrong_scholar'],
    { links_reassigned: 1 },
    ['reassign-link'],
  ],
  'a hidden entry that names a scholar': [
    `update publications set merged_into = null, canonical_id = 8 where id = 8; update merges set undone_at = now()`,
    ['links_with_wrong_scholar', 'listings_of_other_works'],
    { links_shown: 1, links_reassigned: 1, listings_moved: 1 },
    ['move-listing', 'reassign-link', 'show-link'],
  ],
  'copies that differ from their entry, a count, and a tag without an entry': [
    `update unread set entry_number = 77 where user_id = 1 and publication_id = 2; update user_publications set citations = 77 where publication_id = 4;
     update scholar_counts set unread_count = 5 where scholar_id = 3; update libraries set favorite_count = 9 where user_id = 1;
     insert into stored_tags (id, user_id, name, name_key, color) overriding system value values (1, 1, 'a', 'a', 'red');
     insert into publication_tags (user_id, publication_id, tag_id) values (1, 9, 1)`,
    ['library_counts', 'marks_without_entry', 'scholar_counts', 'stale_sort_values', 'tags_without_entry'],
    { counters_corrected: 2, displays_refreshed: 1 },
    ['correct-counts', 'correct-counts', 'correct-mark', 'delete-tag', 'refresh-sort-values'],
  ],
};

test.each(Object.entries(MENDED))(
  'the report finds %s, and a repair corrects it',
  async (_, [broken, checks, repairs, actions]) => {
    const { db, close } = await makeWorld();
    try {
      const log = makeLogger({ logLevel: 'silent', logFormat: 'json' }, { write: () => {} });
      const repair = async (more = {}) => {
        const { summary } = await repairLinks({ db, log }, { scope_mode: 'all_users', ...more }, COMMAND_LINE);
        const { users_examined: _, links_in_scope: __, dry_run: ___, ...numbers } = summary;
        return Object.fromEntries(Object.entries(numbers).filter(([, count]) => count !== 0));
      };
      const find = async () => {
        const { failures, warnings } = await checkIntegrity(db);
        return [...failures, ...warnings].sort();
      };
      await sql.raw(broken).execute(db);
      await sql`delete from order_changes`.execute(db);
      expect(await find()).toEqual(checks);
      expect(await repair()).toEqual(repairs);
      expect(await repair({ dry_run: false, confirmation_text: 'REPAIR ALL USERS' })).toEqual(repairs);
      const { rows } = await sql<{ action: string }>`
        select action from audit_log where repair_job_id is not null order by action`.execute(db);
      expect(rows.map(({ action }) => action)).toEqual(actions.map((action) => `repair.${action}`));
      await copyOrder(db);
      expect(await find()).toEqual([]);
      expect(await repair()).toEqual({});
    } finally {
      await close();
    }
  },
);

test('every check has a fault here, except those whose cause is outside the database', () => {
  const names = CHECKS.filter(({ severity }) => severity !== 'metric').map(({ name }) => name);
  expect(names.filter((name) => !(name in FAULTS))).toEqual(['collation_changed', 'corrupt_pages']);
  expect(new Set(names).size).toBe(names.length);
});

test('a corrupt index is found', async () => {
  const broken = await makeWorld();
  try {
    await broken.break(`
      create function compare_numbers(a integer, b integer) returns integer language sql immutable as 'select btint4cmp(a, b)';
      create operator class fickle for type integer using btree as
        operator 1 <, operator 2 <=, operator 3 =, operator 4 >=, operator 5 >, function 1 compare_numbers(integer, integer);
      create table fickle as select n from generate_series(1, 3) n; create index fickle_n on fickle (n fickle);
      create or replace function compare_numbers(a integer, b integer) returns integer language sql immutable as 'select btint4cmp(b, a)'`);
    expect((await checkIntegrity(broken.db)).failures).toEqual(['corrupt_indexes']);
  } finally {
    await broken.close();
  }
});

test('a check that cannot run is a warning if the schema is being changed, and a failure if a table is missing', async () => {
  const report = await world.db.transaction().execute(async (tx) => {
    await tx.schema.alterTable('libraries').addColumn('one_more', 'integer').execute();
    return checkIntegrity(world.db);
  });
  expect(report.failures).toEqual([]);
  expect(report.warnings).toContain('library_counts');
  const broken = await makeWorld();
  try {
    await broken.break('drop table run_events');
    expect((await checkIntegrity(broken.db)).failures).toEqual(['run_counts', 'missing_constraints']);
  } finally {
    await broken.close();
  }
});
