import { describe, expect, test } from 'vitest';
import { fingerprintOf, firstAuthor, normalizeTitle } from './fingerprint.ts';

const publication = { title: 'On Graph Networks', year: 2019, authors: 'A Müller, B Chen' };
const of = (change: Partial<{ title: string; year: number | null; authors: string | null }>) =>
  fingerprintOf({ ...publication, ...change });

describe('fingerprints are equal for the same publication', () => {
  test.each([
    ['case and punctuation', { title: 'ON “graph”-networks.' }],
    ['accents', { authors: 'A. Muller, someone else' }],
    ['Unicode form', { title: 'On Graph Networks'.normalize('NFKD'), authors: 'A Mu\u0308ller' }],
    ['invisible characters', { title: 'On\u00a0Gra\u00adph Networks\u200f' }],
    ['co-authors', { authors: 'A Müller; Z Zed' }],
    ['full-width comma', { authors: 'A Müller，B Chen' }],
    ['a given name in full', { authors: 'Anna Müller, Bo Chen' }],
    ['initials after the family name', { authors: 'Müller A, Chen B' }],
    ['a form in another script', { authors: 'Anna Müller (安娜), Bo Chen' }],
    ['a form in another script before', { authors: '安娜 Anna Müller' }],
  ])('%s', (_, change) => {
    expect(of(change)).toBe(of({}));
  });

  test('Roman numerals in one character', () => {
    expect(of({ title: 'Proofs, Part Ⅱ' })).toBe(of({ title: 'Proofs, part II' }));
  });
});

describe('fingerprints differ for different publications', () => {
  test.each([
    ['Proofs, Part I', 'Proofs, Part II'],
    ['Proofs, Part 1', 'Proofs, Part 2'],
    ['Proofs Ⅰ', 'Proofs Ⅱ'],
    ['Programming in C', 'Programming in C++'],
    ['Programming in C', 'Programming in C#'],
    ['α decay', 'β decay'],
    ['图神经网络', '图网络'],
    ['Supply and demand', 'Supply or demand'],
  ])('%s / %s', (a, b) => {
    expect(of({ title: a })).not.toBeNull();
    expect(of({ title: a })).not.toBe(of({ title: b }));
  });

  test('another year or first author', () => {
    expect(new Set([of({}), of({ year: 2020 }), of({ authors: 'B Chen, A Müller' })]).size).toBe(3);
  });
});

describe('there is no fingerprint', () => {
  test.each([
    'Editorial',
    'EDITORIAL.',
    'Éditorial',
    "Editor's Note",
    'Editor’s note',
    'Introduction',
    'Preface',
    'Book Review',
    'Erratum',
    'Chapter 1',
    'Chapter 12',
    'Part II',
    'Editorial 3',
    'Guest Editorial:',
    'Vorwort',
    'Einführung',
    'まえがき',
    '前言',
    'Введение',
    '',
    '…',
    '1984',
    '12 (3)',
    '!?',
    '🙂',
  ])('for the title %j', (title) => {
    expect(of({ title })).toBeNull();
  });

  test.each(['A title that was cut off…', 'A title that was cut off ...', 'A title that was cut off … '])(
    'for %j',
    (title) => {
      expect(of({ title })).toBeNull();
    },
  );

  test('without year or author', () => {
    expect(of({ year: null })).toBeNull();
    for (const authors of [null, '', '…', '... , B Chen', ' , B Chen'])
      expect(of({ authors }), String(authors)).toBeNull();
  });

  test('but a longer title that begins with a generic one has one', () => {
    for (const title of ['Editorial: graphs', 'Introduction to graphs', 'Part of the whole', 'Chapter 1 of Genesis']) {
      expect(of({ title }), title).not.toBeNull();
    }
  });
});

test('title and first author are normalized', () => {
  expect(normalizeTitle('  “C++” & C#: Naïve—Æsthetic! ')).toBe('c++ c# naive aesthetic');
  expect(firstAuthor('J.-P. Dupont, X Y')).toBe('j p dupont');
  expect(firstAuthor('王小明、李四')).toBe('王小明');
});
