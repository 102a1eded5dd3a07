import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clusterKeyOf, idsOfKey } from './cluster-key.ts';
import { MOST_MEMBERS } from './near-duplicate.ts';

const ids = fc.uniqueArray(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), { minLength: 2, maxLength: 20 });

test('a key is the same for the same works in any order, and gives them back', () => {
  fc.assert(
    fc.property(ids, (works) => {
      const key = clusterKeyOf(works);
      expect(clusterKeyOf(works.toReversed())).toBe(key);
      expect(idsOfKey(key)).toEqual(works.toSorted((a, b) => a - b));
    }),
  );
});

test('what is no key gives nothing', () => {
  for (const text of [
    '',
    '.',
    'a',
    '1.1',
    '2.1',
    '1.0',
    '1.-2',
    '1. 2',
    '1.2.',
    '01.2',
    '1.2z!',
    'A.B',
    '1.9007199254740992000',
  ]) {
    expect(idsOfKey(text), text).toBe(null);
  }
  const tooMany = Array.from({ length: MOST_MEMBERS + 1 }, (_, at) => at + 1);
  expect(idsOfKey(clusterKeyOf(tooMany))).toBe(null);
  fc.assert(
    fc.property(fc.string(), (text) => {
      const found = idsOfKey(text);
      expect(found === null || clusterKeyOf(found) === text).toBe(true);
    }),
  );
});
