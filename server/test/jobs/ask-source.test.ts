import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import type { OtherSource } from '../../src/platform/sources-config.ts';
import { type Asked, askSource } from '../../src/sources/ask-source.ts';
import { parseOpenAlexWorks } from '../../src/sources/openalex/parse-openalex-works.ts';
import { startService } from '../support/service.ts';
import { type Relay, startRelay, type ToldAnswer } from './source-relay.ts';

interface Asking {
  readonly relay: Relay;
  readonly db: Database;
  ask(options?: { cost?: number; source?: OtherSource; credential?: string; signal?: AbortSignal }): Promise<Asked>;
}

/** A source that answers as it is told, in turn. */
async function start(...answers: ToldAnswer[]): Promise<Asking> {
  const relay = await startRelay(
    () => '',
    (_, number) => answers[Math.min(number, answers.length) - 1],
  );
  const env = {
    OPENALEX_BASE_URL: relay.origin,
    EUROPEPMC_BASE_URL: relay.origin,
    UNPAYWALL_BASE_URL: `${relay.origin}/v2`,
    CROSSREF_API_MAILTO: 'ops@lectern.example',
  };
  const { services, db } = await startService({ env });
  await sql`insert into source_states (source) values ('europepmc')`.execute(db);
  await sql`
    insert into source_states (source, credential, spent, resets_at)
    values ('openalex', 'shared', 10, now() + interval '3 hours'), ('openalex', 'user:1', 10, now() + interval '3 hours')`.execute(
    db,
  );
  const ask: Asking['ask'] = ({ cost = 10, source = 'openalex', credential = 'shared', signal } = {}) =>
    askSource(services, {
      source,
      request: { url: `${relay.origin}/works?search=x`, accept: 'application/json', headers: { 'x-key': 'k' }, cost },
      parse: parseOpenAlexWorks,
      credential,
      signal: signal ?? new AbortController().signal,
    });
  return { relay, db, ask };
}

const told = (remaining: number) => ({
  'x-ratelimit-limit': '2000',
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': '60',
});
const NONE = JSON.stringify({ meta: { count: 0 }, results: [] });

test('a request says who asks and for what', async () => {
  const { relay, ask } = await start({ body: NONE });
  expect(await ask()).toEqual({ kind: 'found', value: [] });
  expect(relay.seen.map(({ headers }) => headers)).toMatchObject([
    { accept: 'application/json', 'x-key': 'k', 'user-agent': expect.stringMatching(/mailto:ops@lectern\.example/) },
  ]);
});

test.each<[string, ToldAnswer, object]>([
  ['a page in place of data', { body: '<html>Sorry</html>' }, { kind: 'changed', reason: 'unreadable_answer' }],
  ['nothing at all', { status: 200, body: '' }, { kind: 'changed', reason: 'unreadable_answer' }],
  ['an unknown work', { status: 404 }, { kind: 'absent' }],
  ['a work that was taken back', { status: 410 }, { kind: 'absent' }],
  ['a request that it does not understand', { status: 400 }, { kind: 'refused_request', status: 400 }],
  ['an address that it does not take', { status: 422 }, { kind: 'refused_request', status: 422 }],
  ['an unknown key', { status: 401 }, { kind: 'key_refused' }],
  ['no', { status: 403 }, { kind: 'blocked', reason: 'forbidden', retryAfterSeconds: null }],
  ['too often', { status: 429, headers: { 'retry-after': '77' } }, { kind: 'blocked', retryAfterSeconds: 77 }],
  ['a spent budget', { status: 429, headers: told(0) }, { kind: 'spent' }],
  ['too often, with budget left', { status: 429, headers: told(5) }, { kind: 'blocked', reason: 'too_many_requests' }],
  ['an error', { status: 503, headers: { 'retry-after': '9' } }, { kind: 'unreachable', retryAfterSeconds: 9 }],
  ['a teapot', { status: 418 }, { kind: 'changed', reason: 'unexpected_status_418' }],
  ['too much', { body: 'x'.repeat(9 * 1024 * 1024) }, { kind: 'unreachable', reason: 'too_large' }],
])('%s', async (_name, answer, expected) => {
  const { ask } = await start(answer);
  expect(await ask()).toMatchObject(expected);
});

