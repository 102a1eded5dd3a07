import { expect, test } from 'vitest';
import { profileId, startService } from '../support/service.ts';
import { untilLookedUp } from './source-relay.ts';

const ONE = profileId(1);
const SOURCES = ['openalex', 'crossref', 'arxiv', 'unpaywall', 'europepmc'];
const works = [
  { title: 'Tides in estuaries of the north', oddity: 'unlisted', doi: null, arxivId: null, venue: 'Tides 3' },
  { title: 'Slow convergence of lattices', copy: 'closed', doi: '10.5555/l.1', venue: 'L, doi:10.5555/l.1' },
  { title: 'Winds', oddity: 'unlisted', doi: null, arxivId: '2103.01234', venue: 'arXiv preprint arXiv:2103.01234' },
] as const;

test.each(SOURCES)('%s is not used if it is disabled, and the others are', async (off) => {
  const env = { [`${off.toUpperCase()}_ENABLED`]: '0' };
  const { sandbox, collect, admin, db } = await startService({ sources: 'all', env });
  sandbox.addScholar(ONE, 0);
  for (const work of works) sandbox.addPublication(ONE, { authors: ['A Bauer'], year: 2021, ...work });
  await collect(admin, [ONE]);
  await untilLookedUp(db, works.length);
  const asked = SOURCES.filter((source) => sandbox.requestCount(source) > 0);
  expect(asked).toEqual(SOURCES.filter((source) => source !== off));
});

test('Unpaywall is not used without an address', async () => {
  const { sandbox, collect, admin, db } = await startService({ sources: 'all', env: { UNPAYWALL_EMAIL: '' } });
  sandbox.addScholar(ONE, 0);
  for (const work of works) sandbox.addPublication(ONE, { authors: ['A Bauer'], year: 2021, ...work });
  await collect(admin, [ONE]);
  await untilLookedUp(db, works.length);
  expect(sandbox.requestCount('unpaywall')).toBe(0);
  expect(sandbox.requestCount('europepmc')).toBeGreaterThan(0);
});
