import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseScholarId } from './parse-scholar-id.ts';

const ID = 'a_-9AAAAAAAJ';

it('gives an id or null for any text', () => {
  fc.assert(fc.property(fc.string(), (input) => /^[\w-]{12}$/.test(parseScholarId(input) ?? ID)));
});

it('finds no id in an address of thousands of characters', () => {
  expect(parseScholarId(`https://scholar.google.com/citations?${'x'.repeat(3000)}&user=${ID}`)).toBeNull();
});
