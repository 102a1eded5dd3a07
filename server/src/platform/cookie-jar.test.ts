import { expect, test } from 'vitest';
import { CookieJar } from './cookie-jar.ts';

const PAGE = new URL('http://journal.example/a');

test.each([
  [['a=1; path=/'], 'a=1'],
  [['a=1', 'b="2"; HttpOnly; SameSite=Lax'], 'a=1; b="2"'],
  [['a=1', 'a=2'], 'a=2'],
  [['a=1', 'a=; Max-Age=0'], undefined],
  [['a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], undefined],
  [['a=1; Secure'], undefined],
  [['a=1; Domain=other.example'], 'a=1'],
  [['a', '=1', 'a b=1', 'a=1\r\nx: y', 'a=ü', `a=${'x'.repeat(5000)}`], undefined],
] as const)('of %j, %j is sent', (lines, header) => {
  const jar = new CookieJar();
  jar.save(PAGE, lines);
  expect(jar.headerFor(PAGE)).toBe(header);
});

test('a cookie goes only to its host and port, and a secure one only over https', () => {
  const jar = new CookieJar();
  jar.save(new URL('https://journal.example/a'), 'a=1; Secure; Domain=example');
  jar.save(PAGE, 'b=2');
  expect(jar.headerFor(new URL('https://journal.example/other'))).toBe('a=1; b=2');
  expect(jar.headerFor(PAGE)).toBe('b=2');
  for (const other of ['http://example/', 'http://www.journal.example/', 'http://journal.example:81/'])
    expect(jar.headerFor(new URL(other))).toBeUndefined();
});

test('at most fifty cookies are kept', () => {
  const jar = new CookieJar();
  jar.save(
    PAGE,
    Array.from({ length: 60 }, (_, at) => `c${at}=1`),
  );
  expect(jar.headerFor(PAGE)?.split('; ')).toHaveLength(50);
});
