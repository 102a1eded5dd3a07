import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { profileId, type Service, startService } from '../support/service.ts';
import { until } from '../support/wait.ts';
import {
  type Relay,
  type SeenRequest,
  type StubResponse,
  searchAgain,
  startRelay,
  untilLookedUp,
} from './source-relay.ts';

const ONE = profileId(1);
const TWO = profileId(2);
const work = (n: number) => ({
  title: `Slow convergence of adaptive lattices, number ${n}`,
  authors: ['A Bauer'],
  year: 2021,
  venue: 'Journal of Lattices 7',
  doi: `10.5555/l.${n}`,
  copy: 'closed' as const,
});
const OWN = {
  openalex_api_key: 'own-openalex-key',
  crossref_api_token: 'own-crossref-token',
  crossref_api_mailto: 'own-crossref@lectern.example',
  unpaywall_email: 'own-unpaywall@lectern.example',
};

/** The service, with a relay in front of the sources that take keys. The admin tracks one scholar, and a user with own keys another. */
async function lookUp(
  env: Record<string, string>,
  answer?: (request: SeenRequest) => StubResponse | undefined,
): Promise<Service & { relay: Relay; asked(path: string): SeenRequest[] }> {
  let origin = '';
  const relay = await startRelay(() => origin, answer);
  const service = await startService({
    sources: 'all',
    env: {
      OPENALEX_BASE_URL: `${relay.origin}/openalex`,
      CROSSREF_BASE_URL: `${relay.origin}/crossref`,
      UNPAYWALL_BASE_URL: `${relay.origin}/unpaywall/v2`,
      ...env,
    },
  });
  const { sandbox } = service;
  origin = sandbox.origin;
  for (const [at, id] of [ONE, TWO].entries()) {
    sandbox.addScholar(id, 0);
    sandbox.addPublication(id, work(at + 1));
  }
  const user = await service.newUser('ada');
  await user.ok('PUT', '/settings', { body: OWN });
  await service.collect(service.admin, [ONE]);
  await untilLookedUp(service.db, 1);
  await service.collect(user, [TWO]);
  await untilLookedUp(service.db, 2);
  const asked = (path: string) => relay.seen.filter((one) => one.path.includes(path));
  return Object.assign(service, { relay, asked });
}

const OPERATOR = { OPENALEX_API_KEY: 'operators-key', CROSSREF_API_MAILTO: 'ops@lectern.example' };
const emailOf = ({ path }: SeenRequest) => /[?&](?:email|mailto)=([^&]*)/.exec(path)?.[1]?.replace('%40', '@');

test("a user's own keys are used only for that user's publications", async () => {
  const { asked, log } = await lookUp(OPERATOR);
  expect(asked('/openalex').map(({ headers }) => headers.authorization)).toEqual([
    'Bearer operators-key',
    'Bearer own-openalex-key',
  ]);
  expect(asked('/crossref').map(({ headers }) => headers['crossref-plus-api-token'])).toEqual([
    undefined,
    'Bearer own-crossref-token',
  ]);
  expect(asked('/crossref').map(emailOf)).toEqual(['ops@lectern.example', OWN.crossref_api_mailto]);
  expect(asked('/unpaywall').map(emailOf)).toEqual(['demo@lectern.example', OWN.unpaywall_email]);
  for (const { headers, path } of asked('/')) {
    expect(headers['user-agent']).toMatch(/^Lectern\/\S+ \(.*mailto:ops@lectern\.example\)$/);
    expect(path).not.toContain('key');
  }
  expect(log()).not.toMatch(/own-openalex-key|own-crossref-token|operators-key/);
});

test("if own keys are refused, the operator's keys are used", async () => {
  const isOwn = ({ headers, path }: SeenRequest) =>
    /own-/.test(`${headers.authorization}${headers['crossref-plus-api-token']}${path}`);
  const { asked, db, log } = await lookUp(OPERATOR, (request) =>
    isOwn(request) ? { status: 401, body: '{"error":"Invalid API key"}' } : undefined,
  );
  expect(asked('/openalex').map(({ headers }) => headers.authorization)).toEqual([
    'Bearer operators-key',
    'Bearer own-openalex-key',
    'Bearer operators-key',
  ]);
  expect(asked('/crossref').map(emailOf)).toEqual([
    'ops@lectern.example',
    OWN.crossref_api_mailto,
    'ops@lectern.example',
  ]);
  expect(asked('/unpaywall').map(emailOf)).toEqual([
    'demo@lectern.example',
    OWN.unpaywall_email,
    'demo@lectern.example',
  ]);
  const cooldowns = await db
    .selectFrom('source_states')
    .select('source')
    .where('cooldown_until', 'is not', null)
    .execute();
  expect(cooldowns).toEqual([]);
  expect(log()).toContain("a source refused a user's own key");
  expect(log()).not.toMatch(/own-openalex-key|own-crossref-token|operators-key/);
});

