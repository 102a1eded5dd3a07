import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { ownerOfPhoto, parseScholarId } from './parse-scholar-id.ts';

const ID = 'a_-9AAAAAAAJ';

it('gives an id or null for any text', () => {
  fc.assert(fc.property(fc.string(), (input) => /^[\w-]{12}$/.test(parseScholarId(input) ?? ID)));
});

it('finds no id in an address of thousands of characters', () => {
  expect(parseScholarId(`https://scholar.google.com/citations?${'x'.repeat(3000)}&user=${ID}`)).toBeNull();
});

const REAL = 'https://scholar.google.com';
const STAND_IN = 'http://127.0.0.1:8100';

test.each([
  ['https://scholar.google.com/citations?view_op=view_photo&user=x', 'source'],
  ['https://scholar.googleusercontent.com/citations?view_op=view_photo', 'source'],
  ['https://lh3.googleusercontent.com/a', 'source'],
  ['http://SCHOLAR.GOOGLE.CO.UK./citations?user=x&view_op=medium_photo', 'source'],
  ['https://scholar.google.com/scholar?q=a', 'nobody'],
  ['https://www.google.com/sorry/index', 'nobody'],
  ['https://scholar.google.com:81/citations?view_op=view_photo', 'nobody'],
  ['https://example.org/scholar.google.com', 'other'],
  ['https://scholar.google.com.example.org/a', 'other'],
  ['https://notgoogle.com/a', 'other'],
  ['http://127.0.0.1:8100/a', 'other'],
  ['https://user@scholar.google.com/a', 'nobody'],
  ['data:image/png;base64,', 'nobody'],
  ['', 'nobody'],
])('%s is requested from the %s', (address, owner) => {
  expect(ownerOfPhoto(address, REAL)).toBe(owner);
});

test('the sandbox replaces the source, so no photo of the source is requested', () => {
  expect(ownerOfPhoto('https://scholar.googleusercontent.com/a', STAND_IN)).toBe('nobody');
  expect(ownerOfPhoto(`${STAND_IN}/citations?view_op=view_photo`, STAND_IN)).toBe('source');
  expect(ownerOfPhoto('http://127.0.0.1:8101/a', STAND_IN)).toBe('other');
});
