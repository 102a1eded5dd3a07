import { expect } from 'vitest';
import { readTitle } from '../../src/sources/record-text.ts';
import { type FieldCase, testFieldCases } from '../support/field-cases.ts';

interface TitleCase extends FieldCase {
  readonly input: { readonly title: string };
  readonly expected: string;
  readonly got: string;
}

/** Some cases say in words what is expected, so the right titles are here. */
const RIGHT: Readonly<Record<string, string>> = {
  'exponent of a number': 'Sorting 10¹² records',
  'exponent with a formula (dblp)': 'A 2ᴼ⁽ᵏ⁾-time algorithm',
  'TeX beside MathML': 'Search for B0 decays',
};

testFieldCases<TitleCase>('markup-in-titles', {
  'title read from a source': ({ case: name, input, expected, got }) => {
    const title = readTitle(input.title);
    expect(title).toBe(RIGHT[name] ?? expected);
    expect(title).not.toBe(got);
  },
});