test("without the operator's address, Unpaywall is used only for users with their own address", async () => {
  const { asked, log } = await lookUp({ UNPAYWALL_EMAIL: '' });
  expect(asked('/unpaywall').map(emailOf)).toEqual([OWN.unpaywall_email]);
  expect(asked('/unpaywall')[0]?.path).toContain('10.5555/l.2');
  for (const { headers } of asked('/')) expect(headers['user-agent']).not.toContain('mailto');
  expect(log()).not.toContain('"level":50');
});

test("if Unpaywall refuses a user's address and the operator has none, enrichment continues", async () => {
  const { db, log } = await lookUp({ UNPAYWALL_EMAIL: '' }, ({ path }) =>
    path.includes('/unpaywall') ? { status: 401, body: '{}' } : undefined,
  );
  const failed = await db.selectFrom('enrichment').select('status').execute();
  expect(failed).toEqual([{ status: 'failed' }, { status: 'failed' }]);
  // the address is now stored as refused
  await searchAgain(db);
  await untilLookedUp(db, 2);
  expect(log()).not.toContain('"level":50');
});

test('the response to an own address that Unpaywall refuses is not cached', async () => {
  const env = { OPENALEX_ENABLED: '0', EUROPEPMC_ENABLED: '0' };
  const { sandbox, newUser, collect, db } = await startService({ sources: 'all', env });
  sandbox.addScholar(ONE, 0);
  sandbox.addPublication(ONE, { ...work(1), copy: 'repository', venue: 'Lattices, doi:10.5555/l.1' });
  const user = await newUser('ada');
  await user.ok('PUT', '/settings', { body: { unpaywall_email: 'me@example.com' } });
  await collect(user, [ONE]);
  await untilLookedUp(db, 1);
  const asked = sandbox.requests.filter(({ source }) => source === 'unpaywall').map(({ path }) => path.split('=')[1]);
  expect(asked).toEqual(['me%40example.com', 'demo%40lectern.example']);
  const [pdf] = await db.selectFrom('enrichment').select(['status', 'last_source']).execute();
  expect(pdf).toEqual({ status: 'resolved', last_source: 'unpaywall' });
});

test("an own key with too many requests delays only its user's publications", async () => {
  let origin = '';
  const isOwn = ({ headers, path }: SeenRequest) =>
    path.startsWith('/openalex') && headers.authorization === `Bearer ${OWN.openalex_api_key}`;
  const relay = await startRelay(
    () => origin,
    (request) => (isOwn(request) ? { status: 429, headers: { 'retry-after': '7200' } } : undefined),
  );
  const service = await startService({ sources: 'all', env: { OPENALEX_BASE_URL: `${relay.origin}/openalex` } });
  const { sandbox, db, admin } = service;
  origin = sandbox.origin;
  for (const [at, id] of [ONE, TWO].entries()) {
    sandbox.addScholar(id, 0);
    sandbox.addPublication(id, work(at + 1));
  }
  const user = await service.newUser('ada');
  await user.ok('PUT', '/settings', { body: OWN });
  await service.collect(user, [TWO]);
  await until(async () => {
    const { rows } = await sql`
      select source, due_at > now() + interval '100 minutes' as "isLater" from enrichment where source is not null`.execute(
      db,
    );
    expect(rows).toEqual([{ source: 'openalex', isLater: true }]);
  });
  await service.collect(admin, [ONE]);
  await until(
    async () => expect((await sql`select from enrichment where source is not null`.execute(db)).rows).toHaveLength(1),
    45,
  );
  const { rows } = await sql`
    select from source_states where source = 'openalex' and credential = 'shared' and (cooldown_until is not null or blocked_in_a_row > 0)`.execute(
    db,
  );
  expect(rows).toEqual([]);
  expect(relay.seen.filter(isOwn), 'once, and not again').toHaveLength(1);
  expect(
    relay.seen.some((one) => one.path.startsWith('/openalex') && !isOwn(one)),
    'others ask',
  ).toBe(true);
});
