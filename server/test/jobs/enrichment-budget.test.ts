import type { Publication } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { profileId, type Service, startService } from '../support/service.ts';
import { type Relay, type SeenRequest, type StubResponse, startRelay, untilLookedUp } from './source-relay.ts';

const ONE = profileId(1);
const unknown = (n: number): Partial<Publication> => ({
  title: `Slow convergence of adaptive lattices, number ${n}`,
  authors: ['A Bauer'],
  year: 2021,
  venue: 'Journal of Lattices 7',
  oddity: 'unlisted',
  doi: null,
  arxivId: null,
});
const withDoi = (n: number): Partial<Publication> => {
  const doi = `10.5555/l.${n}`;
  return { ...unknown(n), oddity: null, copy: 'direct', doi, venue: `Lattices, doi:${doi}` };
};

const told = (remaining: number) => ({
  'x-ratelimit-limit': '1000',
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': '3600',
});
const SPENT = { status: 429, headers: { ...told(0), 'retry-after': '3600' }, body: '{}' };
const isFree = ({ path }: SeenRequest) => path.includes('/works/doi:');
const refuseWhatCosts = (request: SeenRequest) => (isFree(request) ? { headers: told(0) } : SPENT);

/** The service, with a relay in front of OpenAlex. */
async function start(
  answer?: (request: SeenRequest) => StubResponse | undefined,
  env: Record<string, string> = {},
): Promise<Service & { relay: Relay }> {
  let origin = '';
  const relay = await startRelay(() => origin, answer);
  const base = { OPENALEX_BASE_URL: `${relay.origin}/openalex`, ...env };
  const service = await startService({ sources: 'all', env: base });
  origin = service.sandbox.origin;
  service.sandbox.addScholar(ONE, 0);
  return Object.assign(service, { relay });
}

const putBudget = ({ db }: Service, spent: number, resetsInHours = 3) =>
  sql`
    insert into source_states (source, credential, spent, resets_at)
    values ('openalex', 'shared', ${spent}, now() + make_interval(hours => ${resetsInHours}))
    on conflict (source, credential) do update set spent = excluded.spent, resets_at = excluded.resets_at`.execute(db);

const untouched = async ({ db }: Service) =>
  expect((await sql`select source from source_states where cooldown_until is not null`.execute(db)).rows).toEqual([]);

test('after OpenAlex reports a spent budget, titles are searched elsewhere and no request is repeated', async () => {
  const service = await start(refuseWhatCosts);
  const { sandbox, relay, collect, admin, runToEnd, db } = service;
  sandbox.addPublication(ONE, unknown(1));
  await collect(admin, [ONE]);
  await untilLookedUp(db, 1);
  expect(relay.seen).toHaveLength(1);
  for (const n of [2, 3]) sandbox.addPublication(ONE, unknown(n));
  await runToEnd(admin);
  await untilLookedUp(db, 3);
  expect(relay.seen).toHaveLength(1);
  expect(sandbox.requestCount('crossref')).toBe(3);
  expect((await sql`select distinct failure_reason as reason from enrichment`.execute(db)).rows).toEqual([
    { reason: 'no_answer' },
  ]);
  await untouched(service);
});

test('after OpenAlex reports a spent budget, publications with a DOI are requested one by one', async () => {
  const service = await start(refuseWhatCosts);
  const { sandbox, relay, collect, admin, db } = service;
  for (const n of [1, 2, 3]) sandbox.addPublication(ONE, withDoi(n));
  await collect(admin, [ONE]);
  await untilLookedUp(db, 3);
  expect(relay.seen.filter(isFree)).toHaveLength(3);
  expect(relay.seen).toHaveLength(4);
  expect((await sql`select status from enrichment where status <> 'resolved'`.execute(db)).rows).toEqual([]);
  await untouched(service);
});

test('with a spent budget only free requests are sent, at the interval', async () => {
  const service = await start(undefined, { OPENALEX_MIN_INTERVAL_SECONDS: '0.2' });
  const { sandbox, relay, collect, admin, db } = service;
  await putBudget(service, 1000);
  for (const n of [1, 2, 3, 4, 5]) sandbox.addPublication(ONE, withDoi(n));
  sandbox.addPublication(ONE, unknown(6));
  await collect(admin, [ONE]);
  await untilLookedUp(db, 6);
  expect(relay.seen.filter((request) => !isFree(request))).toEqual([]);
  expect(relay.seen).toHaveLength(5);
  const gaps = relay.seen.slice(1).map(({ at }, before) => at - (relay.seen[before]?.at ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(140);
});

test('a search that costs more than the remaining budget is not sent', async () => {
  const service = await start(() => ({ headers: told(9) }));
  const { sandbox, relay, collect, admin, runToEnd, db } = service;
  sandbox.addPublication(ONE, unknown(1));
  await collect(admin, [ONE]);
  await untilLookedUp(db, 1);
  sandbox.addPublication(ONE, unknown(2));
  await runToEnd(admin);
  await untilLookedUp(db, 2);
  expect(relay.seen).toHaveLength(1);
  const { rows } = await sql`
    select credential, advertised_limit, spent, extract(epoch from resets_at - now()) between 3000 and 3600 as "isTold"
    from source_states where source = 'openalex'`.execute(db);
  expect(rows).toEqual([{ credential: 'shared', advertised_limit: 1000, spent: 991, isTold: true }]);
});

test('the budget resets the next day', async () => {
  const service = await start();
  const { sandbox, relay, collect, admin, db } = service;
  await putBudget(service, 1000, -1);
  sandbox.addPublication(ONE, unknown(1));
  await collect(admin, [ONE]);
  await untilLookedUp(db, 1);
  expect(relay.seen).toHaveLength(1);
  const { rows } =
    await sql`select spent, resets_at > now() as "isAhead" from source_states where source = 'openalex'`.execute(db);
  expect(rows).toEqual([{ spent: 10, isAhead: true }]);
});

test("a user's own budget is separate from the operator's", async () => {
  const service = await start();
  const { sandbox, relay, newUser, collect, admin, db } = service;
  await putBudget(service, 1000);
  sandbox.addScholar(profileId(2), 0);
  sandbox.addPublication(ONE, unknown(1));
  sandbox.addPublication(profileId(2), unknown(2));
  const user = await newUser('ada');
  await user.ok('PUT', '/settings', { body: { openalex_api_key: 'own-key' } });
  await collect(admin, [ONE]);
  await collect(user, [profileId(2)]);
  await untilLookedUp(db, 2);
  expect(relay.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer own-key']);
  const { rows } = await sql`select credential, spent from source_states where source = 'openalex' order by 1`.execute(
    db,
  );
  expect(rows).toEqual([
    { credential: 'shared', spent: 1000 },
    { credential: expect.stringMatching(`^user:${user.userId}:\\S{8}$`), spent: 10 },
  ]);
});
