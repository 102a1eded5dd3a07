import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MATCHING_CASES } from '../../bench/matching-cases.ts';
import { cpuMs } from '../../test/support/cpu-time.ts';
import type { SourceRecord } from '../sources/record.ts';
import { acceptsByTitle, contradicts, type OurPublication } from './choose-record.ts';

const record = (change: Partial<SourceRecord>): SourceRecord => ({
  title: null,
  year: null,
  authors: [],
  identifiers: [],
  pdfs: [],
  landingPages: [],
  evidenceUrl: null,
  ...change,
});

describe('a record from a search by title', () => {
  test.each(MATCHING_CASES.map((one) => [one.isFound, one.what, one] as const))(
    'is accepted (%s): %s',
    (isFound, _, { publication, record }) => {
      expect(acceptsByTitle(publication, record).verdict === 'agrees').toBe(isFound);
    },
  );

  test('the comparison says what agreed', () => {
    const publication: OurPublication = {
      title: 'Tides of the north',
      year: 2014,
      authorText: 'E Lund, K Berg',
      venue: null,
    };
    const theirs = { title: 'Tides of the North.', authors: [{ name: 'Eva Lund', family: 'Lund' }] };
    expect(acceptsByTitle(publication, record({ ...theirs, year: 2014 }))).toEqual({
      verdict: 'agrees',
      title: 'same',
      year: 'same',
      author: 'all',
    });
    expect(acceptsByTitle(publication, record({ ...theirs, year: 2013 }))).toEqual({
      verdict: 'unknown',
      title: 'same',
      year: 'near',
      author: 'all',
    });
    expect(acceptsByTitle(publication, record({ ...theirs, year: 2011 })).verdict).toBe('differs');
  });
});

const FAMILIES = ['Müller', 'van der Berg', 'García-Molina', 'O’Connell', 'Wang', 'Sørensen', 'de Witt', 'Łukasz'];
const people = fc.uniqueArray(
  fc.record({ given: fc.constantFrom('Anna', 'Jan Karl', 'Xiao-Ming', 'René'), family: fc.constantFrom(...FAMILIES) }),
  {
    minLength: 1,
    maxLength: 8,
    selector: ({ family }) => family,
  },
);
const words = fc.constantFrom('tidal', 'mixing', 'straits', 'models', 'northern', 'energy', 'sediments', 'coastal');
const listed = fc.record({
  title: fc.array(words, { minLength: 4, maxLength: 12 }).map((all) => all.join(' ')),
  year: fc.integer({ min: 1900, max: 2030 }),
  people,
});

type Person = { readonly given: string; readonly family: string };
const abbreviated = ({ given, family }: Person) => `${given.replace(/(\p{Lu})\p{Ll}*[\s-]?/gu, '$1')} ${family}`;
const publicationOf = ({
  title,
  year,
  people,
}: {
  title: string;
  year: number;
  people: readonly Person[];
}): OurPublication => ({
  title,
  year,
  authorText: people.map(abbreviated).join(', '),
  venue: null,
});
const recordOf = ({ title, year, people }: { title: string; year: number; people: readonly Person[] }) =>
  record({
    title: `${title.toUpperCase()}.`,
    year,
    authors: people.map(({ given, family }) => ({ name: `${given} ${family}`, family })),
  });

