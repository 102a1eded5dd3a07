import type { Publication } from '@lectern/sandbox';
import { expect, test } from 'vitest';
import { profileId, startService } from '../support/service.ts';
import { PLAIN } from './plain-publication.ts';
import { searchAgain, startRelay, untilLookedUp } from './source-relay.ts';

const ONE = profileId(1);
const DOI = '10.5555/meta.1';

/** Where the relay forwards requests. */
let behind = '';

async function startWith(work: Partial<Publication>, env: Record<string, string> = {}) {
  const service = await startService({ sources: 'all', env });
  const { sandbox, db, admin } = service;
  behind = sandbox.origin;
  sandbox.addScholar(ONE, 0);
  sandbox.addPublication(ONE, { ...PLAIN, doi: DOI, venue: `Lattices, doi:${DOI}`, copy: 'direct', ...work });
  await service.collect(admin, [ONE]);
  await untilLookedUp(db, 1);
  const [item] = (await admin.ok('GET', '/publications')).publications;
  return { ...service, id: item.publication_id, show: () => admin.ok('GET', `/publications/${item.publication_id}`) };
}

test("a publication shows the sources' abstract and authors", async () => {
  const { show } = await startWith({});
  const { abstract, abstract_source, authors, authors_source, has_all_authors } = await show();
  expect(abstract).toMatch(/^We study slow convergence of .* \(p < 0\.05\) & holds/);
  expect([abstract_source, authors_source, has_all_authors]).toEqual(['openalex', 'openalex', true]);
  expect(authors).toHaveLength(2);
  for (const [at, author] of authors.entries())
    expect(author).toEqual({
      position: at + 1,
      name: expect.stringMatching(at === 0 ? /^A\S+ Bauer$/ : /^J\S+ K\. Okafor$/),
      orcid: author.orcid === null ? null : expect.stringMatching(/^\d{4}-\d{4}-\d{4}-\d{4}$/),
      openalex_id: expect.stringMatching(/^A\d+$/),
    });
});

test("the publisher's abstract is preferred to that of OpenAlex", async () => {
  // found by its title at Crossref, then by its DOI at OpenAlex
  const { show } = await startWith({ venue: 'Lattices 7' });
  expect(await show()).toMatchObject({ abstract_source: 'crossref', authors_source: 'openalex' });
});

test('the metadata of a record that belongs to another publication is removed', async () => {
  let title: string | null = null;
  const relay = await startRelay(
    () => behind,
    ({ path }) =>
      path.includes('/openalex/') && title !== null
        ? { body: JSON.stringify({ id: 'https://openalex.org/W1', doi: `https://doi.org/${DOI}`, title }) }
        : undefined,
  );
  const service = await startWith({ copy: 'closed' }, { OPENALEX_BASE_URL: `${relay.origin}/openalex` });
  expect((await service.show()).authors_source).toBe('openalex');
  title = 'Lattices: Volume 7, Issue 2';
  await service.db.deleteFrom('source_responses').execute();
  await searchAgain(service.db);
  await untilLookedUp(service.db, 1);
  expect((await service.show()).authors_source).toBe('crossref');
});
