import { describe, expect, it } from 'vitest';
import { collectPdfs, readAddress, readVersion } from './record-links.ts';

describe('an address', () => {
  it.each([
    ['https://a.example/b c', 'https://a.example/b%20c'],
    ['http://arxiv.org/pdf/2101.00001', 'https://arxiv.org/pdf/2101.00001'],
    ['http://127.0.0.1:5/arxiv/pdf/1', 'http://127.0.0.1:5/arxiv/pdf/1'],
    ['HTTPS://A.example', 'https://a.example/'],
    ['https://a.example/\ud800', 'https://a.example/%EF%BF%BD'],
  ])('%j is %j', (written, address) => expect(readAddress(written)).toBe(address));

  it.each([
    null,
    5,
    '',
    'a.example/b',
    '//a.example',
    'ftp://a.example',
    'javascript:alert(1)//http://',
    'data:text/html,x',
    'https://user@a.example',
    'https://:pass@a.example',
    'https://[',
    'http://',
    `https://a.example/${'x'.repeat(3000)}`,
    `https://a.example/${'é'.repeat(1000)}`,
  ])('%.40j is none', (written) => expect(readAddress(written)).toBeNull());
});

it('names of inherited properties are not versions', () =>
  expect(['publishedVersion', '__proto__', 'toString', 5].map(readVersion)).toEqual(['published', null, null, null]));

it('each PDF occurs once', () => {
  const location = { url: 'https://a.example/1', version: null, license: null, host: null };
  expect(collectPdfs([location, null, { ...location, license: 'cc-by' }])).toEqual([location]);
});
