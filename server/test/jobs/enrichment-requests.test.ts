import type { Publication, Sandbox } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runJob } from '../support/due.ts';
import {
  ageResponses,
  expectDistance,
  listIdentifiers,
  PLAIN,
  searchAgain,
  startEnriching,
  TITLE,
  unknown,
  untilEnriched,
} from '../support/enrichment.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/wait.ts';

const BY_DOI = { ...PLAIN, doi: '10.5555/l.1', venue: 'Lattices, doi:10.5555/l.1' };
const SOURCES = ['openalex', 'crossref', 'arxiv', 'unpaywall', 'europepmc'] as const;
const counts = (sandbox: Sandbox) => SOURCES.map((source) => sandbox.requestCount(source));

test('publications with the same query cost one request a source, at once, later and again, until the response expires', async () => {
  const { sandbox, admin, enrich, db } = await startEnriching();
  const venues = ['Journal of Lattices 7', 'Proceedings on Lattices', 'Lattices in brief'];
  const [one, two, three] = venues.map((venue) => ({ ...unknown(1), venue }));
  await enrich({ ...one }, { ...two });
  expect(counts(sandbox)).toEqual([1, 1, 1, 0, 1]);
  const found = await enrich({ ...three });
  expect(found.map(({ pdf_failure_reason }) => pdf_failure_reason)).toEqual(Array(3).fill('no_identifier'));
  for (const times of [2, 3]) {
    await searchAgain(db);
    await untilEnriched(admin, 3, times);
  }
  expect(counts(sandbox)).toEqual([1, 1, 1, 0, 1]);
  await ageResponses(db, 30 * 24 + 1);
  await searchAgain(db);
  await untilEnriched(admin, 3, 4);
  expect(counts(sandbox)).toEqual([2, 2, 2, 0, 2]);
});

test('the response for a DOI serves the next publication with it, and is cached for a week if it has copies', async () => {
  const known = { ...BY_DOI, copy: 'direct' } as const;
  const second = `${TITLE}: a second look`;
  const { sandbox, admin, enrich, db } = await startEnriching();
  await enrich(known);
  const before = counts(sandbox);
  await ageResponses(db, 160);
  await enrich({ ...known, title: second });
  expect(counts(sandbox)).toEqual(before);
  expect(await listIdentifiers(admin, second)).toEqual(await listIdentifiers(admin, TITLE));
  await ageResponses(db, 10);
  await enrich({ ...known, title: `${TITLE}: a third look` });
  expect(sandbox.requestCount('openalex')).toBe(2);
});

test('an unknown DOI is cached for less than a day, so the next automatic retry finds news', async () => {
  const { sandbox, admin, enrich, db } = await startEnriching();
  await enrich({ ...BY_DOI, doi: null, oddity: 'unlisted' });
  // Crossref last, for the publication's page
  expect(counts(sandbox)).toEqual([1, 1, 0, 1, 1]);
  await ageResponses(db, 19);
  await searchAgain(db);
  await untilEnriched(admin, 1, 2);
  expect(counts(sandbox)).toEqual([1, 1, 0, 1, 1]);
  await ageResponses(db, 2);
  await searchAgain(db);
  await untilEnriched(admin, 1, 3);
  expect(counts(sandbox)).toEqual([2, 2, 0, 2, 2]);
});

test('expired responses are deleted, however many there are, and others stay', async () => {
  const { db } = await startService({ sources: 'google_scholar' });
  await sql`
    insert into source_responses (source, query, records, expires_at)
    select 'crossref', 'title:' || at, '[]', now() + make_interval(secs => case when at <= 2500 then -at else 600 end)
    from generate_series(1, 2510) at`.execute(db);
  await runJob(db, 'prune-answers');
  await until(async () => {
    const { rows } = await sql`
      select count(*)::int as count, count(*) filter (where expires_at > now())::int as good from source_responses`.execute(
      db,
    );
    expect(rows).toEqual([{ count: 10, good: 10 }]);
  });
});

