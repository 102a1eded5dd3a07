import type { FaultKind } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { StubResponse } from '../../jobs/source-relay.ts';
import { age } from '../../support/prepare.ts';
import { serviceOfFile } from '../../support/service.ts';
import { SIGN_IN, searchFor, startSearchService } from './search-service.ts';

const openService = serviceOfFile({ workers: 0, sources: 'all' });
const openScholarAlone = serviceOfFile({
  workers: 0,
  sources: 'all',
  env: { OPENALEX_ENABLED: '0', SCHOLAR_NAME_SEARCH_MIN_INTERVAL_SECONDS: '0' },
});

const FAULTS: readonly [FaultKind, string, string][] = [
  ['captcha', 'blocked_or_captcha', 'captcha'],
  ['signin', 'blocked_or_captcha', 'signin'],
  ['sorry_redirect', 'blocked_or_captcha', 'unusual_traffic'],
  ['layout', 'layout_changed', 'no_search_landmarks'],
  ['error', 'network_error', 'server_error_503'],
];

test("without other sources, the state is that of Google Scholar's search, and profiles are not affected", async () => {
  const { admin, sandbox, db, log } = await openScholarAlone();
  for (const [kind, state, reason] of FAULTS) {
    sandbox.setFault('name_search', { kind });
    const found = await admin.ok('GET', searchFor(`Ada Secretname ${kind}`));
    expect(found, kind).toMatchObject({
      state,
      state_reason: reason,
      candidates: [],
      action_hint: expect.stringContaining('12-character id'),
      warnings: [expect.stringMatching(/^Google Scholar is left out: /), 'OpenAlex was not searched: it is disabled.'],
    });
    const { rows } = await sql<{ source: string; paused: boolean }>`
      select source, coalesce(cooldown_until > clock_timestamp(), false) as paused from source_states
      where source like 'google%' order by source`.execute(db);
    expect(rows[0], kind).toEqual({ source: 'google_scholar', paused: false });
    expect(rows[1]?.paused, kind).toBe(state === 'blocked_or_captcha');
    if (kind === 'signin')
      expect(await admin.ok('GET', searchFor('while it is left alone'))).toMatchObject({
        state: 'blocked_or_captcha',
        state_reason: 'search_refused',
      });
    await sql`delete from source_states`.execute(db);
  }
  expect(sandbox.requestCount('google_scholar')).toBeGreaterThanOrEqual(FAULTS.length);
  expect(log()).not.toMatch(/secretname/i);
});

test('a failure is kept for a minute, and no request is sent in that time', async () => {
  const { admin, requested, db } = await startSearchService({
    scholar: () => ({ status: 500, body: 'no' }),
    env: { OPENALEX_ENABLED: '0' },
  });
  for (let time = 0; time < 3; time += 1) expect((await admin.ok('GET', searchFor('ada'))).state).toBe('network_error');
  expect(requested()).toEqual([1, 0]);
  await age(db, 'name_searches.expires_at', '2 days');
  expect((await admin.ok('GET', searchFor('ada'))).state).toBe('network_error');
  expect(requested()).toEqual([2, 0]);
  await age(db, 'name_searches.expires_at', '2 days');
  expect(await admin.ok('GET', searchFor('ada')), 'a search that failed twice is left alone for a while').toMatchObject(
    {
      state: 'network_error',
      state_reason: 'search_failing',
    },
  );
  expect(requested()).toEqual([2, 0]);
});

test('without Google Scholar, the state is that of OpenAlex', async () => {
  let response: StubResponse = {};
  const { admin, requested, db } = await startSearchService({
    openalex: () => response,
    env: { GOOGLE_SCHOLAR_ENABLED: '0' },
  });
  const budget = { 'x-ratelimit-limit': '1000', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3600' };
  const cases: [StubResponse, object][] = [
    [
      { status: 500, body: '' },
      { state: 'network_error', state_reason: 'server_error_500', retry_at: null },
    ],
    [
      { status: 200, body: '<html></html>' },
      { state: 'layout_changed', state_reason: 'unreadable_answer' },
    ],
    [
      { status: 403, body: '' },
      { state: 'blocked_or_captcha', state_reason: 'forbidden' },
    ],
    [
      { status: 429, headers: { 'retry-after': '7200' }, body: '' },
      { state: 'rate_limited', state_reason: 'cooldown', retry_at: expect.any(String) },
    ],
    [
      { status: 429, headers: budget, body: '' },
      { state: 'rate_limited', state_reason: 'budget_spent', retry_at: expect.any(String) },
    ],
    [
      { status: 200, body: '{"results":[]}' },
      { state: 'no_results', state_reason: null },
    ],
  ];
  for (const [at, [answer, expected]] of cases.entries()) {
    response = answer;
    await sql`delete from source_states`.execute(db);
    expect(await admin.ok('GET', searchFor(`ada number ${at}`)), JSON.stringify(answer)).toMatchObject({
      candidates: [],
      ...expected,
    });
  }
  expect(requested()).toEqual([0, cases.length]);
});

test("without any source the search fails, and if both fail, the state is Google Scholar's", async () => {
  const none = await startSearchService({ env: { GOOGLE_SCHOLAR_ENABLED: '0', OPENALEX_ENABLED: '0' } });
  expect(await none.admin.ok('GET', searchFor('ada'))).toMatchObject({
    state: 'network_error',
    state_reason: 'no_source_enabled',
  });
  const both = await startSearchService({ scholar: () => SIGN_IN, openalex: () => ({ status: 502, body: '' }) });
  expect(await both.admin.ok('GET', searchFor('ada'))).toMatchObject({
    state: 'blocked_or_captcha',
    state_reason: 'signin',
    warnings: [
      'Google Scholar is left out: it requires a sign-in.',
      'OpenAlex is left out: it could not be reached (server_error_502).',
    ],
  });
});

test('a search ends soon if sources never respond', async () => {
  const { admin, sandbox } = await openService();
  sandbox.setFault('name_search', { kind: 'hang' });
  sandbox.setFault('openalex', { kind: 'hang' });
  const startedAt = performance.now();
  const answers = await Promise.all([1, 2, 3].map(() => admin.ok('GET', searchFor('ada'))));
  // far below the usual time limit of half a minute
  expect(performance.now() - startedAt).toBeLessThan(29_000);
  for (const { state } of answers) expect(['network_error', 'rate_limited']).toContain(state);
  expect(sandbox.requestCount('openalex')).toBe(1);
}, 60_000);
