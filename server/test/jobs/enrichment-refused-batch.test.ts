import { expect, test } from 'vitest';
import { profileId, startService } from '../support/service.ts';
import { identifiersOf, startRelay, untilLookedUp } from './source-relay.ts';

const ONE = profileId(1);
const TITLES = ['Slow lattices', 'Tides in estuaries', 'Winds of the north'];

test.each(
  [
    {
      source: 'openalex',
      variable: 'OPENALEX_BASE_URL',
      given: (n: number) => ({ doi: `10.5555/l.${n}`, venue: `Journal, doi:10.5555/l.${n}`, copy: 'direct' as const }),
      isBatch: (path: string) => /filter=doi.*%7C/.test(path),
    },
    {
      source: 'arxiv',
      variable: 'ARXIV_BASE_URL',
      given: (n: number) => ({ doi: null, arxivId: `2103.0123${n}`, venue: `arXiv preprint arXiv:2103.0123${n}` }),
      isBatch: (path: string) => /id_list=[^&]*%2C/.test(path),
    },
  ].flatMap((one) => [
    { ...one, isHow: 'is rejected', answer: { status: 400, body: 'Bad request' } },
    { ...one, isHow: 'has a response over the size limit', answer: { status: 200, body: ' '.repeat(9 * 1024 * 1024) } },
  ]),
)('if a batch request $isHow at $source, each publication is requested separately', async (one) => {
  const relay = await startRelay(
    () => sandbox.origin,
    ({ path }) => (one.isBatch(path) ? one.answer : undefined),
  );
  const { sandbox, collect, admin, db } = await startService({
    sources: 'all',
    env: { [one.variable]: `${relay.origin}/${one.source}` },
  });
  sandbox.addScholar(ONE, 0);
  for (const [n, title] of TITLES.entries())
    sandbox.addPublication(ONE, { title, authors: ['A Bauer'], year: 2021, arxivId: null, ...one.given(n) });
  await collect(admin, [ONE]);
  await untilLookedUp(db, TITLES.length);
  expect(relay.seen.filter(({ path }) => one.isBatch(path))).toHaveLength(1);
  for (const title of TITLES)
    expect(await identifiersOf(db, title)).toContainEqual(
      expect.objectContaining({ source: one.source, confidence: 0.95 }),
    );
});
