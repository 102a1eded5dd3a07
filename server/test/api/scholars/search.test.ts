import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { pauseSource } from '../../support/prepare.ts';
import { ADA, SIGN_IN, searchFor, startSearchService } from './search-service.ts';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test('a name is searched at Google Scholar, and its result is kept for all users and spellings', async () => {
  const { admin, newUser, requested, relay, origin } = await startSearchService();
  const found = await admin.ok('GET', searchFor('  ada \t LOOPBACK '));
  expect(found).toEqual({
    query: 'ada LOOPBACK',
    state: 'ok',
    state_reason: null,
    action_hint: null,
    candidates: [
      {
        scholar_id: ADA,
        display_name: 'Ada Loopback',
        affiliation: 'University of Loops',
        email_domain: 'loops.example',
        cited_by_count: expect.any(Number),
        interests: ['graphs', 'loops'],
        profile_url: `${origin}/citations?user=${ADA}&hl=en`,
        profile_image_url: null,
        orcid: null,
        ids: [{ source: 'google_scholar', id: ADA }],
        source: 'google_scholar',
        tracked_scholar_profile_id: null,
      },
    ],
    people: [],
    warnings: [],
    asked_at: TIME,
    retry_at: null,
  });
  expect(relay.seen.map(({ path }) => path)).toEqual(['/citations?view_op=search_authors&mauthors=ada+LOOPBACK&hl=en']);
  const other = await newUser('other');
  const again = await other.ok('GET', searchFor('Ada\u200b Loopback'));
  expect([again.candidates, again.asked_at]).toEqual([found.candidates, found.asked_at]);
  expect((await admin.ok('GET', searchFor('ada'))).candidates).toHaveLength(2);
  expect((await admin.ok('GET', searchFor('ada', 1))).candidates, 'the limit cuts what is kept').toHaveLength(1);
  expect(requested()).toEqual([2, 0]);
});

test('a candidate shows whether the user tracks it', async () => {
  const { admin, newUser, track } = await startSearchService();
  const id = await track(admin, ADA);
  const marksOf = async (client: typeof admin) =>
    (await client.ok('GET', searchFor('ada'))).candidates.map(
      (one: { scholar_id: string; tracked_scholar_profile_id: number }) => [
        one.scholar_id,
        one.tracked_scholar_profile_id,
      ],
    );
  expect(new Map(await marksOf(admin))).toEqual(
    new Map([
      [ADA, id],
      ['AAAAAAAAAAA2', null],
    ]),
  );
  expect(new Map(await marksOf(await newUser('other'))).get(ADA)).toBeNull();
});

const AUTHOR = {
  id: 'https://openalex.org/A7',
  display_name: 'Ada Elsewhere',
  orcid: 'https://orcid.org/0000-0002-1825-0097',
};

test('a person without a Google Scholar profile is found at OpenAlex, with the ids that are known', async () => {
  const { admin, newUser, requested, db, track } = await startSearchService({
    openalex: () => ({ body: JSON.stringify({ results: [AUTHOR] }) }),
    env: { ORCID_ENABLED: '0' },
  });
  const own = [
    { source: 'openalex', id: 'A7' },
    { source: 'orcid', id: '0000-0002-1825-0097' },
  ];
  const find = async (client: typeof admin) => client.ok('GET', searchFor('ada elsewhere'));
  expect(await find(admin)).toMatchObject({
    state: 'ok',
    candidates: [],
    people: [{ scholar_id: null, source: 'openalex', ids: own, tracked_scholar_profile_id: null }],
    action_hint: expect.stringContaining('without a Google Scholar id'),
    warnings: [],
  });
  expect(requested()).toEqual([1, 1]);

  // a known profile names the author, and it is tracked
  const id = await track(admin, ADA);
  await sql`insert into profile_links select id, 'openalex', 'A7' from profiles where source_id = ${ADA}`.execute(db);
  expect(await find(admin)).toMatchObject({
    candidates: [
      { scholar_id: ADA, ids: [{ source: 'google_scholar', id: ADA }, ...own], tracked_scholar_profile_id: id },
    ],
    people: [],
    action_hint: null,
  });
  const other = await newUser('other');
  expect((await find(other)).candidates).toMatchObject([{ scholar_id: ADA, tracked_scholar_profile_id: null }]);
  expect(requested(), 'the cached result is used').toEqual([1, 1]);

  // the user says that it is another person
  await admin.ok('PUT', `/scholars/${id}/profiles`, { body: { source: 'openalex', id: 'A7', decision: 'rejected' } });
  expect(await find(admin)).toMatchObject({ candidates: [], people: [{ ids: own, tracked_scholar_profile_id: null }] });
  expect((await find(other)).candidates, 'the decision is not of other users').toHaveLength(1);
});

