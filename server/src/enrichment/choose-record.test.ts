import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordIdentifier, SourceRecord } from '../sources/record.ts';
import { chooseRecord, type OurPublication } from './choose-record.ts';

const publication: OurPublication = {
  title: 'Numerical models of tidal mixing in narrow straits',
  year: 2014,
  authorText: 'E Lund',
  venue: 'Journal of Tides 3 (1), 1-20',
};
const ofArxiv: OurPublication = { ...publication, venue: 'arXiv preprint arXiv:1401.00001' };

const doi = (value: string): RecordIdentifier => ({ kind: 'doi', value });
const arxiv: RecordIdentifier = { kind: 'arxiv', value: '1401.00001' };
const record = (identifiers: RecordIdentifier[], change: Partial<SourceRecord> = {}): SourceRecord => ({
  title: publication.title,
  year: 2014,
  authors: [{ name: 'Eva Lund', family: 'Lund' }],
  identifiers,
  pdfs: [],
  landingPages: [],
  evidenceUrl: null,
  ...change,
});

const article = record([doi('10.1000/tides')]);
const merged = record([doi('10.1000/tides'), arxiv]);
const preprint = record([doi('10.48550/arxiv.1401.00001'), arxiv]);
const earlier = record([arxiv], { year: 2013 });
const bare = record([]);
const longer = record([doi('10.1000/longer')], { title: `${publication.title}: a survey` });
const another = record([doi('10.1000/other')]);
const wrong = record([doi('10.1000/wrong')], { title: 'Sediments of the southern seas' });

test.each([
  ['no records: none', publication, [], null],
  ['an accepted record rather than a rejected one', publication, [wrong, article], article],
  ['no rejected record', publication, [wrong], null],
  ['the article rather than its preprint', publication, [preprint, article], article],
  ['the preprint if our publication is a preprint', ofArxiv, [article, preprint], preprint],
  ['an article that also has an arXiv id, since it is not a preprint', publication, [preprint, merged], merged],
  ['the exact year before all other criteria', publication, [earlier, preprint], preprint],
  ['the preprint of another year if it is the only record', publication, [earlier], earlier],
  ['the exact title rather than a longer one', publication, [longer, article], article],
  ['a record with a DOI rather than one without', publication, [bare, article], article],
  ['the first of two records with the same DOI', publication, [merged, article], merged],
  ['neither of two articles', publication, [article, another], null],
  ['neither of two articles, even if there are other records', publication, [preprint, article, bare, another], null],
  [
    'one of two versions of a preprint',
    publication,
    [record([doi('10.21203/rs.3.rs-1/v2')]), record([doi('10.21203/rs.3.rs-1/v1')])],
    record([doi('10.21203/rs.3.rs-1/v2')]),
  ],
] as const)('chooses %s', (_, ours, records, chosen) => {
  expect(chooseRecord(ours, records)?.record ?? null).toEqual(chosen);
});

test('the order of the records only decides between records of the same publication', () => {
  const all = [article, merged, preprint, earlier, bare, longer, another, wrong];
  const shuffled = fc
    .uniqueArray(fc.constantFrom(...all))
    .chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })));
  const doiOf = (records: readonly SourceRecord[]) => {
    const chosen = chooseRecord(publication, records);
    return chosen && [chosen.comparison.year, chosen.record.identifiers.find(({ kind }) => kind === 'doi')?.value];
  };
  fc.assert(
    fc.property(shuffled, ([some, others]) => {
      expect(doiOf(others)).toEqual(doiOf(some));
    }),
  );
});
