import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { OtherSource } from '../../src/platform/sources-config.ts';
import { dblpPerson } from '../../src/sources/dblp/dblp-requests.ts';
import { parseDblpPerson } from '../../src/sources/dblp/parse-dblp-person.ts';
import { parseOpenAlexWorks } from '../../src/sources/openalex/parse-openalex-works.ts';
import { type QueryResult, querySource } from '../../src/sources/query-source.ts';
import { serviceOfFile } from '../support/service.ts';
import { relayOfProcess, type StubResponse, startRelay } from './source-relay.ts';

const relay = await relayOfProcess();
const openService = serviceOfFile({
  env: {
    OPENALEX_BASE_URL: relay.origin,
    EUROPEPMC_BASE_URL: relay.origin,
    UNPAYWALL_BASE_URL: `${relay.origin}/v2`,
    DBLP_BASE_URL: relay.origin,
    CROSSREF_API_MAILTO: 'ops@lectern.example',
  },
});

interface Query {
  readonly cost?: number;
  readonly source?: OtherSource;
  readonly credential?: string;
  readonly signal?: AbortSignal;
}

/** A source with configured responses, one after another. */
async function start(...answers: StubResponse[]) {
  const { services, db } = await openService();
  relay.use((_, number) => answers[Math.min(number, answers.length) - 1]);
  await db
    .insertInto('source_states')
    .values([
      { source: 'europepmc' },
      ...['shared', 'user:1'].map((credential) => ({
        ...{ source: 'openalex', credential, spent: 10 },
        resets_at: sql<Date>`now() + interval '3 hours'`,
      })),
    ])
    .execute();
  const send = ({ cost = 10, source = 'openalex', credential = 'shared', signal }: Query = {}): Promise<QueryResult> =>
    querySource(services, {
      source,
      request: { url: `${relay.origin}/works?search=x`, accept: 'application/json', headers: { 'x-key': 'k' }, cost },
      parse: parseOpenAlexWorks,
      credential,
      signal: signal ?? new AbortController().signal,
    });
  return { services, db, send };
}

const limitHeaders = (remaining: number) => ({
  'x-ratelimit-limit': '2000',
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': '60',
});
const NONE = JSON.stringify({ meta: { count: 0 }, results: [] });

test('a request names the program and the accepted type', async () => {
  const { send } = await start({ body: NONE });
  expect(await send()).toEqual({ kind: 'found', value: [] });
  expect(relay.seen.map(({ headers }) => headers)).toMatchObject([
    { accept: 'application/json', 'x-key': 'k', 'user-agent': expect.stringMatching(/mailto:ops@lectern\.example/) },
  ]);
});

test('an address that is missing says nothing about the person whom a query asks for', async () => {
  const { services } = await start({ status: 404 });
  const request = dblpPerson({ baseUrl: relay.origin }, '65/9612');
  const { signal } = new AbortController();
  const query = { source: 'dblp', request, parse: parseDblpPerson, credential: 'shared', signal } as const;
  expect(await querySource(services, query)).toEqual({ kind: 'changed', reason: 'unexpected_status_404' });
});

test.each<[string, StubResponse, object]>([
  ['a page instead of data', { body: '<html>Sorry</html>' }, { kind: 'changed', reason: 'unreadable_answer' }],
  ['an empty response', { status: 200, body: '' }, { kind: 'changed', reason: 'unreadable_answer' }],
  ['an unknown record', { status: 404 }, { kind: 'absent' }],
  ['a withdrawn record', { status: 410 }, { kind: 'absent' }],
  ['a rejected request', { status: 400 }, { kind: 'refused_request', status: 400 }],
  ['a rejected address', { status: 422 }, { kind: 'refused_request', status: 422 }],
  ['an unknown key', { status: 401 }, { kind: 'key_refused' }],
  ['a refusal', { status: 403 }, { kind: 'blocked', reason: 'forbidden', retryAfterSeconds: null }],
  ['too many requests', { status: 429, headers: { 'retry-after': '77' } }, { kind: 'blocked', retryAfterSeconds: 77 }],
  ['a spent budget', { status: 429, headers: limitHeaders(0) }, { kind: 'spent' }],
  [
    'too many requests, with budget left',
    { status: 429, headers: limitHeaders(5) },
    { kind: 'blocked', reason: 'too_many_requests' },
  ],
  ['a server error', { status: 503, headers: { 'retry-after': '9' } }, { kind: 'unreachable', retryAfterSeconds: 9 }],
  ['an unexpected status', { status: 418 }, { kind: 'changed', reason: 'unexpected_status_418' }],
  ...[200, 403, 404, 429, 500, 503].map((status): [string, StubResponse, object] => [
    `a challenge with status ${status}`,
    { status, body: "<!doctype html><html><head><title>Making sure you're not a bot!</title></head></html>" },
    { kind: 'blocked', reason: 'challenge' },
  ]),
  [
    'a challenge in a header',
    { status: 202, headers: { 'x-amzn-waf-action': 'challenge' } },
    { kind: 'blocked', reason: 'challenge' },
  ],
  [
    'a response over the size limit',
    { body: 'x'.repeat(9 * 1024 * 1024) },
    { kind: 'unreachable', reason: 'too_large' },
  ],
])('%s', async (_name, answer, expected) => {
  const { send } = await start(answer);
  expect(await send()).toMatchObject(expected);
});