test("a candidate has the ids that its profile names and those of the user's scholar, which each lead to the scholar", async () => {
  const { admin, newUser, db, track } = await startSearchService();
  const id = await track(admin, ADA);
  const confirm = (source: string, name: string) =>
    admin.ok('PUT', `/scholars/${id}/profiles`, { body: { source, id: name, decision: 'confirmed' } });
  await confirm('dblp', '65/9612');
  await confirm('openalex', 'A7');
  await sql`
    insert into profile_links select id, 'orcid', '0000-0002-1825-0097' from profiles where source_id = ${ADA}`.execute(
    db,
  );
  const find = async (client: typeof admin) => (await client.ok('GET', searchFor('ada loopback'))).candidates[0];
  const linked = [
    { source: 'google_scholar', id: ADA },
    { source: 'orcid', id: '0000-0002-1825-0097' },
  ];
  expect(await find(admin)).toMatchObject({
    orcid: '0000-0002-1825-0097',
    ids: [linked[0], { source: 'openalex', id: 'A7' }, linked[1], { source: 'dblp', id: '65/9612' }],
    tracked_scholar_profile_id: id,
  });
  const other = await newUser('other');
  expect(await find(other), "not another user's choices").toMatchObject({
    ids: linked,
    tracked_scholar_profile_id: null,
  });

  // the other user tracks the person by the linked id, and has the other author as another scholar
  const person = await track(other, '0000-0002-1825-0097');
  await sql`insert into profile_links select id, 'openalex', 'A7' from profiles where source_id = ${ADA}`.execute(db);
  await track(other, 'A7');
  expect(await find(other)).toMatchObject({ tracked_scholar_profile_id: expect.any(Number) });
  await other.ok('PUT', `/scholars/${person}/profiles`, {
    body: { source: 'google_scholar', id: ADA, decision: 'confirmed' },
  });
  expect(await find(other), "not the other scholar's id").toMatchObject({
    ids: linked,
    tracked_scholar_profile_id: person,
  });
});

test.each([
  ['is disabled', { OPENALEX_ENABLED: '0' }, undefined],
  ['does not respond', {}, { status: 500, body: '' }],
])('if OpenAlex %s after Google Scholar found nobody, the hint says so', async (_, env, response) => {
  const { admin, requested } = await startSearchService({ env, openalex: () => response });
  for (let time = 0; time < 2; time += 1)
    expect(await admin.ok('GET', searchFor('zzzz qqq'))).toMatchObject({
      state: 'no_results',
      state_reason: null,
      candidates: [],
      people: [],
      action_hint: expect.stringMatching(/^Google Scholar found nobody\./),
      warnings: [expect.stringMatching(/^OpenAlex (is left out|was not searched): /)],
    });
  expect(requested()[0], 'it is kept').toBe(1);
});

