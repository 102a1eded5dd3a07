import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CandidateRow, candidateOf, findCandidatePairs, highOf, lowOf } from './candidate-pairs.ts';

const row = (id: number, title: string, change: Partial<CandidateRow> = {}): CandidateRow => ({
  id,
  title,
  authors: 'E Lund, K Berg',
  year: 2014,
  identifiers: [],
  ...change,
});

/** Pairs of ids that become candidates, as "1 2". */
function findCandidates(rows: readonly CandidateRow[], maxYearDelta = 1): string[] {
  const { pairs } = findCandidatePairs(rows.map(candidateOf), { maxYearDelta });
  const idAt = (place: number) => rows[place]?.id ?? 0;
  return [...pairs].map((pair) => [idAt(lowOf(pair)), idAt(highOf(pair))].sort((a, b) => a - b).join(' ')).sort();
}

describe('two publications become candidates', () => {
  test.each([
    ['a doubled letter', 'Tides of the northern sea', 'Tides of the norrthern sea'],
    ['a letter missing at the very beginning', 'Tides of the northern sea', 'ides of the northern sea'],
    ['two words misspelled', 'Tides of the northern sea', 'Tidess of the nothern sea'],
    ['joined words', 'A data base for tidal marshes', 'A database for tidal marshes'],
    ['no spaces at all', 'Currents below the ice', 'Currentsbelowtheice'],
    ['without its subtitle', 'Tidal marshes: a survey of forty years', 'Tidal marshes'],
    ['cut off', 'Sediment transport in shallow tidal basins of the north', 'Sediment transport in shallow tidal…'],
    ['something before it', 'Data mining techniques', 'Conference tutorial notes: data mining techniques'],
    ['accents and capitals', 'Über die Gezeiten', 'UBER DIE GEZEITEN.'],
    ['Chinese, one sign differs', '深度学习在图像识别中的应用研究', '深度学习在图象识别中的应用研究'],
    ['Arabic', 'دراسة في علوم البحار والمحيطات', 'دراسه في علوم البحار والمحيطات'],
    ['markup', 'Growth of α-synuclein in <i>E. coli</i>', 'Growth of alpha-synuclein in E. coli'],
  ])('%s', (_, one, other) => {
    expect(findCandidates([row(1, one), row(2, other, { authors: 'Lund E' })])).toEqual(['1 2']);
    expect(findCandidates([row(1, one), row(2, other, { year: null })])).toEqual(['1 2']);
  });

  test('by an identifier alone, whatever their titles are', () => {
    const shared = { identifiers: ['doi:10.5555/1'], authors: null };
    expect(
      findCandidates([row(1, 'Tides', shared), row(2, 'Editorial', shared), row(3, 'Winds', { authors: null })]),
    ).toEqual(['1 2']);
  });

  test('not if their years are further apart than allowed; an unknown year is not a difference', () => {
    const title = 'Tides of the northern sea';
    const years = [2010, 2011, 2013, null];
    const rows = years.map((year, at) => row(at + 1, title, { year }));
    expect(findCandidates(rows, 0)).toEqual(['1 4', '2 4', '3 4']);
    expect(findCandidates(rows, 1)).toEqual(['1 2', '1 4', '2 4', '3 4']);
    expect(findCandidates(rows, 2)).toEqual(['1 2', '1 4', '2 3', '2 4', '3 4']);
  });

  test('not by a title that many publications share', () => {
    const rows = Array.from({ length: 30 }, (_, at) => row(at + 1, "Editor's notes", { authors: `A Author${at}` }));
    expect(findCandidates(rows)).toEqual([]);
  });

  test('not if the words that they share are too common', () => {
    const subjects = ['gravitational lensing', 'maritime law', 'sheep farming', 'baroque organ music'];
    const rows = subjects.map((subject, at) => row(at + 1, `A study of ${subject}`, { authors: `A Author${at}` }));
    expect(findCandidates(rows)).toEqual([]);
  });

  test('in any order of the rows', () => {
    const words = ['tides', 'of', 'the', 'northern', 'sea', 'winds', 'and', 'stones'];
    const publications = fc.array(
      fc.record({
        title: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((some) => some.join(' ')),
        year: fc.constantFrom(null, 2013, 2014, 2016),
        authors: fc.constantFrom(null, 'E Lund', 'K Berg'),
      }),
      { minLength: 2, maxLength: 60 },
    );
    const shuffled = publications.chain((all) => {
      const rows = all.map((one, at) => row(at + 1, one.title, one));
      return fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }));
    });
    fc.assert(
      fc.property(shuffled, ([rows, others]) => {
        expect(findCandidates(others)).toEqual(findCandidates(rows));
      }),
      { numRuns: 30 },
    );
  });
});

test('a block that is too large keeps the most similar publications', () => {
  // all by one author in one year
  const rows = Array.from({ length: 600 }, (_, at) => row(at + 1, `Notes${at} upon topic${at} number${at % 7}`));
  rows.push(row(1001, 'Tides of the northern sea'), row(1002, 'Tides of the norrthern sea'));
  expect(findCandidates(rows)).toContain('1001 1002');
});
