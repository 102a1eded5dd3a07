import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MIN_KEY_TEXT_LENGTH, Secrets } from './secrets.ts';

const KEY = 'a key for tests, of forty characters all';
const secrets = new Secrets(KEY);
const text = fc.string({ unit: 'binary', maxLength: 600 });

test('a secret can be decrypted with the same key and context', () => {
  fc.assert(
    fc.property(text, text, (secret, context) => {
      const encrypted = secrets.encrypt(secret, context);
      expect(new Secrets(KEY).decrypt(encrypted, context)).toBe(secret);
      expect(encrypted.length).toBe(33 + Buffer.byteLength(secret));
    }),
  );
});

test('a secret cannot be decrypted with another context', () => {
  fc.assert(
    fc.property(text, text, text, (secret, context, other) => {
      fc.pre(context !== other);
      expect(secrets.decrypt(secrets.encrypt(secret, context), other)).toBeNull();
    }),
  );
});

test('a secret with a changed bit, a byte less or a byte more cannot be decrypted', () => {
  fc.assert(
    fc.property(text, fc.nat(), (secret, position) => {
      const encrypted = secrets.encrypt(secret, 'here');
      const bit = position % (encrypted.length * 8);
      const flipped = Buffer.from(encrypted);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(secrets.decrypt(flipped, 'here')).toBeNull();
      expect(secrets.decrypt(encrypted.subarray(0, position % encrypted.length), 'here')).toBeNull();
      expect(secrets.decrypt(Buffer.concat([encrypted, Buffer.of(0)]), 'here')).toBeNull();
    }),
  );
});

test('a secret cannot be decrypted with another key, even one with the same id', () => {
  const encrypted = secrets.encrypt('sesame', 'here');
  const other = new Secrets(`${KEY}.`);
  expect(other.decrypt(encrypted, 'here')).toBeNull();
  const renamed = Buffer.from(encrypted);
  other.encrypt('', 'here').copy(renamed, 1, 1, 5);
  expect(other.decrypt(renamed, 'here')).toBeNull();
});

test('a text is encrypted differently each time, after the version and the key id', () => {
  const encrypted = Array.from({ length: 100 }, () => secrets.encrypt('sesame', 'here'));
  expect(new Set(encrypted.map((one) => one.toString('hex', 5))).size).toBe(100);
  expect(new Set(encrypted.map((one) => one.toString('hex', 0, 5))).size).toBe(1);
  expect(encrypted[0]?.[0]).toBe(1);
  for (const one of encrypted) expect(one.includes('sesame')).toBe(false);
});

test('an earlier key decrypts its secrets, and the new key encrypts', () => {
  const encrypted = secrets.encrypt('sesame', 'here');
  const newKey = `${KEY}, and more`;
  const both = new Secrets(newKey, ['some other key, which has nothing to do', KEY]);
  expect([both.decrypt(encrypted, 'here'), both.decrypt(encrypted, 'there')]).toEqual(['sesame', null]);
  expect(both.isUpToDate(encrypted, 'here')).toBe(false);
  const again = both.encrypt('sesame', 'here');
  expect([both.isUpToDate(again, 'here'), both.isUpToDate(again, 'there')]).toEqual([true, false]);
  expect(new Secrets(newKey).decrypt(again, 'here')).toBe('sesame');
  expect(secrets.decrypt(again, 'here')).toBeNull();
});

test('a secret encrypted by an earlier release can be decrypted', () => {
  const head = '01d011e375000102030405060708090a0b';
  const encrypted = Buffer.from(`${head}f365595c49da9396f6205e67266fdaa4bc21e08b128b40b2ee773d`, 'hex');
  expect(secrets.decrypt(encrypted, 'user_settings:7:openalex_api_key')).toBe('open sesame');
});

test('a short key is refused, and inspecting secrets does not show the key', () => {
  expect(() => new Secrets('x'.repeat(MIN_KEY_TEXT_LENGTH - 1))).toThrow(RangeError);
  expect(`${inspect(secrets, { showHidden: true, depth: 9 })}${JSON.stringify(secrets)}`).not.toMatch(
    /key for|[0-9a-f]{8}/,
  );
});

test('a signature is valid for its text, context and keys alone', () => {
  fc.assert(
    fc.property(text, text, text, (signed, context, other) => {
      fc.pre(other !== signed && other !== context);
      const signature = secrets.sign(signed, context);
      expect(new Secrets('another key for tests, of forty letters.', [KEY]).isSigned(signed, context, signature)).toBe(
        true,
      );
      expect(secrets.isSigned(other, context, signature)).toBe(false);
      expect(secrets.isSigned(signed, other, signature)).toBe(false);
      expect(secrets.isSigned(signed, context, signature.subarray(1))).toBe(false);
      expect(new Secrets('another key for tests, of forty letters.').isSigned(signed, context, signature)).toBe(false);
    }),
  );
  expect(secrets.isSigned('bc', 'a', secrets.sign('c', 'ab'))).toBe(false);
});