test("what is forbidden with a user's own key is that key's matter", async () => {
  const { ask } = await start({ status: 403 });
  expect(await ask({ credential: 'user:1' })).toEqual({ kind: 'key_refused' });
});

test("what is asked too often with a user's own key is that key's matter, for as long as the source says", async () => {
  const { db, ask } = await start(
    { status: 429, headers: { 'retry-after': '7200' } },
    { body: NONE, headers: told(500) },
  );
  const until = async () => {
    const { rows } = await sql<{ seconds: number }>`
      select extract(epoch from cooldown_until - now())::int as seconds from source_states where credential = 'user:1'`.execute(
      db,
    );
    return rows[0]?.seconds ?? 0;
  };
  expect(await ask({ credential: 'user:1', cost: 0 })).toEqual({ kind: 'key_paused', until: expect.any(Date) });
  expect(await until()).toBeGreaterThan(7000);
  // an answer that was under way meanwhile
  expect(await ask({ credential: 'user:1' })).toMatchObject({ kind: 'found' });
  expect(await until()).toBeGreaterThan(7000);
  const { rows } =
    await sql`select from source_states where credential = 'shared' and (cooldown_until is not null or blocked_in_a_row > 0)`.execute(
      db,
    );
  expect(rows).toEqual([]);
});

test('what Unpaywall does not take is the address of who asks', async () => {
  const { ask } = await start({ status: 422 });
  expect(await ask({ source: 'unpaywall' })).toEqual({ kind: 'key_refused' });
});

test('what is free is not refused because a budget is spent, and other sources have no such budget', async () => {
  const { db, ask } = await start({ status: 429, headers: told(0) });
  expect(await ask({ source: 'europepmc' })).toMatchObject({ kind: 'blocked' });
  const { rows } = await sql`select told_limit from source_states where told_limit is not null`.execute(db);
  expect(rows).toEqual([]);
  expect(await ask({ cost: 0 })).toMatchObject({ kind: 'blocked' });
});

test('what is told of limits is kept, on refusals too, and of budgets for that credential alone', async () => {
  const headers = { ...told(500), 'x-rate-limit-limit': '4', 'x-rate-limit-interval': '2s' };
  const { db, ask } = await start({ body: NONE, headers }, { status: 404, headers: told(300) });
  await ask({ credential: 'user:1' });
  await ask({ credential: 'user:1' });
  const { rows } = await sql`
    select credential, told_limit, spent, extract(epoch from resets_at - now()) <= 60 as "isTold"
    from source_states where source = 'openalex' order by credential`.execute(db);
  expect(rows).toEqual([
    { credential: 'shared', told_limit: null, spent: 10, isTold: false },
    { credential: 'user:1', told_limit: 2000, spent: 1700, isTold: true },
  ]);
  const states =
    await sql`select source, told_interval_seconds as seconds from source_states where credential = 'shared' order by source`.execute(
      db,
    );
  expect(states.rows).toEqual([
    { source: 'europepmc', seconds: null },
    { source: 'openalex', seconds: 0.5 },
  ]);
});

test('of two answers that overtook each other the one with less left counts', async () => {
  const { db, ask } = await start({ body: NONE, headers: told(100) }, { body: NONE, headers: told(400) });
  await ask();
  await ask();
  const { rows } =
    await sql`select spent from source_states where source = 'openalex' and credential = 'shared'`.execute(db);
  expect(rows).toEqual([{ spent: 1900 }]);
});

test('a redirect into the inside is not followed, and takes no key along', async () => {
  const inside = await startRelay(
    () => '',
    () => ({ body: NONE }),
  );
  const { ask } = await start({ status: 302, headers: { location: `${inside.origin}/works` } });
  expect(await ask()).toMatchObject({ kind: 'unreachable', reason: 'not_public' });
  expect(inside.seen).toEqual([]);
});

test('who stops waits for no answer', async () => {
  const stop = new AbortController();
  const { relay, ask } = await start({ body: NONE, milliseconds: 20_000 });
  const asked = ask({ signal: stop.signal });
  await expect.poll(() => relay.seen.length).toBe(1);
  stop.abort();
  expect(await asked).toMatchObject({ kind: 'unreachable', reason: 'aborted' });
});
