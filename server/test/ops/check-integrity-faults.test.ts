import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { checkIntegrity } from '../../src/maintenance/check-integrity.ts';
import { CHECKS, type CheckName } from '../../src/maintenance/integrity-checks.ts';
import { makeWorld, makeWorldTemplate, type World } from './integrity-world.ts';

let template: Awaited<ReturnType<typeof makeWorldTemplate>>;
beforeAll(async () => {
  template = await makeWorldTemplate();
});
afterAll(() => template.drop());

async function openWorld(): Promise<World> {
  const world = await makeWorld(template);
  onTestFinished(() => world.close());
  return world;
}

const WORK = `insert into publications (title, title_key, search_vector, merged_into) values ('Another', 'another', ''`;
const linkOf = (user: number, work: number, { isHidden = true } = {}) =>
  `insert into user_publications (user_id, publication_id, link_number, first_seen_at, is_hidden) values (${user}, ${work}, 1, now(), ${isHidden})`;
const again = (table: string, id: string, value: number) =>
  `insert into ${table} overriding system value select (jsonb_populate_record(t, jsonb_build_object('id', 900))).* from ${table} t where ${id} = ${value} limit 1`;

type Expected = Partial<Record<CheckName, number[] | number>>;
interface Damage {
  readonly of: string;
  /** each statement, and the checks that find it, with these samples or this count; whose samples come of several statements is told once */
  readonly done: readonly (readonly [statement: string, found: Expected])[];
}