const ONE_OF_EACH: readonly Partial<Publication>[] = [
  { title: 'Tides in estuaries of the north', oddity: 'unlisted', doi: null, arxivId: null, venue: 'Tides 3' },
  { title: 'Slow convergence of lattices', copy: 'closed', doi: '10.5555/l.1', venue: 'L, doi:10.5555/l.1' },
  { title: 'Winds', oddity: 'unlisted', doi: null, arxivId: '2103.01234', venue: 'arXiv preprint arXiv:2103.01234' },
];

test.each([
  ...SOURCES.map((source) => ({ off: source, env: { [`${source.toUpperCase()}_ENABLED`]: '0' } })),
  { off: 'unpaywall', env: { UNPAYWALL_EMAIL: '' } },
])('with $env, $off is not used, and the others are', async ({ off, env }) => {
  const { sandbox, enrich } = await startEnriching({ env });
  await enrich(...ONE_OF_EACH.map((publication) => ({ authors: ['A Bauer'], year: 2021, ...publication })));
  const requested = SOURCES.filter((source) => sandbox.requestCount(source) > 0);
  expect(requested).toEqual(SOURCES.filter((source) => source !== off));
});

test.each(
  [
    {
      source: 'openalex' as const,
      given: (n: number) => ({ doi: `10.5555/l.${n}`, venue: `Journal, doi:10.5555/l.${n}`, copy: 'direct' as const }),
      isBatch: (path: string) => /filter=doi.*%7C/.test(path),
    },
    {
      source: 'arxiv' as const,
      given: (n: number) => ({ arxivId: `2103.0123${n}`, venue: `arXiv preprint arXiv:2103.0123${n}` }),
      isBatch: (path: string) => /id_list=[^&]*%2C/.test(path),
    },
  ].flatMap((one) => [
    { ...one, isHow: 'is rejected', response: { status: 400, body: 'Bad request' } },
    { ...one, isHow: 'has a response over the size limit', response: { body: ' '.repeat(9 * 1024 * 1024) } },
  ]),
)('if a batch request $isHow at $source, each publication is requested separately', async (one) => {
  const { relay, admin, enrich } = await startEnriching({
    relayed: [one.source],
    answer: ({ path }) => (one.isBatch(path) ? one.response : undefined),
  });
  const titles = ['Slow lattices', 'Tides in estuaries', 'Winds of the north'];
  await enrich(...titles.map((title, n) => ({ ...PLAIN, title, ...one.given(n) })));
  expect(relay.seen.filter(({ path }) => one.isBatch(path))).toHaveLength(1);
  for (const title of titles)
    expect(await listIdentifiers(admin, title)).toContainEqual(expect.stringMatching(`by ${one.source} 0.95$`));
});

test.each([
  ['two workers keep the interval of arXiv and send it one request at a time', 2, 20],
  ['the interval is also kept after a slow response', 1, 2600],
])('%s', async (_what, workers, slowMs) => {
  const { relay, enrich } = await startEnriching({
    workers,
    relayed: ['arxiv'],
    env: { ARXIV_MIN_INTERVAL_SECONDS: '0.4' },
    answer: (_, number) => (slowMs < 1000 || number === 1 ? { milliseconds: slowMs } : undefined),
  });
  await enrich(...Array.from({ length: 12 }, (_, n) => unknown(n)));
  expect([relay.seen.length, relay.maxAtOnce()]).toEqual([12, 1]);
  expectDistance(relay.seen, 400);
});

test("the interval in Crossref's headers is kept", async () => {
  const { relay, enrich } = await startEnriching({
    relayed: ['crossref'],
    env: { CROSSREF_MIN_INTERVAL_SECONDS: '0.01' },
    answer: () => ({ headers: { 'x-rate-limit-limit': '4', 'x-rate-limit-interval': '1s' } }),
  });
  await enrich(unknown(1));
  await enrich(...[2, 3, 4, 5, 6, 7, 8].map(unknown));
  expect(relay.seen).toHaveLength(8);
  expectDistance(relay.seen.slice(1), 250);
});
