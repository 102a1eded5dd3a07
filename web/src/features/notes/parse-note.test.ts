import { expect, test } from 'vitest';
import { parseNote } from './parse-note.ts';

const LENGTH = 20_000;
const fill = (piece: string) => (length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const lines = (lineOf: (at: number) => string) => (length: number) => {
  let text = '';
  for (let at = 0; text.length < length; at += 1) text += `${lineOf(at)}\n`;
  return text.slice(0, length);
};
const behind = (start: string, piece: string) => (length: number) => `${start}${fill(piece)(length - start.length)}`;

/**
 * Texts for which implementations of Markdown need quadratic time, or which become many times as long. The first ones
 * are from CommonMark's own tests.
 */
const ADVERSE: Readonly<Record<string, (length: number) => string>> = {
  brackets: fill('['),
  'nested brackets': (length) => `${'['.repeat(length / 2)}${']'.repeat(length / 2)}`,
  'open links': fill('[a](b'),
  'open images': fill('![[]()'),
  'starts of images': fill('!['),
  'starts of emphasis': fill('*a **a '),
  'ends of emphasis': fill('a** '),
  'mixed emphasis': fill('*a_ '),
  'pairs of emphasis': fill('a**b'),
  links: fill('[a](b)'),
  'starts of strikethrough': fill('~~a '),
  'runs of backticks': (length) =>
    Array.from({ length: Math.floor(Math.sqrt(2 * length)) - 2 }, (_, at) => `e${'`'.repeat(at)}`).join(''),
  'nested quotes': fill('> '),
  'lines of quotes': fill('> a\n'),
  'nested lists': lines((at) => `${' '.repeat(2 * (at % 400))}- a`),
  'nested lists in a line': fill('* '),
  'long lists': fill('- a\n'),
  'quotes in lists': fill('> - '),
  tables: fill('a|b\n-|-\nc|d\n\n'),
  'a wide table': (length) => `${'|'.repeat(100)}\n${'|-'.repeat(99)}|\n${fill('a\n')(length - 300)}`,
  'a long table': behind('|a|b|\n|-|-|\n', '|a|b|\n'),
  'no line of a table': (length) => `${fill('|-')(length)}x`,
  references: behind('[a]: u\n\n', '[a]'),
  'a long reference': (length) => `[a]: /u "${'x'.repeat(length / 2)}"\n\n${fill('[a]')(length / 2)}`,
  'many references': lines((at) => `[${at}]: u`),
  'starts of references': fill('[a\n'),
  entities: fill('&amp;'),
  'starts of entities': fill('&'),
  autolinks: fill('<http://a>'),
  'starts of tags': fill('<a '),
  addresses: fill('http://a.b '),
  'a long address': behind('http://a.b/', '('),
  mailboxes: fill('a@b.c '),
  'starts of mailboxes': fill('a.b@'),
  comments: fill('<!-- '),
  instructions: fill('<?'),
  headings: fill('# a\n'),
  underlines: fill('a\n=\n'),
  'an underline at last': (length) => `${fill('a\n')(length)}=`,
  footnotes: lines((at) => `[^${at}]: see [^${at + 1}]`),
  'marks of a footnote': behind('[^a]: b\n\n', '[^a]'),
  fences: fill('```\n'),
  spaces: (length) => `a${' '.repeat(length)}b`,
  'spaces that do not break': fill('\u00a0*a'),
  'hard breaks': fill('a  \n'),
  backslashes: fill('\\'),
  words: fill('word '),
};

test.each(Object.entries(ADVERSE))('%s: a note becomes at most 10,000 elements and pieces of text', (_name, make) => {
  const text = make(LENGTH);
  const { blocks, footnotes, rest } = parseNote(text);
  const tokens = [...blocks, ...footnotes].flatMap((token) => [token, ...(token.children ?? [])]);
  expect(tokens.filter(({ nesting }) => nesting >= 0).length).toBeLessThan(10_000);
  expect(text.endsWith(rest)).toBe(true);
});

test('the time for a note grows with its length, not with its square', () => {
  const timeOf = (length: number) =>
    Object.values(ADVERSE).reduce((sum, make) => {
      const text = make(length);
      const times = Array.from({ length: 3 }, () => {
        // processor time does not depend on other work of the machine
        const begin = process.cpuUsage();
        parseNote(text);
        return process.cpuUsage(begin).user;
      });
      return sum + Math.min(...times);
    }, 0);
  // the first run compiles
  timeOf(LENGTH);
  expect(timeOf(4 * LENGTH) / timeOf(LENGTH)).toBeLessThan(10);
}, 120_000);

test('an ordinary note of 20,000 characters is shown whole', () => {
  const part =
    '## Methods\n\nSee **section 2** of [the paper](https://doi.org/10.1/2), and *compare* with `fit()`.\n\n- one thing to check\n- [x] another\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n';
  expect(parseNote(fill(part)(LENGTH)).rest).toBe('');
});
