import type { Sandbox } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runJob } from '../support/due.ts';
import {
  ageResponses,
  expectDistance,
  listIdentifiers,
  PLAIN,
  putBudget,
  searchAgain,
  TITLE,
  unknown,
  untilEnriched,
} from '../support/enrichment.ts';
import { enrichingOfFile } from './enriching-service.ts';

const openService = await enrichingOfFile();
const openWithIntervals = await enrichingOfFile({
  workers: 2,
  env: {
    ARXIV_MIN_INTERVAL_SECONDS: '0.4',
    CROSSREF_MIN_INTERVAL_SECONDS: '0.01',
    OPENALEX_MIN_INTERVAL_SECONDS: '0.2',
  },
});

const BY_DOI = { ...PLAIN, doi: '10.5555/l.1', venue: 'Lattices, doi:10.5555/l.1' };
const SOURCES = ['openalex', 'crossref', 'arxiv', 'unpaywall', 'europepmc'] as const;
const counts = (sandbox: Sandbox) => SOURCES.map((source) => sandbox.requestCount(source));

test('publications with the same query cost one request a source, at once, later and again, until the response expires', async () => {
  const { sandbox, admin, enrich, db } = await openService();
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
  const { sandbox, admin, enrich, db } = await openService();
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
  const { sandbox, admin, enrich, db } = await openService();
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
  const { db } = await openService();
  await sql`
    insert into source_responses (source, query, records, expires_at)
    select 'crossref', 'title:' || at, '[]', now() + make_interval(secs => case when at <= 2500 then -at else 600 end)
    from generate_series(1, 2510) at`.execute(db);
  await runJob(db, 'prune-answers');
  const { rows } = await sql`
    select count(*)::int as count, count(*) filter (where expires_at > now())::int as good from source_responses`.execute(
    db,
  );
  expect(rows).toEqual([{ count: 10, good: 10 }]);
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
  const { seen, admin, enrich } = await openService({
    [one.source]: ({ path }: { path: string }) => (one.isBatch(path) ? one.response : undefined),
  });
  const titles = ['Slow lattices', 'Tides in estuaries', 'Winds of the north'];
  await enrich(...titles.map((title, n) => ({ ...PLAIN, title, ...one.given(n) })));
  expect(seen(one.source).filter(({ path }) => one.isBatch(path))).toHaveLength(1);
  for (const title of titles)
    expect(await listIdentifiers(admin, title)).toContainEqual(expect.stringMatching(`by ${one.source} 0.95$`));
});

test('two workers keep the interval of arXiv, also after a slow response, and send it one request at a time', async () => {
  const { seen, maxAtOnce, enrich } = await openWithIntervals({
    arxiv: (_, number) => ({ milliseconds: number === 4 ? 2600 : 20 }),
  });
  await enrich(...Array.from({ length: 9 }, (_, n) => unknown(n)));
  expect(seen('arxiv')).toHaveLength(9);
  expect(maxAtOnce('arxiv')).toBe(1);
  expectDistance(seen('arxiv').slice(0, 4), 400);
  expectDistance(seen('arxiv').slice(4), 400);
});

test("the intervals in Crossref's headers and of free requests to OpenAlex are kept", async () => {
  const { db, seen, enrich } = await openWithIntervals({
    crossref: () => ({ headers: { 'x-rate-limit-limit': '4', 'x-rate-limit-interval': '1s' } }),
  });
  await putBudget(db, 'openalex', 1000);
  await enrich(unknown(1));
  const dois = [1, 2, 3, 4].map((n) => `10.5555/l.${n}`);
  await enrich(
    ...[2, 3, 4, 5, 6].map(unknown),
    ...dois.map((doi) => ({
      ...PLAIN,
      title: `${TITLE} ${doi}`,
      doi,
      venue: `Lattices, doi:${doi}`,
      copy: 'direct' as const,
    })),
  );
  expectDistance(seen('crossref').slice(1), 250);
  expect(seen('openalex'), 'a search costs more than is left').toHaveLength(4);
  expectDistance(seen('openalex'), 200);
});
