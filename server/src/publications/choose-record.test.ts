import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordIdentifier, SourceRecord } from '../sources/record.ts';
import { chooseRecord } from './choose-record.ts';
import type { OurWork } from './same-work.ts';

const work: OurWork = {
  title: 'Numerical models of tidal mixing in narrow straits',
  year: 2014,
  authorText: 'E Lund',
  venue: 'Journal of Tides 3 (1), 1-20',
};
const ofArxiv: OurWork = { ...work, venue: 'arXiv preprint arXiv:1401.00001' };

const doi = (value: string): RecordIdentifier => ({ kind: 'doi', value });
const arxiv: RecordIdentifier = { kind: 'arxiv', value: '1401.00001' };
const record = (identifiers: RecordIdentifier[], change: Partial<SourceRecord> = {}): SourceRecord => ({
  title: work.title,
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
const longer = record([doi('10.1000/longer')], { title: `${work.title}: a survey` });
const another = record([doi('10.1000/other')]);
const wrong = record([doi('10.1000/wrong')], { title: 'Sediments of the southern seas' });

test.each([
  ['none', work, [], null],
  ['only those that are accepted', work, [wrong, article], article],
  ['none that is not', work, [wrong], null],
  ['the article before its preprint', work, [preprint, article], article],
  ['the preprint where our work is one', ofArxiv, [article, preprint], preprint],
  ['the article that bears the arXiv id too is no preprint', work, [preprint, merged], merged],
  ['the exact year before all else', work, [earlier, preprint], preprint],
  ['the preprint of another year if it is alone', work, [earlier], earlier],
  ['the exact title before a longer one', work, [longer, article], article],
  ['one with a DOI before one without', work, [bare, article], article],
  ['the first of two with one DOI', work, [merged, article], merged],
  ['none of two articles', work, [article, another], null],
  ['none of two articles, whatever else is there', work, [preprint, article, bare, another], null],
  [
    'one of two versions',
    work,
    [record([doi('10.21203/rs.3.rs-1/v2')]), record([doi('10.21203/rs.3.rs-1/v1')])],
    record([doi('10.21203/rs.3.rs-1/v2')]),
  ],
] as const)('%s', (_, ours, records, chosen) => {
  expect(chooseRecord(ours, records)?.record ?? null).toEqual(chosen);
});

test('the order of the answer decides only between records of one work', () => {
  const all = [article, merged, preprint, earlier, bare, longer, another, wrong];
  const shuffled = fc
    .uniqueArray(fc.constantFrom(...all))
    .chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length })));
  const doiOf = (records: readonly SourceRecord[]) => {
    const chosen = chooseRecord(work, records);
    return chosen && [chosen.comparison.year, chosen.record.identifiers.find(({ kind }) => kind === 'doi')?.value];
  };
  fc.assert(
    fc.property(shuffled, ([some, others]) => {
      expect(doiOf(others)).toEqual(doiOf(some));
    }),
  );
});
