import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { StubResponse } from '../../jobs/source-relay.ts';
import { putBudget, showSource } from '../../support/enrichment.ts';
import { pauseSource } from '../../support/prepare.ts';
import { isOrcidRequest, type SearchService, searchFor, startSearchService } from './search-service.ts';

const orcidOf = (n: number) => `0000-0001-0000-000${n}`;
const profileOf = (n: number) => `orcidNames_${n}`;

/** Authors in the format of OpenAlex; the number 0 means an author without ORCID. */
function authors(...numbers: number[]): StubResponse {
  const results = numbers.map((n, at) => ({
    id: `https://openalex.org/A${at + 1}`,
    display_name: `Ada Nr ${at + 1}`,
    orcid: n === 0 ? null : `https://orcid.org/${orcidOf(n)}`,
  }));
  return { body: JSON.stringify({ results }) };
}

/** A record with an address. */
function naming(address: string): StubResponse {
  const urls = [{ 'url-name': '', url: { value: address } }];
  return { body: JSON.stringify({ 'researcher-urls': { 'researcher-url': urls }, 'external-identifiers': null }) };
}

/** The profile of each ORCID record. */
const named = ({ path }: { path: string }) =>
  naming(
    `https://scholar.google.com/citations?user=${profileOf(Number(path.charAt(path.length - '/person'.length - 1)))}`,
  );

const OPENALEX_ALONE = { GOOGLE_SCHOLAR_ENABLED: '0' };

const orcidPaths = ({ relay }: SearchService) => relay.seen.filter(isOrcidRequest).map(({ path }) => path);

async function orcidState({ db }: SearchService) {
  const { rows } = await sql<{ blocked: number; unreachable: number; paused: boolean; answered: boolean }>`
    select blocked_in_a_row as blocked, unreachable_in_a_row as unreachable, coalesce(cooldown_until > clock_timestamp(), false) as paused,
      last_success_at is not null as answered from source_states where source = 'orcid'`.execute(db);
  return rows[0];
}

/** For how many minutes the result for a name is kept. */
async function minutesKept({ db }: SearchService, query: string): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select round(extract(epoch from expires_at - clock_timestamp()) / 60)::int as minutes from name_searches where query = ${query}`.execute(
    db,
  );
  return rows[0]?.minutes ?? Number.NaN;
}

test('the first five people with an ORCID get the profile of their record, and it is kept with the result', async () => {
  const service = await startSearchService({
    env: OPENALEX_ALONE,
    openalex: () => authors(1, 0, 2, 2, 3, 4, 5, 6),
    orcid: named,
  });
  const { admin, relay, origin } = service;
  const found = await admin.ok('GET', searchFor('ada'));
  const ids = found.candidates.map((one: { scholar_id: string }) => one.scholar_id);
  expect(ids).toEqual([1, 2, 2, 3, 4, 5].map(profileOf));
  expect(found.people, 'one without an ORCID, and the sixth with one').toMatchObject([
    { scholar_id: null },
    { scholar_id: null },
  ]);
  const short = await admin.ok('GET', searchFor('ada', 1));
  expect([short.candidates, short.people], 'each list is cut').toEqual([
    found.candidates.slice(0, 1),
    found.people.slice(0, 1),
  ]);
  expect(found).toMatchObject({
    state: 'ok',
    action_hint: expect.stringContaining('Some people'),
    warnings: [],
  });
  expect(found.candidates[0]).toMatchObject({
    source: 'openalex',
    orcid: orcidOf(1),
    profile_url: `${origin}/citations?user=${profileOf(1)}&hl=en`,
  });
  expect(await admin.ok('GET', searchFor('ada'))).toEqual(found);
  expect(orcidPaths(service).sort()).toEqual([1, 2, 3, 4, 5].map((n) => `/orcid/v3.0/${orcidOf(n)}/person`));
  expect(relay.maxAtOnce(), 'one after the other').toBe(1);
  const [request] = relay.seen.filter(isOrcidRequest);
  expect(request?.headers).toMatchObject({
    accept: 'application/json',
    'user-agent': expect.stringMatching(/^Lectern/),
  });
  expect(await minutesKept(service, 'ada')).toBeGreaterThan(20 * 60);
  expect(await orcidState(service)).toEqual({ blocked: 0, unreachable: 0, paused: false, answered: true });
  expect((await showSource(admin, 'orcid')).budget).toMatchObject({ spent: 5 });
});

test('a record without a profile leaves the candidate as OpenAlex knows it', async () => {
  const answers: StubResponse[] = [
    naming('https://home.example'),
    naming('https://scholar.google.com.evil.example/citations?user=AAAAAAAAAAA1'),
    naming('https://scholar.google.com/citations?user=short'),
    { status: 404, body: '{"error-code":9016}' },
    { status: 409, body: '{"error-code":9018}' },
  ];
  const service = await startSearchService({
    env: OPENALEX_ALONE,
    openalex: () => authors(1, 2, 3, 4, 5),
    orcid: ({ path }) => answers[Number(path.charAt(path.length - '/person'.length - 1)) - 1],
  });
  const found = await service.admin.ok('GET', searchFor('ada'));
  expect(found.candidates).toEqual([]);
  expect(found.people).toHaveLength(5);
  for (const [at, one] of found.people.entries())
    expect(one).toMatchObject({ scholar_id: null, profile_url: `https://openalex.org/A${at + 1}` });
  expect(found).toMatchObject({ state: 'ok', action_hint: expect.stringContaining('ORCID') });
  expect(found.warnings, 'they answered').toEqual([]);
  expect(await minutesKept(service, 'ada')).toBeGreaterThan(20 * 60);
  expect(await orcidState(service)).toMatchObject({ blocked: 0, unreachable: 0, paused: false });
});

