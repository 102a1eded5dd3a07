import type { Oddity, Publication } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { profileId, type Service, startService } from '../support/service.ts';
import { PLAIN, TITLE } from './plain-publication.ts';
import { identifiersOf, untilLookedUp } from './source-relay.ts';

const ONE = profileId(1);

async function lookUp(...works: Partial<Publication>[]): Promise<Service & { item: unknown }> {
  const service = await startService({ sources: 'all' });
  service.sandbox.addScholar(ONE, 0);
  for (const work of works) service.sandbox.addPublication(ONE, { ...PLAIN, ...work });
  await service.collect(service.admin, [ONE]);
  await untilLookedUp(service.db, works.length);
  const { publications } = await service.admin.ok('GET', '/publications?page_size=100');
  return Object.assign(service, { item: publications[0] });
}

const doisOf = (rows: Awaited<ReturnType<typeof identifiersOf>>) =>
  rows.flatMap(({ kind, value }) => (kind === 'doi' ? [value] : []));

test('publications with DOIs are requested fifty at a time, and no title is searched', async () => {
  const { sandbox, db } = await lookUp(
    ...Array.from({ length: 120 }, (_, at) => ({
      title: `${TITLE}, case ${at}`,
      venue: `Lattices, doi:10.5555/l.${at}`,
      doi: `10.5555/l.${at}`,
      copy: 'direct' as const,
    })),
  );
  expect(sandbox.requestCount('openalex')).toBe(3);
  expect(sandbox.requestCount('crossref')).toBe(0);
  const { rows } = await sql`
    select source, confidence, count(*)::int from publication_identifiers where kind = 'doi' group by 1, 2`.execute(db);
  expect(rows).toEqual([{ source: 'openalex', confidence: 0.95, count: 120 }]);
});

test('an arXiv id in the venue is requested before any title search', async () => {
  const { sandbox, db, item } = await lookUp({
    venue: 'arXiv preprint arXiv:2103.01234',
    arxivId: '2103.01234',
    doi: '10.5555/l.1',
  });
  const asked = sandbox.requests.filter(({ source }) => source !== 'google_scholar').map(({ path }) => path);
  expect(asked[0]).toContain('id_list=2103.01234');
  expect(asked.filter((path) => /search|query\.bib|ti%3A/.test(path))).toEqual([]);
  const rows = await identifiersOf(db, TITLE);
  const told = rows.map(({ kind, source, confidence }) => `${kind} by ${source} ${confidence}`);
  expect(told).toEqual([
    'arxiv by arxiv 0.95',
    'doi by arxiv 0.95',
    'openalex by openalex 0.95',
    'pmid by openalex 0.95',
  ]);
  expect(rows[0]).toMatchObject({ value: '2103.01234', evidence_url: 'https://arxiv.org/abs/2103.01234' });
  expect(item).toMatchObject({ doi: '10.5555/l.1', display_identifier: { kind: 'doi', confidence_score: 0.95 } });
});

test('each identifier keeps its source, confidence and evidence, and the table decides which is shown', async () => {
  const { db, item, sandbox } = await lookUp({ doi: '10.5555/l.2', copy: 'europepmc' });
  const rows = await identifiersOf(db, TITLE);
  const sources = Object.fromEntries(rows.map(({ kind, source, confidence }) => [kind, `${source} ${confidence}`]));
  expect(sources).toEqual({
    doi: 'openalex 0.95',
    openalex: 'openalex 0.95',
    pmid: 'openalex 0.95',
    pmcid: 'openalex 0.95',
  });
  for (const { evidence_url } of rows) expect(evidence_url).toMatch(/^https:\/\/openalex\.org\/W\d+$/);
  expect(sandbox.requestCount('crossref')).toBe(1);
  expect(item).toMatchObject({ doi: '10.5555/l.2', display_identifier: { kind: 'doi', value: '10.5555/l.2' } });
});

test.each<Oddity>(['comment', 'namesake', 'other_year'])(
  'a search that first offers a %s finds our work',
  async (oddity) => {
    const { db, item } = await lookUp({ doi: '10.5555/l.3', oddity });
    expect(doisOf(await identifiersOf(db, TITLE))).toEqual(['10.5555/l.3']);
    expect(item).toMatchObject({ doi: '10.5555/l.3' });
  },
);

test.each([
  ['a comment', { title: `Comment on: ${TITLE}` }],
  ['a publication by other authors', { authors: ['Q Zhang', 'R Silva'] }],
  ['one that is five years older', { year: 2016 }],
  ['one of the next year that is not a preprint', { year: 2022 }],
  ['another part', { title: `${TITLE}: part 2` }],
])('if the sources know only %s, nothing is used', async (_name, other) => {
  const service = await startService({ sources: 'all' });
  const { sandbox, db } = service;
  sandbox.addScholar(ONE, 0);
  sandbox.addScholar(profileId(2), 0);
  sandbox.addPublication(ONE, { ...PLAIN, oddity: 'unlisted', doi: null });
  sandbox.addPublication(profileId(2), { ...PLAIN, doi: '10.5555/other.1', copy: 'direct', ...other });
  await service.collect(service.admin, [ONE]);
  await untilLookedUp(db, 1);
  expect(await identifiersOf(db, TITLE)).toEqual([]);
  const { publications } = await service.admin.ok('GET', '/publications');
  expect(publications[0]).toMatchObject({ doi: null, display_identifier: null, pdf_url: null, pdf_status: 'failed' });
  expect(publications[0].pdf_failure_reason).toBe('no_identifier');
  expect(sandbox.requestCount('crossref')).toBe(1);
});

test('a preprint of the previous year is accepted if all authors agree', async () => {
  const service = await startService({ sources: 'all' });
  const { sandbox, db } = service;
  sandbox.addScholar(ONE, 0);
  sandbox.addScholar(profileId(2), 0);
  sandbox.addPublication(ONE, { ...PLAIN, oddity: 'unlisted', doi: null });
  sandbox.addPublication(profileId(2), { ...PLAIN, year: 2020, doi: null, arxivId: '2005.01234' });
  await service.collect(service.admin, [ONE]);
  await untilLookedUp(db, 1);
  expect(await identifiersOf(db, TITLE)).toContainEqual(
    expect.objectContaining({ kind: 'arxiv', value: '2005.01234', is_contradicted: false }),
  );
});

test.each([
  ['the article where it appeared in a journal', 'Journal of Lattices 7', '10.5555/l.4'],
  ['the preprint where that is what is listed', 'arXiv preprint', '10.48550/arxiv.2103.01234'],
])('of an article and its preprint, which match equally, %s is chosen', async (_name, venue, doi) => {
  const env = { CROSSREF_ENABLED: '0', EUROPEPMC_ENABLED: '0', ARXIV_ENABLED: '0' };
  const { sandbox, collect, admin, db } = await startService({ sources: 'all', env });
  sandbox.addScholar(ONE, 0);
  sandbox.addPublication(ONE, { ...PLAIN, venue, doi: '10.5555/l.4', arxivId: '2103.01234', oddity: 'preprint' });
  await collect(admin, [ONE]);
  await untilLookedUp(db, 1);
  expect(doisOf(await identifiersOf(db, TITLE))).toEqual([doi]);
});
