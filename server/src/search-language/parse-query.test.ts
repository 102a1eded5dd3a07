import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuery } from './parse-query.ts';
import type { Query, Range } from './query.ts';

/** A query in a short notation: `&`, `|` and `!` with parentheses. */
function show(query: Query | null): string {
  if (query === null) return '';
  switch (query.kind) {
    case 'and':
    case 'or':
      return `(${query.of.map(show).join(query.kind === 'and' ? ' & ' : ' | ')})`;
    case 'not':
      return `!${show(query.of)}`;
    case 'is':
      return `is=${query.state}`;
    case 'has':
      return `has=${query.part}`;
    case 'cites':
      return `cites=${query.publication}`;
    case 'year':
    case 'cited':
    case 'added':
      return `${query.kind}=${showRange(query)}`;
    default:
      return `${query.kind === 'text' ? '' : `${query.kind}=`}${query.isPhrase ? `[${query.text}]` : query.text}`;
  }
}

function showRange({ from, to }: Range<unknown>): string {
  const showEnd = (end: unknown) =>
    end === null ? '' : typeof end === 'object' ? Object.values(end).join(' ') : String(end);
  return `${showEnd(from)}..${showEnd(to)}`;
}

test.each([
  // plain words, among them titles that people paste
  ['', ''],
  ['deep  learning\t', '(deep & learning)'],
  ['Deep learning: a review', '(Deep & learning: & a & review)'],
  ['author: smith', '(author: & smith)'],
  ['a "deep nets', '(a & [deep nets])'],
  ['author:"jane', 'author=[jane]'],
  ['doi:10.1000/xyz', 'doi:10.1000/xyz'],
  ['state-of-the-art methods - a survey', '(state-of-the-art & methods & a & survey)'],
  ['C++: a (short) history', '(C++: & a & short & history)'],
  ['(Meta)-analysis of poly(ethylene)-based f(x)', '(Meta & -analysis & of & poly(ethylene)-based & f(x))'],
  ['a) first (second', '(a) & first & second)'],
  ['5" disks and 3.5" drives, 7 " wide', '(5" & disks & and & 3.5" & drives, & 7 & wide)'],
  ['or else', '(or & else)'],
  ['… ?! -- "" (…) - " *', ''],
  ['深度学习 データ', '(深度学习 & データ)'],
  // `or` binds more tightly than the space
  ['a b or c d', '(a & (b | c) & d)'],
  ['a OR b or c', '(a | b | c)'],
  ['(a b) or c', '((a & b) | c)'],
  ['a (b or (c d)', '(a & (b | (c & d)))'],
  ['a or -b', '(a | !b)'],
  ['order ore', '(order & ore)'],
  // negation and phrases
  ['a -b --c', '(a & !b & --c)'],
  ['-(a b)', '!(a & b)'],
  ['-"a b" -is:read', '(![a b] & !is=read)'],
  ['"Attention is all": a review', '([Attention is all] & a & review)'],
  ['“deep learning” „x“', '([deep learning] & [x])'],
  ['"f(x) or -y"', '[f(x) or -y]'],
  // fields
  ['author:smith Title:"deep nets"', '(author=smith & title=[deep nets])'],
  ["venue:o'neil scholar:12 tag:a/b abstract:x", "(venue=o'neil & scholar=12 & tag=a/b & abstract=x)"],
  ['(tag:foo) tag:f(x)', '(tag=foo & tag=f(x))'],
  ['\u200fauthor:سيبويه -\u200fx', '(author=سيبويه & !\u200fx)'],
  ['year:2020 year:>2020 year:>=2020 year:<2020', '(year=2020..2020 & year=2021.. & year=2020.. & year=..2019)'],
  ['year:2020..2024 year:2020.. cited:..10', '(year=2020..2024 & year=2020.. & cited=..10)'],
  [
    'cites:42 cites:"10.1000/A(1)" cites:https://lectern.example/?view=all&open=42 cites:https://lectern.example/?open=42&view=all',
    '(cites=42 & cites=10.1000/A(1) & cites=42 & cites=42)',
  ],
  ['cites:doi:10.1000/a -cites:https://doi.org/10.1000/a', '(cites=doi:10.1000/a & !cites=https://doi.org/10.1000/a)'],
  ['IS:Unread is:read is:favorite is:new', '(is=unread & is=read & is=favorite & is=new)'],
  ['has:pdf has:doi has:abstract', '(has=pdf & has=doi & has=abstract)'],
  ['added:7d added:<2w added:>3m', '(added=7 day.. & added=2 week.. & added=..3 month)'],
  ['added:2026-11-01.. added:..2026-11', '(added=2026-11-01.. & added=..2026-12-01)'],
  [
    'added:2024-02-29 added:>2025 added:<2025-12',
    '(added=2024-02-29..2024-03-01 & added=2026-01-01.. & added=..2025-12-01)',
  ],
])('%j', (text, shown) => {
  const { query, mistake } = parseQuery(text);
  expect(mistake).toBeNull();
  expect(show(query)).toBe(shown);
});

test.each([
  ['is:unred', 'unred', 'unread'],
  ['deep has:PFD', 'PFD', 'pdf'],
  ['is:xylophone', 'xylophone', null],
  ['year:abc', 'abc', null],
  ['year:2020..x', '2020..x', null],
  ['year:2024..2020', '2024..2020', '2020..2024'],
  ['added:2026-11..2026-10', '2026-11..2026-10', '2026-10..2026-11'],
  ['cited:..', '..', null],
  ['cited:>99999999999', '>99999999999', null],
  ['added:>7x', '>7x', null],
  ['added:2026-02-30', '2026-02-30', null],
  ['title:?', '?', null],
  ['cites:smith', 'smith', null],
  ['cites:0', '0', null],
  ['cites:https://example.org/42', 'https://example.org/42', null],
  ['author:(a or b)', '(a', null],
  ['a ( ) b', '( )', null],
  ['a or', 'or', null],
  ['(a or) b', 'or', null],
  ['is:a is:b', 'a', null],
  [`${'('.repeat(30)}a`, '(', null],
])('the mistake of %j', (text, part, suggestion) => {
  const { mistake } = parseQuery(text);
  const { position = 0, length = 0 } = mistake ?? {};
  expect([mistake && text.slice(position, position + length), mistake?.suggestion]).toEqual([part, suggestion]);
});

test('the parts of a search are its fields and phrases', () => {
  const text = 'deep author:"Jane Doe" -(is:read x) "a b" year:zz';
  const parts = parseQuery(text).parts.map(({ position, length, isNegated }) => [
    text.slice(position, position + length),
    isNegated,
  ]);
  expect(parts).toEqual([
    ['author:"Jane Doe"', false],
    ['is:read', true],
    ['"a b"', false],
  ]);
});

test('parsing never throws and takes linear time', () => {
  const pieces = [
    '(',
    ')',
    '"',
    '-',
    ' ',
    'or ',
    'a',
    'is:',
    'is:new',
    'year:',
    '..',
    '\u200f',
    '深',
    'author:x',
    '🙂',
  ];
  fc.assert(fc.property(fc.array(fc.constantFrom(...pieces)), (chosen) => void parseQuery(chosen.join(''))));
  for (const piece of ['a (b or "c d") ', '"a', 'x(', '(', '-(a ', 'or ', 'author:"', 'a'])
    parseQuery(piece.repeat(10_000 / piece.length));
});
