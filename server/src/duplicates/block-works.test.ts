import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockWorks } from './block-works.ts';
import { type CandidateRow, CandidateTable } from './candidate-table.ts';
import { PairKeys } from './pair-keys.ts';

const row = (id: number, title: string, change: Partial<CandidateRow> = {}): CandidateRow => ({
  id,
  title,
  authors: 'E Lund, K Berg',
  year: 2014,
  identifiers: [],
  ...change,
});

/** Pairs of ids that become candidates, as "1 2". */
function candidates(rows: readonly CandidateRow[], maxYearDelta = 1): string[] {
  const table = new CandidateTable();
  for (const one of rows) table.add(one);
  const works = table.view();
  return [...blockWorks(works, { maxYearDelta }).pairs]
    .map((pair) => {
      const [a, b] = [works.ids[PairKeys.keyOf(pair)] ?? 0, works.ids[PairKeys.memberOf(pair)] ?? 0];
      return `${Math.min(a, b)} ${Math.max(a, b)}`;
    })
    .sort();
}

describe('works become candidates', () => {
  test.each([
    ['a doubled letter', 'Tides of the northern sea', 'Tides of the norrthern sea'],
    ['a letter missing at the very beginning', 'Tides of the northern sea', 'ides of the northern sea'],
    ['two words misspelt', 'Tides of the northern sea', 'Tidess of the nothern sea'],
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
    expect(candidates([row(1, one), row(2, other, { authors: 'Lund E' })])).toEqual(['1 2']);
    expect(candidates([row(1, one), row(2, other, { year: null })])).toEqual(['1 2']);
  });

  test('by an identifier alone, whatever their titles', () => {
    const shared = { identifiers: ['doi:10.5555/1'], authors: null };
    expect(
      candidates([row(1, 'Tides', shared), row(2, 'Editorial', shared), row(3, 'Winds', { authors: null })]),
    ).toEqual(['1 2']);
  });

  test('not when their years are further apart than allowed; an unknown year is no difference', () => {
    const title = 'Tides of the northern sea';
    const years = [2010, 2011, 2013, null];
    const rows = years.map((year, at) => row(at + 1, title, { year }));
    expect(candidates(rows, 0)).toEqual(['1 4', '2 4', '3 4']);
    expect(candidates(rows, 1)).toEqual(['1 2', '1 4', '2 4', '3 4']);
    expect(candidates(rows, 2)).toEqual(['1 2', '1 4', '2 3', '2 4', '3 4']);
  });

  test('not by a title that many works share', () => {
    const rows = Array.from({ length: 30 }, (_, at) => row(at + 1, "Editor's notes", { authors: `A Author${at}` }));
    expect(candidates(rows)).toEqual([]);
  });

  test('not when the words that they share say little', () => {
    const subjects = ['gravitational lensing', 'maritime law', 'sheep farming', 'baroque organ music'];
    const rows = subjects.map((subject, at) => row(at + 1, `A study of ${subject}`, { authors: `A Author${at}` }));
    expect(candidates(rows)).toEqual([]);
  });

  test('without holding hostile titles against anybody', () => {
    const hostile = [
      'x'.repeat(100_000),
      'word '.repeat(20_000),
      '\u202e\u2066\u200f',
      '🜁🜂🜃🜄',
      '…',
      '{{{{',
      '<<<<',
      '\\'.repeat(999),
    ];
    const rows = hostile.map((title, at) => row(at + 1, title, { authors: title }));
    const good = [row(91, 'Tides of the northern sea'), row(92, 'Tides of the norrthern sea')];
    expect(candidates([...rows, ...good])).toEqual(['91 92']);
  });

  test('in any order of the rows', () => {
    const words = ['tides', 'of', 'the', 'northern', 'sea', 'winds', 'and', 'stones'];
    const works = fc.array(
      fc.record({
        title: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((some) => some.join(' ')),
        year: fc.constantFrom(null, 2013, 2014, 2016),
        authors: fc.constantFrom(null, 'E Lund', 'K Berg'),
      }),
      { minLength: 2, maxLength: 60 },
    );
    const shuffled = works.chain((all) => {
      const rows = all.map((one, at) => row(at + 1, one.title, one));
      return fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }));
    });
    fc.assert(
      fc.property(shuffled, ([rows, others]) => {
        expect(candidates(others)).toEqual(candidates(rows));
      }),
      { numRuns: 30 },
    );
  });
});

test('a block that is too large loses what is alike last', () => {
  // all by one author in one year
  const rows = Array.from({ length: 600 }, (_, at) => row(at + 1, `Notes${at} upon topic${at} number${at % 7}`));
  rows.push(row(1001, 'Tides of the northern sea'), row(1002, 'Tides of the norrthern sea'));
  expect(candidates(rows)).toContain('1001 1002');
});
