import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ADA, SIGN_IN, searchFor, startSearchService } from './search-service.ts';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test('a name is searched at Google Scholar, and its result is kept for all users and spellings', async () => {
  const { admin, newUser, asked, relay } = await startSearchService();
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
        profile_url: `${relay.origin}/citations?user=${ADA}&hl=en`,
        profile_image_url: null,
        orcid: null,
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
  expect(asked()).toEqual([2, 0]);
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

test('an empty result of a source is kept for some time', async () => {
  const { admin, asked } = await startSearchService();
  for (let time = 0; time < 2; time += 1)
    expect(await admin.ok('GET', searchFor('zzzz qqq'))).toMatchObject({
      state: 'no_results',
      candidates: [],
      action_hint: expect.stringContaining('12-character id'),
    });
  expect(asked()).toEqual([1, 0]);
});

test('a query that is not a name is rejected', async () => {
  const { admin, asked } = await startSearchService();
  for (const query of ['  ', '12345', '-- ;', ' a ', '\u200b\u200b\u200b', '\u0000\u0001a'])
    await admin.fails(422, 'validation_error', 'GET', searchFor(query));
  for (const query of ["'; drop table users; --", '%_\\', '<script>', '李明', 'a\u0000b'])
    if (query !== '%_\\') expect((await admin.call('GET', searchFor(query))).status).toBe(200);
  expect(asked()[0]).toBe(4);
});

test('a sign-in page starts a cooldown of the search, candidates come from OpenAlex, and crawls continue', async () => {
  const service = await startSearchService({ scholar: () => SIGN_IN, workers: 1, env: { ORCID_ENABLED: '0' } });
  const { admin, asked, db, collect } = service;
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
  expect(asked(), 'not every search knocks in vain').toEqual([1, 3]);

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

test('a warning says why Google Scholar is not searched, and OpenAlex is used instead', async () => {
  const env = { GOOGLE_SCHOLAR_OBEY_ROBOTS: '1' };
  const { admin, asked } = await startSearchService({ env });
  expect(await admin.ok('GET', searchFor('ada'))).toMatchObject({
    state: 'ok',
    candidates: [{ source: 'openalex' }],
    people: [{ source: 'openalex' }],
    warnings: [expect.stringContaining('robots.txt')],
  });
  expect(asked()).toEqual([0, 1]);
});

test('during a cooldown of Google Scholar it is not searched, and a result of OpenAlex is kept for a shorter time', async () => {
  const { admin, asked, db } = await startSearchService();
  await sql`insert into source_states (source, cooldown_until) values ('google_scholar', now() + interval '1 hour')`.execute(
    db,
  );
  expect(await admin.ok('GET', searchFor('ada'))).toMatchObject({
    state: 'ok',
    warnings: [expect.stringMatching(/^Google Scholar was not searched: it has a cooldown, until/)],
  });
  expect(asked()).toEqual([0, 1]);
  const { rows } = await sql`
    select extract(epoch from expires_at - clock_timestamp())::int between 1700 and 1800 as short from name_searches`.execute(
    db,
  );
  expect(rows).toEqual([{ short: true }]);
});
