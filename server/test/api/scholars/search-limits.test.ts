import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { reserve } from '../../../src/sources/request-slots.ts';
import { Client } from '../../support/client.ts';
import { putBudget, showSource } from '../../support/enrichment.ts';
import { otherSources } from '../../support/other-sources.ts';
import { ADMIN, startService } from '../../support/service.ts';
import {
  isOpenAlexSearch,
  isScholarSearch,
  type SearchService,
  SIGN_IN,
  searchFor,
  startSearchService,
} from './search-service.ts';

/** Starts another replica on the same database, and returns a signed-in client of it. */
async function startReplica({ services, env, sandbox }: SearchService): Promise<Client> {
  const all = { ...otherSources(true), ...sandbox.env, ...env };
  const { url } = await startService({ databaseUrl: services.databaseUrl, env: all });
  const client = new Client(url);
  await client.signIn(ADMIN.email, ADMIN.password);
  return client;
}

test('simultaneous searches for one name send one request, and another replica uses its result', async () => {
  const service = await startSearchService({ scholar: () => ({ milliseconds: 400 }) });
  const { admin, newUser } = service;
  const clients = [admin, await newUser('other'), admin, admin];
  const answers = await Promise.all(clients.map((client) => client.ok('GET', searchFor('ada'))));
  answers.push(await (await startReplica(service)).ok('GET', searchFor('ada')));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0].candidates).toHaveLength(2);
  expect(service.requested()).toEqual([1, 0]);
});

