import { expect, test } from 'vitest';
import { isLeftOver, restoredNames, stampOf } from './restored-names.ts';

const moment = new Date('2026-02-03T04:05:06.789Z');

test('names are those of the moment, and found again', () => {
  expect(stampOf(moment)).toBe('20260203T040506Z');
  const { replacement, before } = restoredNames('library', moment);
  expect([replacement, before]).toEqual(['library_restore_20260203T040506Z', 'library_before_20260203T040506Z']);
  for (const name of [replacement, before]) expect(isLeftOver('library', name)).toBe(true);
});

test('databases of others are not taken for left over', () => {
  for (const other of ['library', 'library_restore', 'library_restore_1', 'xlibrary_restore_20260203T040506Z'])
    expect(isLeftOver('library', other), other).toBe(false);
  expect(isLeftOver('library', restoredNames('library_two', moment).replacement)).toBe(false);
  expect(isLeftOver('library', 'library_restore_20260203T040506Z_kept')).toBe(false);
});

test('a long name fits, and is not that of another long one', () => {
  const [one, two] = ['a', 'b'].map((end) => `${'ü'.repeat(31)}${end}`);
  const { replacement, before } = restoredNames(one ?? '', moment);
  for (const name of [replacement, before]) {
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
    expect(isLeftOver(one ?? '', name)).toBe(true);
    expect(isLeftOver(two ?? '', name)).toBe(false);
  }
});