/** What is done to copies of the database, and the checks that find it: exactly these. */
const DAMAGES: readonly Damage[] = [
  {
    of: 'libraries',
    done: [
      [linkOf(2, 999), { links_without_publication: [999] }],
      [
        `update user_publications set first_scholar_id = 3 where user_id = 1 and publication_id = 1;
         update user_publications set first_scholar_id = 99 where user_id = 1 and publication_id = 2`,
        { links_with_wrong_scholar: [1, 2] },
      ],
      [linkOf(2, 8), { links_to_merged_publications: [8] }],
      [
        `${WORK}, null); ${linkOf(2, 9, { isHidden: false })};
         update libraries set link_count = link_count + 1, unread_count = unread_count + 1 where user_id = 2`,
        { links_without_tracked_scholar: [9] },
      ],
      // a word about a profile that the user does not track
      [
        `${WORK}, null); ${linkOf(2, 10, { isHidden: false })};
         insert into scholar_publications (user_id, profile_id, publication_id) values (2, 2, 10), (1, 1, 10);
         update libraries set link_count = link_count + 1, unread_count = unread_count + 1 where user_id = 2`,
        { links_without_tracked_scholar: [9, 10] },
      ],
      [
        `update user_publications set is_hidden = true where user_id = 2 and publication_id = 3;
         update libraries set link_count = link_count - 1, unread_count = unread_count - 1 where user_id = 2`,
        { listed_works_without_link: [3] },
      ],
      ['update libraries set last_link_number = 0 where user_id = 2', { link_numbers_beyond_library: [2] }],
      ['update libraries set unread_count = 77 where user_id = 1', { library_counts: [1] }],
      ['delete from user_settings where user_id = 2', { users_without_library: [2] }],
      ['insert into libraries (user_id) values (777)', { libraries_without_user: [777] }],
    ],
  },
  {
    of: 'works',
    done: [
      [`${WORK}, null)`, { works_without_link: [9] }],
      [`${WORK}, 999)`, { merged_into_nothing: [10] }],
      [`${WORK}, 12); ${WORK}, 11)`, { merge_cycles: [11, 12] }],
      [`${WORK}, 8)`, { merge_chains: [13] }],
      [
        `insert into publication_sources (source, key, publication_id) values ('x', 'a', 8), ('x', 'b', 999)`,
        { keys_of_other_works: [8, 999] },
      ],
      [
        `insert into publication_fingerprints (fingerprint, publication_id) values ('a', 8), ('b', 0)`,
        { fingerprints_of_other_works: [0, 8] },
      ],
      [
        `insert into publication_identifiers (publication_id, kind, value, confidence, source) values (8, 'arxiv', '1', 0.9, 'x')`,
        { identifiers_of_other_works: [8] },
      ],
      [
        `insert into scholar_publications (user_id, profile_id, publication_id) values (1, 1, 8), (2, 98, 3);
         insert into profile_publications (profile_id, publication_id, listing_number) values (99, 999, 1)`,
        { listings_of_other_works: [8, 999], listings_without_profile: [98, 99] },
      ],
      [
        `insert into publication_identifiers (publication_id, kind, value, confidence, source) values (2, 'doi', '10.5555/one', 0.4, 'x')`,
        { shared_dois: [1] },
      ],
      [`update publications set doi = '10.5555/other' where id = 1`, { shown_identifiers: [1] }],
      [
        'update publications set citation_count = case id when 2 then -1 else 20000000 end where id in (2, 3)',
        { impossible_citations: [2, 3] },
      ],
      [
        `update publications set year = case id when 4 then 1200 else extract(year from now()) + 3 end where id in (4, 5)`,
        { impossible_years: [4, 5] },
      ],
      [
        'insert into profile_publications (profile_id, publication_id, listing_number) values (2, 1, 40)',
        { listing_numbers_beyond_profile: [2] },
      ],
      ['insert into scholars (user_id, profile_id) values (2, 997)', { scholars_without_profile: [4] }],
      ['update scholars set looked_at_listing = 7 where id = 2', { scholars_beyond_profile: [2] }],
      [`insert into pdf_jobs (publication_id, status) values (999, 'failed')`, { pdf_jobs_without_publication: [999] }],
      [
        `insert into lookups (publication_id, source) values (999, 'openalex'), (8, 'openalex'), (3, 'openalex'); insert into pdf_jobs (publication_id) values (8)`,
        { lookups_without_publication: [999], lookups_of_merged_works: [8], lookups_without_pdf_job: [3] },
      ],
      ['insert into pdf_jobs (publication_id) values (2)', { pdf_jobs_without_lookup: [2] }],
    ],
  },
  {
    of: 'runs, the queue and jobs',
    done: [
      [`insert into runs (user_id, trigger_type, status) values (2, 'manual', 'running')`, {}],
      [
        `insert into runs (user_id, trigger_type, status) values (77, 'manual', 'resolving')`,
        { runs_without_work: [3, 4] },
      ],
      [`insert into run_lookups (run_id, publication_id) values (1, 5)`, { ended_runs_with_work: [1] }],
      [`update run_scholars set outcome = 'pending' where run_id = 1`, {}],
      [
        `insert into run_events (run_id, number, kind, data) values (2, 99, 'run_status', '{}')`,
        { run_counts: [1, 2, 4] },
      ],
      ['update runs set new_publication_count = 5 where id = 4', {}],
      [
        `update queue_items set user_id = 2, run_id = 1, next_attempt_at = now() - interval '1 hour' where id = 1`,
        { queue_items_of_ended_runs: [1], results_without_work: [2], queue_items_of_other_users: [1] },
      ],
      ['delete from source_turns', { queue_items_without_turn: [1, 2] }],
      ['update queue_items set attempt_count = -1 where id = 2', { queue_item_numbers: [2] }],
      [
        `update queue_items set status = 'retrying', claimed_by = 999, updated_at = now() - interval '1 hour' where id = 2`,
        { claims_without_worker: [2] },
      ],
      ['delete from graphile_worker._private_jobs', { due_items_without_job: [1] }],
      [`update lookups set due_at = now() - interval '1 hour'`, { due_lookups_without_job: [5] }],
      [
        `insert into repair_jobs (job_name, requested_by, dry_run, status) values ('x', 'x', false, 'running'), ('x', 'x', true, 'running')`,
        { repair_jobs_left_running: [1] },
      ],
    ],
  },
  {
    of: 'unique indexes',
    done: [
      [
        `alter table user_publications drop constraint user_publications_pkey; ${linkOf(2, 3)}`,
        { duplicate_links: [3] },
      ],
      [
        `alter table publication_sources drop constraint publication_sources_pkey;
         insert into publication_sources select * from publication_sources where publication_id = 4 limit 1`,
        { duplicate_source_keys: [4] },
      ],
      // an index that is there, but not whole, is not believed
      [
        `drop index publication_fingerprints_of; alter table publication_fingerprints drop constraint publication_fingerprints_pkey;
         insert into publication_fingerprints select * from publication_fingerprints where publication_id = 4;
         create index publication_fingerprints_pkey on publication_fingerprints (fingerprint);
         update pg_index set indisunique = true, indisvalid = false where indexrelid = 'publication_fingerprints_pkey'::regclass`,
        { duplicate_fingerprints: [4], invalid_indexes: 1 },
      ],
      [
        `alter table publication_identifiers drop constraint publication_identifiers_pkey;
         insert into publication_identifiers select * from publication_identifiers`,
        { duplicate_identifiers: [1] },
      ],
      [
        `alter table profile_publications drop constraint profile_publications_pkey;
         alter table profile_publications drop constraint profile_publications_profile_id_listing_number_key;
         insert into profile_publications (profile_id, publication_id, listing_number) values (2, 6, 2)`,
        { duplicate_listings: [2], duplicate_listing_numbers: [2] },
      ],
      [
        `alter table profiles drop constraint profiles_source_source_id_key; ${again('profiles', 'id', 2)}`,
        { duplicate_profiles: [2] },
      ],
      [
        `alter table scholars drop constraint scholars_user_id_profile_id_key; ${again('scholars', 'id', 3)}`,
        { duplicate_scholars: [3] },
      ],
      [
        `alter table users drop constraint users_email_key_key; ${again('users', 'id', 2)};
         insert into libraries values (900); insert into user_settings values (900)`,
        { duplicate_users: [2] },
      ],
      [
        `drop index runs_one_active; ${again('runs', 'id', 2)}`,
        { several_active_runs: [1], runs_without_work: [900], run_counts: [900] },
      ],
      [
        `drop index queue_items_one_open; ${again('queue_items', 'scholar_id', 2)}`,
        { duplicate_queue_items: [2], missing_constraints: 12 },
      ],
    ],
  },
  {
    of: 'the schema',
    done: [
      [
        `update pg_index set indisvalid = false where indexrelid = 'publications_merged'::regclass`,
        { invalid_indexes: 1 },
      ],
      ['alter table runs drop constraint runs_user_id_fkey', {}],
      ['drop trigger user_publications_count_insert on user_publications', {}],
      ['drop table lookup_answers', { missing_constraints: 4 }],
      [
        'alter table runs add constraint runs_scholar_count check (scholar_count > 0) not valid',
        { unvalidated_constraints: 1 },
      ],
      // those of its two foreign keys, and of the one that leads to it
      ['alter table lookups disable trigger all', { disabled_triggers: 3 }],
      [
        `create function compare_numbers(a integer, b integer) returns integer language sql immutable as 'select btint4cmp(a, b)';
         create operator class fickle for type integer using btree as
           operator 1 <, operator 2 <=, operator 3 =, operator 4 >=, operator 5 >, function 1 compare_numbers(integer, integer);
         create table fickle as select n from generate_series(1, 3) n; create index fickle_n on fickle (n fickle);
         create or replace function compare_numbers(a integer, b integer) returns integer language sql immutable as 'select btint4cmp(b, a)'`,
        { corrupt_indexes: 1 },
      ],
    ],
  },
  {
    of: 'a table that is gone',
    done: [
      [
        'drop table run_events',
        { missing_constraints: 2, runs_without_work: 1, ended_runs_with_work: 1, run_counts: 1 },
      ],
    ],
  },
  {
    of: 'nothing: what looks like damage, and is none',
    done: [
      // the worker may be about to notice
      [`update queue_items set status = 'retrying', claimed_by = 999, updated_at = now() where id = 2`, {}],
      [
        `update lookups set due_at = now() - interval '1 hour'; delete from graphile_worker._private_jobs;
         insert into graphile_worker._private_known_crontabs values ('revive-queue', now(), now())`,
        {},
      ],
      // somebody said that these two are two
      [
        `insert into publication_identifiers (publication_id, kind, value, confidence, source) values (2, 'doi', '10.5555/one', 0.4, 'x');
         insert into dismissed_duplicates (low_id, high_id) values (1, 2)`,
        {},
      ],
      // a favorite stays, and so does what is hidden, when nobody accounts for it
      [
        `${WORK}, null); ${linkOf(2, 9)}; ${WORK}, null); ${linkOf(1, 10, { isHidden: false })};
         update user_publications set is_favorite = true where publication_id = 10;
         update libraries set link_count = link_count + 1, unread_count = unread_count + 1, favorite_count = favorite_count + 1 where user_id = 1`,
        {},
      ],
      // a user's own word accounts for a link, too
      [
        `${WORK}, null); ${linkOf(2, 11, { isHidden: false })};
         insert into scholar_publications (user_id, profile_id, publication_id) values (2, 1, 11);
         update libraries set link_count = link_count + 1, unread_count = unread_count + 1 where user_id = 2`,
        {},
      ],
      // listed since the last look
      [
        `insert into profile_publications (profile_id, publication_id, listing_number) values (1, 6, 6);
         update profiles set last_listing_number = 6 where id = 1`,
        {},
      ],
      // gaps between ids
      ['delete from publications where id = 8', {}],
    ],
  },
];

