import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '../platform/errors.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';

const number = fc.nat({ max: 999_999_999_999_999 });

test('is read as it was written, and fits into the query', () => {
  fc.assert(
    fc.property(fc.record({ link: number, read: number, run: number }), (snapshot) => {
      expect(readSnapshot(writeSnapshot(snapshot))).toEqual(snapshot);
      expect(writeSnapshot(snapshot).length).toBeLessThanOrEqual(64);
    }),
  );
});

test.each([
  '',
  '1',
  '1-2',
  '1-2-3-4',
  '-1-2-3',
  '1-2-',
  'a-b-c',
  ' 1-2-3',
  '1-2-3\n',
  '1.5-2-3',
  '1e3-2-3',
  '٣-1-2',
  '1234567890123456-1-1',
  "1-2-3'--",
])('%j is refused', (text) => {
  expect(() => readSnapshot(text)).toThrow(Problem);
  expect(() => readSnapshot(text)).toThrow(expect.objectContaining({ kind: 'malformed', code: 'invalid_snapshot' }));
});
