import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, encodeDoi, plainWords } from './write-request.ts';

describe('plain words', () => {
  it.each([
    [
      'Adaptive graph neural sparse robust learning quantum AA1-3',
      'Adaptive graph neural sparse robust learning quantum AA1-3',
    ],
    ['Two’s complement, again', "Two's complement again"],
    ['C++ in 2.5 D: -foo + "bar" (baz) [qux]', 'C in 2.5 D foo bar baz qux'],
    ['THIS AND THAT OR NOT', 'THIS and THAT or not'],
    ['State-of-the-art – a review?', 'State-of-the-art a review'],
    ['{G}raphs \\textit{in} $\\alpha$-decay', 'Graphs in alpha-decay'],
    ['Über große Ωmega 数学 naïve', 'Über große Ωmega 数学 naïve'],
    ['a|b,c:d/e\\f*g?h~i^j&k!l=m;n<o>p', 'a b c d e f g h i j k l m n o p'],
    ['\u200eHidden\u00ad hyphen\u0000', 'Hidden hyphen'],
    ['', ''],
    ['"?!"', ''],
  ])('of %j are %j', (title, words) => expect(plainWords(title)).toBe(words));

  it('end at a word, after at most 300 characters', () => {
    expect(plainWords('word '.repeat(1000))).toHaveLength(299);
    expect(plainWords('x'.repeat(100_000))).toHaveLength(300);
    expect(plainWords(`${'x'.repeat(299)}𝔘𝔘`)).toBe('x'.repeat(299));
  });

  it('contain no operator, whatever the title', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (title) => {
        const words = plainWords(title);
        expect(words).toMatch(/^[\p{L}\p{N}\p{M}'.-]*(?: [\p{L}\p{N}\p{M}'.-]+)*$/u);
        expect(words).not.toMatch(/(?:^| )[-.']|[-.'](?: |$)|(?:^| )(?:AND|OR|NOT)(?: |$)/);
        expect(plainWords(words)).toBe(words);
      }),
    ));
});

it('a DOI in a path decodes to itself', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (suffix) => {
      const doi = `10.1000/${suffix}`;
      const path = encodeDoi(doi);
      expect(path).toMatch(/^[\w.~/%-]+$/);
      expect(decodeURIComponent(path)).toBe(doi.toWellFormed());
    }),
  ));

it('an address has one slash and no empty parameters', () => {
  expect(addressOf('https://a.example/v2//', '/x', { a: '1 2', b: null, c: '' })).toBe('https://a.example/v2/x?a=1+2');
  expect(addressOf('https://a.example', '/x')).toBe('https://a.example/x');
});