describe('each fault is found by its check, and by no other', () => {
  test('in a whole database there is none', async () => {
    const world = await openWorld();
    const report = await checkIntegrity(world.db);
    expect(report).toMatchObject({ status: 'passed', failures: [], warnings: [] });
    expect(report.checks.map(({ name }) => name)).toEqual(Object.keys(CHECKS));
    const counts = Object.fromEntries(report.checks.map(({ name, count }) => [name, count]));
    const expected = { publications: 7, merged_publications: 1, links: 12, users: 2, scholars: 3, active_runs: 1 };
    expect(counts).toMatchObject({ ...expected, open_queue_items: 2, open_lookups: 1 });
  });

  test.each(DAMAGES)('of $of', async ({ done }) => {
    const world = await openWorld();
    await world.break(done.map(([statement]) => statement).join(';\n'));
    const { checks, failures, warnings, status } = await checkIntegrity(world.db);
    const found = checks.filter(({ severity, count }) => severity !== 'metric' && count > 0);
    const expected: Expected = Object.assign({}, ...done.map(([, one]) => one));
    const told = found.map(({ name, count, sample_ids }) => [
      name,
      typeof expected[name] === 'number' ? count : sample_ids,
    ]);
    expect(Object.fromEntries(told)).toEqual(expected);
    expect(status).toBe(failures.length === 0 ? 'passed' : 'failed');
    expect([...failures, ...warnings].sort()).toEqual(Object.keys(expected).sort());
    for (const { name, severity, message } of found)
      expect([name, severity]).toEqual([name, message.startsWith('Not checked') ? 'failure' : CHECKS[name][0]]);
  });

  test('every check is among these but two, whose causes lie outside the database', () => {
    const found = new Set(DAMAGES.flatMap(({ done }) => done.flatMap(([, one]) => Object.keys(one))));
    const never = Object.entries(CHECKS).filter(([name, [severity]]) => severity !== 'metric' && !found.has(name));
    expect(never.map(([name]) => name)).toEqual(['collation_changed', 'corrupt_pages']);
  });

  test('what cannot be looked at because the schema is being changed is a warning that says so', async () => {
    const world = await openWorld();
    const checks = await world.db.transaction().execute(async (tx) => {
      await tx.schema.alterTable('libraries').addColumn('one_more', 'integer').execute();
      return (await checkIntegrity(world.db)).checks;
    });
    const unanswered = checks.filter(({ message }) => message.startsWith('Not checked'));
    expect(unanswered.map(({ name, severity }) => [name, severity])).toContainEqual(['library_counts', 'warning']);
    expect(unanswered.map(({ name }) => name)).not.toContain('run_counts');
  });
});
