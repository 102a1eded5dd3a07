import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSnapshot, writeSnapshot } from './paging.ts';

const number = fc.nat({ max: 999_999_999_999_999 });

test('a snapshot survives encoding and decoding, and fits into the query', () => {
  fc.assert(
    fc.property(fc.record({ entry: number, read: number, run: number }), (snapshot) => {
      expect(readSnapshot(writeSnapshot(snapshot))).toEqual(snapshot);
      expect(writeSnapshot(snapshot).length).toBeLessThanOrEqual(64);
    }),
  );
});
