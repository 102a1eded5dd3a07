import { expect, test } from 'vitest';
import { createLibrary } from '../library.ts';
import { copyKinds, oddities, type Work } from '../work.ts';
import { createCatalogue } from './catalogue.ts';
import { copyOf, oddityOf } from './draw-traits.ts';
import { knows, pmcidOf } from './holdings.ts';

const count = 4000;
const library = createLibrary(7);
library.addScholar('manyManyMany', count);
const works = Array.from({ length: count }, (_, n) => library.work({ owner: 'manyManyMany', n }));

const share = (among: readonly Work[], fits: (work: Work) => boolean) => among.filter(fits).length / among.length;

test('every way of keeping a copy and every oddity is drawn, the same in each library of a seed', () => {
  expect(new Set(works.map(copyOf))).toEqual(new Set(copyKinds));
  expect(new Set(works.map(oddityOf))).toEqual(new Set([null, ...oddities]));
  const again = createLibrary(7);
  again.addScholar('manyManyMany', count);
  const drawn = works.map((_, n) => again.work({ owner: 'manyManyMany', n }));
  expect(drawn.map(copyOf)).toEqual(works.map(copyOf));
  expect(drawn.map(oddityOf)).toEqual(works.map(oddityOf));
});

test('most free copies are direct, most works are not odd, and few venues show the issue’s DOI', () => {
  const free = works.filter(({ doi, openAccess }) => doi !== null && openAccess);
  expect(Math.abs(share(free, (work) => copyOf(work) === 'direct') - 0.6)).toBeLessThan(0.05);
  const withDoi = works.filter(({ doi }) => doi !== null);
  expect(share(withDoi, (work) => oddityOf(work) === null)).toBeGreaterThan(0.85);
  expect(share(works, (work) => oddityOf(work) === 'issue_doi')).toBeLessThanOrEqual(0.005);
  expect(share(withDoi, (work) => knows('openalex', work))).toBeGreaterThan(0.97);
  expect(share(withDoi, (work) => knows('unpaywall', work))).toBeGreaterThan(0.94);
  const europePmc = works.filter((work) => copyOf(work) === 'europepmc' && oddityOf(work) !== 'crossref_only');
  expect(europePmc.every((work) => pmcidOf(work) !== null)).toBe(true);
});

test('a search for the whole title finds each work', () => {
  const catalogue = createCatalogue(library);
  const missing = works.filter(
    (work) => !catalogue.byTitle(work.title).some(({ cluster }) => cluster === work.cluster),
  );
  expect(missing.map(({ title }) => title)).toEqual([]);
});