describe('for generated publications', () => {
  test('a record is accepted if the authors are abbreviated and cut off', () => {
    fc.assert(
      fc.property(listed, fc.integer({ min: 1, max: 8 }), (one, shown) => {
        const publication = publicationOf(one);
        expect(acceptsByTitle(publication, recordOf(one)).verdict).toBe('agrees');
        const some = one.people.slice(0, shown).map(abbreviated).join(', ');
        expect(acceptsByTitle({ ...publication, authorText: `${some}, ...` }, recordOf(one)).verdict).toBe('agrees');
      }),
    );
  });

  test('no record is accepted if title, year or author is missing or differs', () => {
    fc.assert(
      fc.property(listed, (one) => {
        const publication = publicationOf(one);
        const theirs = recordOf(one);
        const wrong: Partial<SourceRecord>[] = [
          { title: null },
          { title: `${one.title} 2` },
          { title: `Comment on "${one.title}"` },
          { year: null },
          { year: one.year + 1 },
          { year: one.year - 3 },
          { authors: [] },
          { authors: [{ name: 'Somebody Else', family: 'Else' }] },
        ];
        for (const change of wrong) {
          expect(acceptsByTitle(publication, { ...theirs, ...change }).verdict, JSON.stringify(change)).not.toBe(
            'agrees',
          );
        }
        expect(acceptsByTitle({ ...publication, year: null }, theirs).verdict).toBe('unknown');
        expect(acceptsByTitle({ ...publication, authorText: null }, theirs).verdict).toBe('unknown');
      }),
    );
  });

  test('an accepted record is never contradicted, and odd text causes no error', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('A Bauer', ',', '...', '…', '<i>', '$', '\\alpha', '{', ' ', ':', '2', 'II', '潮'), {
          maxLength: 30,
        })
        .map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, text, text, text, (ours, theirs, authorText, name) => {
        const publication = { title: ours, year: 2014, authorText, venue: null };
        for (const title of [ours, theirs, null]) {
          const one = record({ title, year: 2014, authors: [{ name, family: null }] });
          if (acceptsByTitle(publication, one).verdict === 'agrees')
            expect(contradicts(publication, one).verdict).toBe('agrees');
        }
      }),
    );
  });

  test('long texts are compared fast', () => {
    const authors = Array.from({ length: 3000 }, (_, n) => ({ name: `Name${n} Family${n}`, family: `Family${n}` }));
    const started = cpuMs();
    for (const part of ['a ', '<a', '\\alpha', '(', 'é', 'A. ', 'x, ']) {
      const publication = { title: part.repeat(50_000), year: 2014, authorText: part.repeat(50_000), venue: null };
      expect(
        acceptsByTitle(publication, record({ title: `${part.repeat(50_000)}b`, year: 2014, authors })).verdict,
      ).not.toBe('agrees');
    }
    expect(cpuMs() - started).toBeLessThan(10_000);
  });
});

describe('a record found by an identifier in our text', () => {
  const publication: OurPublication = {
    title: 'Tidal mixing in narrow straits',
    year: 2014,
    authorText: 'E Lund',
    venue: null,
  };
  const eva = [{ name: 'Eva Lund', family: 'Lund' }];

  test.each([
    ['agrees', false, 'the same title, without author and year', { title: 'Tidal Mixing in Narrow Straits' }],
    ['agrees', false, 'of another year', { title: 'Tidal mixing in narrow straits', year: 2009 }],
    ['agrees', false, 'with its subtitle', { title: 'Tidal mixing in narrow straits: a model' }],
    ['agrees', false, 'a review, by its subtitle', { title: 'Tidal mixing in narrow straits: a review', authors: eva }],
    ['unknown', false, 'no title', { year: 2014 }],
    ['unknown', false, 'a similar title', { title: 'On mixing in narrow tidal channels and straits' }],
    ['unknown', false, 'in another script', { title: 'Приливное перемешивание в узких проливах' }],
    ['differs', true, 'the front matter', { title: 'Front matter', authors: [{ name: 'Jo Lie', family: 'Lie' }] }],
    ['differs', true, 'the issue', { title: 'Proceedings of the Conference on Oceans' }],
    ['differs', true, 'an erratum', { title: 'Erratum: Tidal mixing in narrow straits', authors: eva }],
    ['unknown', false, 'with an additional number', { title: 'Tidal mixing in 12 narrow straits', authors: eva }],
    [
      'differs',
      false,
      'another publication of the same author, or a translation',
      { title: 'Sediments of the southern seas', authors: eva },
    ],
    [
      'differs',
      true,
      'of another author',
      { title: 'Sediments of the southern seas', authors: [{ name: 'Jo Lie', family: null }] },
    ],
    [
      'differs',
      true,
      'another part of the same author',
      { title: 'Tidal mixing in narrow straits: part II', authors: eva },
    ],
  ] as const)('%s (sure: %s): %s', (verdict, sure, _, change) => {
    expect(contradicts(publication, record(change))).toMatchObject({ verdict, sure });
  });

  test('another year in the title proves another publication, even of the same author', () => {
    const report = { ...publication, title: 'Report on the 2013 workshop on tidal mixing' };
    const next = record({ title: 'Report on the 2014 workshop on tidal mixing', authors: eva });
    expect(contradicts(report, next)).toMatchObject({ verdict: 'differs', title: 'related', sure: true });
  });

  test('an editorial is not contradicted by its longer title', () => {
    expect(contradicts({ ...publication, title: 'Editorial' }, record({ title: 'Editorial: tides' })).verdict).toBe(
      'unknown',
    );
  });
});