test("a 403 with a user's own key concerns only that key", async () => {
  const { send } = await start({ status: 403 });
  expect(await send({ credential: 'user:1' })).toEqual({ kind: 'key_refused' });
});

test("too many requests with a user's own key start a cooldown of that key, as long as the source asks", async () => {
  const { db, send } = await start(
    { status: 429, headers: { 'retry-after': '7200' } },
    { body: NONE, headers: limitHeaders(500) },
  );
  const until = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from cooldown_until - now())::int as seconds from source_states where credential = 'user:1'`.execute(
      db,
    );
    return rows[0]?.seconds ?? 0;
  };
  expect(await send({ credential: 'user:1', cost: 0 })).toEqual({ kind: 'key_paused', until: expect.any(Date) });
  expect(await until()).toBeGreaterThan(7000);
  // a response to a request that was already sent
  expect(await send({ credential: 'user:1' })).toMatchObject({ kind: 'found' });
  expect(await until()).toBeGreaterThan(7000);
  const { rows } =
    await sql`select from source_states where credential = 'shared' and (cooldown_until is not null or blocked_in_a_row > 0)`.execute(
      db,
    );
  expect(rows).toEqual([]);
});

test('Unpaywall refuses the e-mail address, not the DOI', async () => {
  const { send } = await start({ status: 422 });
  expect(await send({ source: 'unpaywall' })).toEqual({ kind: 'key_refused' });
});

test('free requests are not refused for a spent budget, and other sources have no such budget', async () => {
  const { db, send } = await start({ status: 429, headers: limitHeaders(0) });
  expect(await send({ source: 'europepmc' })).toMatchObject({ kind: 'blocked' });
  const { rows } = await sql`select advertised_limit from source_states where advertised_limit is not null`.execute(db);
  expect(rows).toEqual([]);
  expect(await send({ cost: 0 })).toMatchObject({ kind: 'blocked' });
});

test('advertised limits are saved, also from refusals, and budgets only for their credential', async () => {
  const headers = { ...limitHeaders(500), 'x-rate-limit-limit': '4', 'x-rate-limit-interval': '2s' };
  const { db, send } = await start({ body: NONE, headers }, { status: 404, headers: limitHeaders(300) });
  await send({ credential: 'user:1' });
  await send({ credential: 'user:1' });
  const { rows } = await sql`
    select credential, advertised_limit, spent, extract(epoch from resets_at - now()) <= 60 as "isServiceReset"
    from source_states where source = 'openalex' order by credential`.execute(db);
  expect(rows).toEqual([
    { credential: 'shared', advertised_limit: null, spent: 10, isServiceReset: false },
    { credential: 'user:1', advertised_limit: 2000, spent: 1700, isServiceReset: true },
  ]);
  const states =
    await sql`select source, advertised_interval_seconds as seconds from source_states where credential = 'shared' order by source`.execute(
      db,
    );
  expect(states.rows).toEqual([
    { source: 'europepmc', seconds: null },
    { source: 'openalex', seconds: 0.5 },
  ]);
});

test('of two responses in the wrong order, the lower remainder counts', async () => {
  const { db, send } = await start(
    { body: NONE, headers: limitHeaders(100) },
    { body: NONE, headers: limitHeaders(400) },
  );
  await send();
  await send();
  const { rows } =
    await sql`select spent from source_states where source = 'openalex' and credential = 'shared'`.execute(db);
  expect(rows).toEqual([{ spent: 1900 }]);
});

test('a redirect inside the network is not followed, and no key is sent along', async () => {
  const inside = await startRelay(
    () => '',
    () => ({ body: NONE }),
  );
  const { send } = await start({ status: 302, headers: { location: `${inside.origin}/works` } });
  expect(await send()).toMatchObject({ kind: 'unreachable', reason: 'not_public' });
  expect(inside.seen).toEqual([]);
});

test('an aborted request does not wait for its response', async () => {
  const stop = new AbortController();
  const { send } = await start({ body: NONE, milliseconds: 20_000 });
  const requested = send({ signal: stop.signal });
  await expect.poll(() => relay.seen.length).toBe(1);
  stop.abort();
  expect(await requested).toMatchObject({ kind: 'unreachable', reason: 'aborted' });
});
