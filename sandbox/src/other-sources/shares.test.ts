import { expect, test } from 'vitest';
import { createLibrary } from '../library.ts';
import { copyKinds, oddities, type Publication } from '../publication.ts';
import { createCatalog } from './catalog.ts';
import { copyOf, isIndexedBy, oddityOf, pmcidOf } from './traits.ts';

const count = 4000;
const library = createLibrary();
library.addScholar('manyManyMany', count);
const publications = Array.from({ length: count }, (_, n) => library.publication({ owner: 'manyManyMany', n }));

const share = (among: readonly Publication[], fits: (publication: Publication) => boolean) =>
  among.filter(fits).length / among.length;

test('every way of keeping a copy and every oddity is drawn, the same in each library of a seed', () => {
  expect(new Set(publications.map(copyOf))).toEqual(new Set(copyKinds));
  expect(new Set(publications.map(oddityOf))).toEqual(new Set([null, ...oddities]));
  const again = createLibrary();
  again.addScholar('manyManyMany', count);
  const drawn = publications.map((_, n) => again.publication({ owner: 'manyManyMany', n }));
  expect(drawn.map(copyOf)).toEqual(publications.map(copyOf));
  expect(drawn.map(oddityOf)).toEqual(publications.map(oddityOf));
});

test('most free copies are direct, most publications are not odd, and few venues show the issue’s DOI', () => {
  const free = publications.filter(({ doi, openAccess }) => doi !== null && openAccess);
  expect(Math.abs(share(free, (publication) => copyOf(publication) === 'direct') - 0.6)).toBeLessThan(0.05);
  const withDoi = publications.filter(({ doi }) => doi !== null);
  expect(share(withDoi, (publication) => oddityOf(publication) === null)).toBeGreaterThan(0.85);
  expect(share(publications, (publication) => oddityOf(publication) === 'issue_doi')).toBeLessThanOrEqual(0.005);
  expect(share(withDoi, (publication) => isIndexedBy('openalex', publication))).toBeGreaterThan(0.97);
  expect(share(withDoi, (publication) => isIndexedBy('unpaywall', publication))).toBeGreaterThan(0.94);
  const europePmc = publications.filter(
    (publication) => copyOf(publication) === 'europepmc' && oddityOf(publication) !== 'crossref_only',
  );
  expect(europePmc.every((publication) => pmcidOf(publication) !== null)).toBe(true);
});

test('a search for the whole title finds each publication', () => {
  const catalog = createCatalog(library);
  const missing = publications.filter(
    (publication) => !catalog.byTitle(publication.title).some(({ cluster }) => cluster === publication.cluster),
  );
  expect(missing.map(({ title }) => title)).toEqual([]);
});
