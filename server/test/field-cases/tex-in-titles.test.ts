import { expect } from 'vitest';
import { texTitle } from '../../src/citations/escape-tex.ts';
import { cleanTitle } from '../../src/citations/make-item.ts';
import { readTitle } from '../../src/sources/record-text.ts';
import { type FieldCase, testFieldCases } from '../support/field-cases.ts';

interface TitleCase extends FieldCase {
  readonly input: { readonly title: string };
  readonly expected: string | { readonly contains?: readonly string[]; readonly excludes?: readonly string[] };
}

testFieldCases<TitleCase>('tex-in-titles', {
  'title in BibTeX': ({ input, expected }) => {
    const written = texTitle(cleanTitle(input.title));
    const { contains = [], excludes = [] } = typeof expected === 'string' ? { contains: [expected] } : expected;
    for (const part of contains) expect(written).toContain(part);
    for (const part of excludes) expect(written).not.toContain(part);
  },
  'title shown (ORCID)': ({ input, expected }) => expect(readTitle(input.title)).toBe(expected),
});