test.each<[string, StubResponse, object]>([
  ['refuses', { status: 403, body: '' }, { paused: true }],
  ['limits requests', { status: 429, headers: { 'retry-after': '60' }, body: '' }, { paused: true }],
  ['is overloaded', { status: 503, body: '' }, { unreachable: 1, paused: false }],
  ['returns a page', { body: '<html>Sorry</html>' }, { unreachable: 1, paused: false }],
  ['redirects elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:9/x' }, body: '' }, { unreachable: 1 }],
])('ORCID %s: a warning reports it, and the result is kept for a shorter time', async (_, answer, state) => {
  const service = await startSearchService({
    env: OPENALEX_ALONE,
    openalex: () => authors(1, 2, 3),
    orcid: () => answer,
  });
  const found = await service.admin.ok('GET', searchFor('ada'));
  expect(found).toMatchObject({
    state: 'ok',
    state_reason: null,
    candidates: [],
    people: [{ scholar_id: null }, { scholar_id: null }, { scholar_id: null }],
    action_hint: expect.stringContaining('ORCID'),
    warnings: [expect.stringMatching(/^ORCID could not be read for the records of 3 candidates/)],
  });
  expect(await orcidState(service)).toMatchObject(state);
  expect(orcidPaths(service).length, 'a source that refuses gets no more requests').toBeLessThan(3);
  expect(await minutesKept(service, 'ada')).toBeLessThanOrEqual(30);
});

test('during a cooldown or without budget, ORCID is not requested; if it is disabled, no warning mentions it', async () => {
  const service = await startSearchService({ env: OPENALEX_ALONE, openalex: () => authors(1), orcid: named });
  const { admin, db } = service;
  await pauseSource(db, 'orcid');
  const warnings = [expect.stringMatching(/^ORCID could not be read for the record of a candidate/)];
  expect(await admin.ok('GET', searchFor('ada'))).toMatchObject({ people: [{ scholar_id: null }], warnings });
  await pauseSource(db, 'orcid', -1);
  await putBudget(db, 'orcid', 12_500);
  expect(await admin.ok('GET', searchFor('ada two'))).toMatchObject({ people: [{ scholar_id: null }], warnings });
  expect(orcidPaths(service)).toEqual([]);
  await putBudget(db, 'orcid', 0);
  expect(await admin.ok('GET', searchFor('ada three'))).toMatchObject({ candidates: [{ scholar_id: profileOf(1) }] });

  const off = await startSearchService({
    env: { ...OPENALEX_ALONE, ORCID_ENABLED: '0' },
    openalex: () => authors(1),
    orcid: named,
  });
  const found = await off.admin.ok('GET', searchFor('ada'));
  expect(found).toMatchObject({ people: [{ scholar_id: null }], action_hint: expect.stringContaining('ORCID') });
  expect([found.warnings, orcidPaths(off)]).toEqual([[], []]);
  expect(await minutesKept(off, 'ada')).toBeGreaterThan(20 * 60);
});

test('a search waits briefly for a slow ORCID, and counts it neither as a success nor as a failure', async () => {
  const service = await startSearchService({
    env: OPENALEX_ALONE,
    openalex: () => authors(1, 2, 3),
    orcid: (request) => (request.path.includes(orcidOf(1)) ? named(request) : undefined),
  });
  const { admin, sandbox, db } = service;
  // earlier failures, which a success resets
  await sql`insert into source_states (source, unreachable_in_a_row) values ('orcid', 1)`.execute(db);
  sandbox.setFault('orcid', { kind: 'hang' });
  expect(await admin.ok('GET', searchFor('ada'))).toMatchObject({
    state: 'ok',
    candidates: [{ scholar_id: profileOf(1) }],
    people: [{ scholar_id: null }, { scholar_id: null }],
    warnings: [expect.stringMatching(/^ORCID could not be read for the records of 2 candidates/)],
  });
  expect(orcidPaths(service), 'for a third there is no time').toHaveLength(2);
  expect(await orcidState(service)).toEqual({ blocked: 0, unreachable: 0, paused: false, answered: true });
  expect(await minutesKept(service, 'ada')).toBeLessThanOrEqual(30);
});
