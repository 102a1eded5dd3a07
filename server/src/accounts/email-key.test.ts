import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkEmail, emailKey } from './email-key.ts';

test('the key of a key is the key', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (email) => emailKey(emailKey(email)) === emailKey(email)));
});

test('letter case, composition and space around make no other account; other letters do', () => {
  expect(emailKey(' Ren\u00c9e@X.Example\n')).toBe('ren\u00e9e@x.example');
  expect(emailKey('RENE\u0301E@x.example')).toBe(emailKey('ren\u00e9e@x.example'));
  expect(emailKey('renee@x.example')).not.toBe(emailKey('ren\u00e9e@x.example'));
  expect(emailKey('a.b@x.example')).not.toBe(emailKey('ab@x.example'));
});

test('an address is kept as it was typed, without the space around it', () => {
  expect(checkEmail(' Ada.Lovelace+tag@X.Example ')).toBe('Ada.Lovelace+tag@X.Example');
  expect(checkEmail('admin@localhost')).toBe('admin@localhost');
  expect(checkEmail('jos\u00e9@ex\u00e4mple.org')).toBe('jos\u00e9@ex\u00e4mple.org');
});

test.each([
  '',
  'a',
  'a@',
  '@a',
  'a@b@c',
  'a b@c',
  'a@b c',
  'a\u200b@b',
  'a\u0007@b',
  'a\ud800@b',
  `${'a'.repeat(253)}@b`,
])('%j is no address', (email) => {
  expect(() => checkEmail(email)).toThrow(expect.objectContaining({ kind: 'invalid', code: 'validation_error' }));
});
