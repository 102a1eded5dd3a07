import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMask, maskKey } from './mask-key.ts';

const key = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 512 });

test('the last four characters are shown, and less of a short key', () => {
  const shown = ['secret-key-abcd', '12345678', '1234567', '123', '12', '1'].map(maskKey);
  expect(shown).toEqual(['••••abcd', '••••5678', '••••567', '••••3', '••••2', '••••']);
  expect(maskKey(null)).toBe('••••');
});

test('never more than half of a key is shown, of whatever length it is, and its length is not', () => {
  fc.assert(
    fc.property(key, (secret) => {
      const shown = maskKey(secret).slice(4);
      expect(shown.length).toBeLessThanOrEqual(Math.min(4, secret.length / 2));
      expect(secret.endsWith(shown)).toBe(true);
    }),
  );
});

test('every mask is known as one, and no key is taken for one', () => {
  fc.assert(
    fc.property(key, (secret) => {
      expect(isMask(maskKey(secret))).toBe(true);
      expect(isMask(secret)).toBe(false);
    }),
  );
});