test('searches for different names keep the interval on all replicas, and also to profile pages', async () => {
  const env = { SCHOLAR_NAME_SEARCH_MIN_INTERVAL_SECONDS: '1' };
  const service = await startSearchService({ env });
  const replica = await startReplica(service);
  const states = await Promise.all([
    service.admin.ok('GET', searchFor('ada')),
    replica.ok('GET', searchFor('ada loopback')),
    service.admin.ok('GET', searchFor('ada müller')),
  ]);
  expect(states.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
  const at = service.relay.seen.filter(isScholarSearch).map((one) => one.at);
  expect(at).toHaveLength(3);
  // two intervals of a second; the first request may have been sent late
  expect((at[2] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(1200);
  const { rows } = await sql`
    select count(distinct last_request_at)::int as times from source_states where source like 'google%'`.execute(
    service.db,
  );
  expect(rows, 'a search counts among the requests to the source').toEqual([{ times: 1 }]);
});

test('a search without a near request slot reports the time, kept results are returned at once, and OpenAlex is not used', async () => {
  const { admin, requested, db } = await startSearchService({
    env: { SCHOLAR_NAME_SEARCH_MIN_INTERVAL_SECONDS: '600' },
  });
  const first = await admin.ok('GET', searchFor('ada'));
  const startedAt = Date.now();
  const second = await admin.ok('GET', searchFor('ada loopback'));
  expect(second).toMatchObject({ state: 'rate_limited', state_reason: 'too_soon', asked_at: null, candidates: [] });
  expect(Date.parse(second.retry_at) - startedAt).toBeGreaterThan(500_000);
  expect(await admin.ok('GET', searchFor('ADA'))).toEqual({ ...first, query: 'ADA' });
  expect(requested()).toEqual([1, 0]);
  await sql`update source_states set next_request_at = now()`.execute(db);
  await sql`update name_searches set expires_at = now() where answer->>'state' = 'rate_limited'`.execute(db);
  expect((await admin.ok('GET', searchFor('ada loopback'))).state).toBe('ok');
});

test('old results are deleted', async () => {
  const { admin, db } = await startSearchService();
  await sql`
    insert into name_searches (query, answer, asked_at, expires_at) values
      ('old', '{}', now() - interval '2 days', now() - interval '1 day'), ('new', '{}', now(), now() + interval '1 day')`.execute(
    db,
  );
  expect((await admin.ok('GET', searchFor('ada'))).state).toBe('ok');
  const { rows } = await sql`select query from name_searches order by query`.execute(db);
  expect(rows).toEqual([{ query: 'ada' }, { query: 'new' }]);
});

const OWN = 'own-openalex-key';
const OPERATOR = { OPENALEX_API_KEY: 'operators-key' };

test("OpenAlex is searched with the user's own key and budget, else the operator's; no key is logged or stored", async () => {
  const { admin, newUser, relay, db, log } = await startSearchService({ scholar: () => SIGN_IN, env: OPERATOR });
  const ada = await newUser('ada');
  await ada.ok('PUT', '/settings', { body: { openalex_api_key: OWN } });
  await ada.ok('GET', searchFor('ada loopback'));
  await admin.ok('GET', searchFor('ada müller'));
  const seen = relay.seen.filter(isOpenAlexSearch);
  expect(seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${OWN}`, 'Bearer operators-key']);
  const { rows } = await sql`
    select source, regexp_replace(credential, ':[^:]*$', '') as credential, spent::int from source_states
    where source like 'openalex%' order by 1, 2`.execute(db);
  expect(rows).toEqual([
    { source: 'openalex', credential: 'shared', spent: 10 },
    { source: 'openalex', credential: `user:${ada.userId}`, spent: 10 },
    { source: 'openalex_search', credential: 'shared', spent: 10 },
  ]);
  const kept = await sql`select s::text from name_searches s`.execute(db);
  expect(log() + JSON.stringify(kept.rows) + seen.map(({ path }) => path)).not.toMatch(
    /own-openalex-key|operators-key/,
  );
});

test("if an own key is refused, the operator's key is used", async () => {
  const { newUser, relay } = await startSearchService({
    env: { ...OPERATOR, GOOGLE_SCHOLAR_ENABLED: '0' },
    openalex: ({ headers }) => (headers.authorization === `Bearer ${OWN}` ? { status: 401, body: '{}' } : undefined),
  });
  const ada = await newUser('ada');
  await ada.ok('PUT', '/settings', { body: { openalex_api_key: OWN } });
  for (const name of ['ada loopback', 'ada müller']) expect((await ada.ok('GET', searchFor(name))).state).toBe('ok');
  const used = relay.seen.filter(isOpenAlexSearch).map(({ headers }) => headers.authorization);
  expect(used).toEqual([`Bearer ${OWN}`, 'Bearer operators-key', 'Bearer operators-key']);
});

test('after the daily budget is spent, only users with their own key can search', async () => {
  const service = await startSearchService({ env: { GOOGLE_SCHOLAR_ENABLED: '0' } });
  const { admin, newUser, requested, db } = service;
  await putBudget(db, 'openalex', 995);
  const refused = await admin.ok('GET', searchFor('ada'));
  expect(refused).toMatchObject({ state: 'rate_limited', state_reason: 'budget_spent', asked_at: null });
  expect(Date.parse(refused.retry_at)).toBeGreaterThan(Date.now() + 2 * 3600 * 1000);
  expect(requested()).toEqual([0, 0]);
  // what the whole budget does not cover is not taken from the share of searches
  expect(await spentOf(service)).toEqual([995, 0]);
  const ada = await newUser('ada');
  await ada.ok('PUT', '/settings', { body: { openalex_api_key: OWN } });
  expect((await ada.ok('GET', searchFor('ada loopback'))).state).toBe('ok');
  expect(requested()).toEqual([0, 1]);
});

test("if a user's own key cannot be used after Google Scholar found nobody, the result is kept all the same", async () => {
  const { newUser, requested } = await startSearchService({
    openalex: () => ({ status: 429, headers: { 'retry-after': '7200' }, body: '{}' }),
  });
  const ada = await newUser('ada');
  await ada.ok('PUT', '/settings', { body: { openalex_api_key: OWN } });
  for (let time = 0; time < 3; time += 1)
    expect(await ada.ok('GET', searchFor('nobody there'))).toMatchObject({
      state: 'no_results',
      warnings: [expect.stringMatching(/^OpenAlex was not searched: the key for it reached its rate limit/)],
    });
  expect(requested()).toEqual([1, 1]);
});

/** What all requests to OpenAlex and its name searches spent of the operator's budget. */
async function spentOf({ db }: SearchService): Promise<number[]> {
  const { rows } = await sql<{ spent: number }>`
    select spent::float8 as spent from source_states where source like 'openalex%' and credential = 'shared' order by source`.execute(
    db,
  );
  return rows.map(({ spent }) => spent);
}

test("all searches together spend half of the operator's budget, and enrichment keeps the rest", async () => {
  const service = await startSearchService({ env: { GOOGLE_SCHOLAR_ENABLED: '0' } });
  const { admin, newUser, requested, db } = service;
  await admin.ok('GET', searchFor('ada'));
  expect(await spentOf(service)).toEqual([10, 10]);
  await putBudget(db, 'openalex_search', 485);
  const other = await newUser('other');
  expect((await other.ok('GET', searchFor('ada loopback'))).state).toBe('ok');
  const refused = await admin.ok('GET', searchFor('ada müller'));
  expect(refused).toMatchObject({ state: 'rate_limited', state_reason: 'budget_spent', retry_at: expect.any(String) });
  expect([requested(), await spentOf(service)]).toEqual([
    [0, 2],
    [20, 495],
  ]);
  // the next day
  for (const source of ['openalex', 'openalex_search']) await putBudget(db, source, 495, -1);
  expect((await admin.ok('GET', searchFor('ada number 3'))).state_reason).toBeNull();
  expect(await spentOf(service)).toEqual([10, 10]);
});

test('consecutive searches leave half of the next seconds to enrichment', async () => {
  const { newUser, db, services, requested } = await startSearchService({
    env: { GOOGLE_SCHOLAR_ENABLED: '0', OPENALEX_MIN_INTERVAL_SECONDS: '0.8' },
  });
  const clients = await Promise.all(['a', 'b', 'c', 'd'].map(newUser));
  const searches = Promise.all(clients.map((client, at) => client.ok('GET', searchFor(`ada number ${at}`))));
  await expect
    .poll(
      async () =>
        (await sql`select from source_states where source = 'openalex' and next_request_at is not null`.execute(db))
          .rows,
    )
    .toHaveLength(1);
  const intervalSeconds = services.config.sources.openalex.minIntervalSeconds;
  expect(await reserve(db, { source: 'openalex', intervalSeconds })).toMatchObject({ isGranted: true });
  const states = (await searches).map(({ state_reason }) => state_reason);
  expect(new Set([...states, null, 'busy'])).toEqual(new Set([null, 'busy']));
  expect(requested()[1]).toBe(states.filter((reason) => reason === null).length);
});

test("a user's own key with too many requests gets a cooldown, and other users still search OpenAlex", async () => {
  const service = await startSearchService({
    env: { ...OPERATOR, GOOGLE_SCHOLAR_ENABLED: '0' },
    openalex: ({ headers }) =>
      headers.authorization === `Bearer ${OWN}`
        ? { status: 429, headers: { 'retry-after': '7200' }, body: '{}' }
        : undefined,
  });
  const { admin, newUser, relay, db } = service;
  const ada = await newUser('ada');
  await ada.ok('PUT', '/settings', { body: { openalex_api_key: OWN } });
  for (const name of ['ada loopback', 'ada müller', 'ada loopback']) {
    const refused = await ada.ok('GET', searchFor(name));
    expect(refused).toMatchObject({ state: 'rate_limited', state_reason: 'key_paused', asked_at: null });
    expect(Date.parse(refused.retry_at)).toBeGreaterThan(Date.now() + 7000 * 1000);
  }
  expect((await admin.ok('GET', searchFor('ada loopback'))).state, 'nothing of it is kept for others').toBe('ok');
  const used = relay.seen.filter(isOpenAlexSearch).map(({ headers }) => headers.authorization);
  expect(used).toEqual([`Bearer ${OWN}`, 'Bearer operators-key']);
  expect(await showSource(admin, 'openalex')).toMatchObject({ cooldown_active: false, consecutive_blocked: 0 });
  // the cooldown is over
  await sql`update source_states set cooldown_until = now() where credential like 'user:%'`.execute(db);
  await ada.ok('GET', searchFor('ada nobody'));
  expect(relay.seen.filter(isOpenAlexSearch)).toHaveLength(3);
});