test('a query that is not a name is rejected', async () => {
  const { admin, requested } = await startSearchService();
  for (const query of ['  ', '12345', '-- ;', ' a ', '\u200b\u200b\u200b', '\u0000\u0001a'])
    await admin.fails(422, 'validation_error', 'GET', searchFor(query));
  for (const query of ["'; drop table users; --", '%_\\', '<script>', '李明', 'a\u0000b'])
    if (query !== '%_\\') expect((await admin.call('GET', searchFor(query))).status).toBe(200);
  expect(requested()[0]).toBe(4);
});

test('a sign-in page starts a cooldown of the search, candidates come from OpenAlex, and crawls continue', async () => {
  const service = await startSearchService({ scholar: () => SIGN_IN, workers: 1, env: { ORCID_ENABLED: '0' } });
  const { admin, requested, db, collect } = service;
  const found = await admin.ok('GET', searchFor('ada loopback'));
  expect(found).toMatchObject({
    state: 'ok',
    state_reason: null,
    action_hint: expect.stringContaining('ORCID'),
    candidates: [],
    people: [
      {
        scholar_id: null,
        display_name: 'Ada Loopback',
        affiliation: 'University of Loops',
        email_domain: null,
        profile_url: expect.stringMatching(/^https:\/\/openalex\.org\/A\d+$/),
        profile_image_url: null,
        source: 'openalex',
      },
    ],
    warnings: ['Google Scholar is left out: it requires a sign-in.'],
  });
  expect(await admin.ok('GET', searchFor('ada müller'))).toMatchObject({
    state: 'ok',
    warnings: [expect.stringMatching(/^Google Scholar was not searched: .*sign-in, until \d{4}-/)],
  });
  expect(await admin.ok('GET', searchFor('nobody there')), 'OpenAlex said so').toMatchObject({ state: 'no_results' });
  expect(requested(), 'not every search knocks in vain').toEqual([1, 3]);

  const { rows } = await sql<{ source: string; hours: number | null; blocked: number; step: number }>`
    select source, round(extract(epoch from cooldown_until - clock_timestamp()) / 3600)::int as hours, blocked_in_a_row as blocked, cooldown_step as step
    from source_states where source like 'google%' order by source`.execute(db);
  expect(rows).toEqual([
    { source: 'google_scholar', hours: null, blocked: 0, step: 0 },
    { source: 'google_scholar_search', hours: 6, blocked: 0, step: 1 },
  ]);
  await collect(admin, [ADA]);
  const { safety_state } = await admin.ok('GET', '/runs');
  expect(safety_state).toMatchObject({ cooldown_active: false, counters: { cooldown_entry_count: 0 } });
});

test.each([
  { GOOGLE_SCHOLAR_NAME_SEARCH: '0' },
  { GOOGLE_SCHOLAR_NAME_SEARCH: '1', GOOGLE_SCHOLAR_OBEY_ROBOTS: '1' },
  { GOOGLE_SCHOLAR_NAME_SEARCH: '1', GOOGLE_SCHOLAR_ENABLED: '0' },
])('unless the operator allows the search of Google Scholar, OpenAlex alone is searched: %o', async (env) => {
  const { admin, requested } = await startSearchService({ env });
  expect(await admin.ok('GET', searchFor('ada'))).toMatchObject({
    state: 'ok',
    candidates: [{ source: 'openalex' }],
    people: [{ source: 'openalex' }],
    warnings: [],
  });
  expect(requested()).toEqual([0, 1]);
});

test('during a cooldown of Google Scholar it is not searched, and a result of OpenAlex is kept for a shorter time', async () => {
  const { admin, requested, db } = await startSearchService();
  await pauseSource(db, 'google_scholar');
  expect(await admin.ok('GET', searchFor('ada'))).toMatchObject({
    state: 'ok',
    warnings: [expect.stringMatching(/^Google Scholar was not searched: it has a cooldown, until/)],
  });
  expect(requested()).toEqual([0, 1]);
  const { rows } = await sql`
    select extract(epoch from expires_at - clock_timestamp())::int between 1700 and 1800 as short from name_searches`.execute(
    db,
  );
  expect(rows).toEqual([{ short: true }]);
});
