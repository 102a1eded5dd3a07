import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listShown, PLAIN, putBudget, showSource, TITLE, unknown, untilEnriched } from '../support/enrichment.ts';
import { ONE, profileId } from '../support/service.ts';
import { until } from '../support/wait.ts';
import { type Answers, type EnrichingService, enrichingOfFile } from './enriching-service.ts';
import type { SeenRequest } from './source-relay.ts';

const OPERATOR = { OPENALEX_API_KEY: 'operators-key', CROSSREF_API_MAILTO: 'ops@lectern.example' };
const openService = await enrichingOfFile({ env: OPERATOR });
const openWithoutAddress = await enrichingOfFile({ env: { UNPAYWALL_EMAIL: '', ARXIV_ENABLED: '0' } });

const TWO = profileId(2);
const withDoi = (n: number) => {
  const doi = `10.5555/l.${n}`;
  return { ...PLAIN, title: `${TITLE}, number ${n}`, doi, venue: `Lattices, doi:${doi}`, copy: 'direct' as const };
};
/** A publication that is found by its title at Crossref, and has no copy. */
const closed = (n: number) => ({ ...withDoi(n), venue: 'Journal of Lattices 7', copy: 'closed' as const });

const budget = (remaining: number) => ({
  'x-ratelimit-limit': '1000',
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': '3600',
});
const SPENT = { status: 429, headers: { ...budget(0), 'retry-after': '3600' }, body: '{}' };
const isFree = ({ path }: SeenRequest) => path.includes('/works/doi:');
const refuseWhatCosts = (request: SeenRequest) => (isFree(request) ? { headers: budget(0) } : SPENT);

const expectNoCooldown = async ({ admin }: EnrichingService) =>
  expect(await showSource(admin, 'openalex')).toMatchObject({ cooldown_active: false, consecutive_blocked: 0 });

test('after OpenAlex reports a spent budget, only free requests are sent, until it resets', async () => {
  const service = await openService({ openalex: (request) => (isSpent ? refuseWhatCosts(request) : undefined) });
  const { sandbox, db, admin, seen, enrich } = service;
  let isSpent = true;
  await enrich(unknown(1));
  const found = await enrich(unknown(2), unknown(3));
  expect(seen('openalex').map(isFree), 'titles are searched elsewhere').toEqual([false]);
  expect(sandbox.requestCount('crossref')).toBe(3);
  expect(new Set(found.map(({ pdf_failure_reason }) => pdf_failure_reason))).toEqual(new Set(['no_answer']));
  const resolved = (await enrich(...[4, 5, 6].map(withDoi))).filter(({ pdf_status }) => pdf_status === 'resolved');
  expect(resolved).toHaveLength(3);
  expect(seen('openalex').map(isFree), 'DOIs are requested one by one').toEqual([false, true, true, true]);
  await expectNoCooldown(service);
  isSpent = false;
  await putBudget(db, 'openalex', 1000, -1);
  await enrich(unknown(7));
  expect(seen('openalex')).toHaveLength(5);
  expect((await showSource(admin, 'openalex')).budget).toMatchObject({ spent: 10, resets_dt: expect.any(String) });
});

test('a search that costs more than the remaining budget is not sent', async () => {
  const { admin, seen, enrich } = await openService({ openalex: () => ({ headers: budget(9) }) });
  await enrich(unknown(1));
  await enrich(unknown(2));
  expect(seen('openalex')).toHaveLength(1);
  const { spent, limit, resets_dt } = (await showSource(admin, 'openalex')).budget;
  expect([spent, limit]).toEqual([991, 1000]);
  const seconds = (Date.parse(resets_dt) - Date.now()) / 1000;
  expect([seconds > 3000, seconds < 3660]).toEqual([true, true]);
});

const OWN = {
  openalex_api_key: 'own-openalex-key',
  crossref_api_token: 'own-crossref-token',
  crossref_api_mailto: 'own-crossref@lectern.example',
  unpaywall_email: 'own-unpaywall@lectern.example',
};
const KEYS = /own-openalex-key|own-crossref-token|operators-key/;
const emailOf = ({ path }: SeenRequest) => /[?&](?:email|mailto)=([^&]*)/.exec(path)?.[1]?.replace('%40', '@');
const isOwn = ({ headers, path }: SeenRequest) =>
  /own-/.test(`${headers.authorization}${headers['crossref-plus-api-token']}${path}`);

/** The administrator's scholar has a publication, and that of a user with own keys another. Both are enriched. */
async function enrichWithKeys(open: (answers?: Answers) => Promise<EnrichingService>, answer?: Answers['openalex']) {
  const service = await open(answer && { openalex: answer, crossref: answer, unpaywall: answer });
  const { sandbox, seen, enrich, newUser, collect } = service;
  await enrich(closed(1));
  sandbox.addScholar(TWO, 0);
  sandbox.addPublication(TWO, closed(2));
  const user = await newUser('ada');
  await user.ok('PUT', '/settings', { body: OWN });
  await collect(user, [TWO]);
  await untilEnriched(user, 1);
  const all = () => (['openalex', 'crossref', 'unpaywall'] as const).flatMap(seen);
  return { ...service, user, all };
}

