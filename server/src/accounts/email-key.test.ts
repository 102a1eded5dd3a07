import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkEmail, emailKey } from './email-key.ts';

test('emailKey is idempotent', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (email) => emailKey(emailKey(email)) === emailKey(email)));
});

test('addresses that differ only in letter case, composition or outer spaces have one key; different letters have different keys', () => {
  expect(emailKey(' Ren\u00c9e@X.Example\n')).toBe('ren\u00e9e@x.example');
  expect(emailKey('RENE\u0301E@x.example')).toBe(emailKey('ren\u00e9e@x.example'));
  expect(emailKey('renee@x.example')).not.toBe(emailKey('ren\u00e9e@x.example'));
  expect(emailKey('a.b@x.example')).not.toBe(emailKey('ab@x.example'));
});

test('an address is stored as typed, without the outer spaces', () => {
  expect(checkEmail(' Ada.Lovelace+tag@X.Example ')).toBe('Ada.Lovelace+tag@X.Example');
  expect(checkEmail('admin@localhost')).toBe('admin@localhost');
  expect(checkEmail('jos\u00e9@ex\u00e4mple.org')).toBe('jos\u00e9@ex\u00e4mple.org');
});
