import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMask, maskKey } from './own-keys.ts';

const key = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 512 });

test('a mask shows the last four characters, and fewer of a short key', () => {
  const shown = ['secret-key-abcd', '12345678', '1234567', '123', '12', '1'].map(maskKey);
  expect(shown).toEqual(['••••abcd', '••••5678', '••••567', '••••3', '••••2', '••••']);
  expect(maskKey(null)).toBe('••••');
});

test('a mask never shows more than half of a key, and does not reveal its length', () => {
  fc.assert(
    fc.property(key, (secret) => {
      const shown = maskKey(secret).slice(4);
      expect(shown.length).toBeLessThanOrEqual(Math.min(4, secret.length / 2));
      expect(secret.endsWith(shown)).toBe(true);
    }),
  );
});

test('isMask recognizes every mask and no key', () => {
  fc.assert(
    fc.property(key, (secret) => {
      expect(isMask(maskKey(secret))).toBe(true);
      expect(isMask(secret)).toBe(false);
    }),
  );
});
