import { expect, test } from 'vitest';
import { parseUrl, usableUrl } from './parse-url.ts';

/** Node 20 optimizes `URL.canParse` after about 5,000 calls. */
const UNTIL_WARM = 20_000;

test('a URL with a host outside ASCII is parsed correctly even after thousands of calls', () => {
  const wrong = { parseUrl: 0, usableUrl: 0 };
  for (let call = 0; call < UNTIL_WARM; call += 1) {
    if (parseUrl('https://bücher.example/a')?.host !== 'xn--bcher-kva.example') wrong.parseUrl += 1;
    if (usableUrl('https://bücher.example/a') === null) wrong.usableUrl += 1;
  }
  expect(wrong).toEqual({ parseUrl: 0, usableUrl: 0 });
});

test('a text that is not a URL returns null', () => {
  expect(parseUrl('')).toBeNull();
  expect(parseUrl('/a')).toBeNull();
  expect(parseUrl('http://')).toBeNull();
  expect(parseUrl('/a', 'https://bücher.example')?.href).toBe('https://xn--bcher-kva.example/a');
  expect(parseUrl('b', new URL('https://a.example/x/'))?.href).toBe('https://a.example/x/b');
});