test("a user's own keys are used only for that user's publications", async () => {
  const { seen, all, log } = await enrichWithKeys(openService);
  expect(seen('openalex').map(({ headers }) => headers.authorization)).toEqual([
    'Bearer operators-key',
    'Bearer own-openalex-key',
  ]);
  expect(seen('crossref').map(({ headers }) => headers['crossref-plus-api-token'])).toEqual([
    undefined,
    'Bearer own-crossref-token',
  ]);
  expect(seen('crossref').map(emailOf)).toEqual(['ops@lectern.example', OWN.crossref_api_mailto]);
  expect(seen('unpaywall').map(emailOf)).toEqual(['demo@lectern.example', OWN.unpaywall_email]);
  for (const { headers, path } of all()) {
    expect(headers['user-agent']).toMatch(/^Lectern\/\S+ \(.*mailto:ops@lectern\.example\)$/);
    expect(path).not.toContain('key');
  }
  expect(log()).not.toMatch(KEYS);
});

test("if own keys are refused, the operator's keys are used", async () => {
  const { seen, admin, log } = await enrichWithKeys(openService, (request) =>
    isOwn(request) ? { status: 401, body: '{"error":"Invalid API key"}' } : undefined,
  );
  expect(seen('openalex').map(({ headers }) => headers.authorization)).toEqual([
    'Bearer operators-key',
    'Bearer own-openalex-key',
    'Bearer operators-key',
  ]);
  const emails = (own: string, operators: string) => [operators, own, operators];
  expect(seen('crossref').map(emailOf)).toEqual(emails(OWN.crossref_api_mailto, 'ops@lectern.example'));
  expect(seen('unpaywall').map(emailOf)).toEqual(emails(OWN.unpaywall_email, 'demo@lectern.example'));
  for (const name of ['openalex', 'crossref', 'unpaywall'])
    expect(await showSource(admin, name)).toMatchObject({ cooldown_active: false, own_keys: { refused: 1 } });
  expect(log()).toContain("a source refused a user's own key");
  expect(log()).not.toMatch(KEYS);
});

test("without the operator's address, Unpaywall is used only for users with their own, and a refusal of it stops no search", async () => {
  let isRefused = false;
  const { seen, all, user, db, log } = await enrichWithKeys(openWithoutAddress, ({ path }) =>
    isRefused && path.includes('/unpaywall') ? { status: 401, body: '{}' } : undefined,
  );
  expect(seen('unpaywall').map(emailOf)).toEqual([OWN.unpaywall_email]);
  expect(seen('unpaywall')[0]?.path).toContain('10.5555/l.2');
  expect(seen('arxiv'), 'it is disabled').toEqual([]);
  for (const { headers } of all()) expect(headers['user-agent']).not.toContain('mailto');
  isRefused = true;
  await db.deleteFrom('source_responses').execute();
  // the second search finds the address refused
  for (const times of [2, 3]) {
    const { publication_id } = (await listShown(user))[0];
    await user.ok('POST', `/publications/${publication_id}/retry-pdf`);
    expect(await untilEnriched(user, 1, times)).toMatchObject([{ pdf_status: 'failed' }]);
  }
  expect(seen('unpaywall')).toHaveLength(2);
  expect(log()).not.toContain('"level":50');
});

test('the response to an own address that Unpaywall refuses is not cached', async () => {
  const { sandbox, newUser, collect } = await openService();
  sandbox.addPublication(ONE, { ...withDoi(1), copy: 'repository' });
  const user = await newUser('ada');
  await user.ok('PUT', '/settings', { body: { unpaywall_email: 'me@example.com' } });
  await collect(user, [ONE]);
  expect(await untilEnriched(user, 1)).toMatchObject([{ pdf_status: 'resolved' }]);
  const requested = sandbox.requests
    .filter(({ source }) => source === 'unpaywall')
    .map(({ path }) => path.split('=')[1]);
  expect(requested).toEqual(['me%40example.com', 'demo%40lectern.example']);
});

test("an own key has its own budget, and with too many requests it delays only its user's publications", async () => {
  let isTooMany = false;
  const service = await openService({
    openalex: (request) =>
      isTooMany && isOwn(request) ? { status: 429, headers: { 'retry-after': '7200' } } : undefined,
  });
  const { sandbox, db, admin, seen, enrich, newUser, collect } = service;
  await putBudget(db, 'openalex', 10_000);
  sandbox.addScholar(TWO, 0);
  sandbox.addPublication(TWO, unknown(1));
  const user = await newUser('ada');
  await user.ok('PUT', '/settings', { body: OWN });
  await collect(user, [TWO]);
  await untilEnriched(user, 1);
  await enrich(unknown(2));
  expect(seen('openalex').map(isOwn), 'the operator has no budget left').toEqual([true]);
  expect(await showSource(admin, 'openalex')).toMatchObject({ budget: { spent: 10_000 }, own_keys: { used_today: 1 } });

  isTooMany = true;
  await putBudget(db, 'openalex', 0);
  sandbox.addPublication(TWO, withDoi(3));
  const run = await user.ok('POST', '/runs/manual', { status: 201 });
  await until(async () => expect((await user.ok('GET', `/runs/${run.run_id}`)).run.end_dt).not.toBeNull());
  expect((await listShown(user)).map(({ pdf_status }) => pdf_status)).toContain('queued');
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from due_at - now())::float8 / 60 as minutes from enrichment where source = 'openalex'`.execute(
    db,
  );
  expect(rows[0]?.minutes).toBeGreaterThan(100);
  await enrich(withDoi(4));
  expect(seen('openalex').filter(isOwn), 'once, and not again').toHaveLength(2);
  expect(seen('openalex').at(-1)?.path).toContain('10.5555/l.4');
  await expectNoCooldown(service);
});
