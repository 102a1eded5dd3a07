import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseScholarId } from './parse-scholar-id.ts';

const ID = 'a_-9AAAAAAAJ';

it.each([
  ID,
  `  ${ID}\n`,
  `https://scholar.google.com/citations?user=${ID}`,
  `http://scholar.google.co.uk/citations?hl=en&user=${ID}&view_op=list_works#top`,
  `scholar.google.de/citations?user=${ID}&hl=de`,
  `HTTPS://Scholar.Google.com.hk/citations/?hl=zh-CN&user=${ID}`,
  ` https://scholar.google.ca/citations?cstart=20&pagesize=80&user=${ID} `,
])('%s is that profile', (input) => {
  expect(parseScholarId(input)).toBe(ID);
});

it.each([
  '',
  'short',
  `${ID}x`,
  "AAAA'; DROP T",
  'https://example.com/?user=AAAAAAAAAAA1',
  'https://scholar.google.com.evil.example/citations?user=AAAAAAAAAAA1',
  'https://evil.example/scholar.google.com/citations?user=AAAAAAAAAAA1',
  'https://scholar.google.com@evil.example/citations?user=AAAAAAAAAAA1',
  'https://me@scholar.google.com/citations?user=AAAAAAAAAAA1',
  'https://scholar.google.com/scholar?user=AAAAAAAAAAA1',
  'https://scholar.google.com/citations?user=AAAAAAAAAAA1&user=AAAAAAAAAAA2',
  'https://scholar.google.com/citations?user=short',
  'https://scholar.google.com/citations',
  'ftp://scholar.google.com/citations?user=AAAAAAAAAAA1',
  'javascript:alert(1)//scholar.google.com/citations?user=AAAAAAAAAAA1',
  `https://scholar.google.com/citations?${'x'.repeat(3000)}&user=AAAAAAAAAAA1`,
])('%s is none', (input) => {
  expect(parseScholarId(input)).toBeNull();
});

it('gives an id or null for any text', () => {
  fc.assert(fc.property(fc.string(), (input) => /^[\w-]{12}$/.test(parseScholarId(input) ?? ID)));
});
