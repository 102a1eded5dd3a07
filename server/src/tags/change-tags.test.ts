import { expect, test } from 'vitest';
import { renameTagInSearch } from './change-tags.ts';

test.each([
  ['deep tag:old year:2020..', 'deep tag:"to cite" year:2020..'],
  ['TAG:"OLD" or -tag:Old (x tag:öld)', 'tag:"to cite" or -tag:"to cite" (x tag:"to cite")'],
  ['“tag:old” tag:older title:old old', '“tag:old” tag:older title:old old'],
  ['tag:"old', 'tag:"to cite"'],
  [`tag:old ${'x'.repeat(190)}`, `tag:old ${'x'.repeat(190)}`],
])('%j becomes %j', (before, after) => {
  expect(renameTagInSearch(before, 'old', 'to cite')).toBe(after);
});

test('a name without spaces needs no quotes, and one with quotes cannot be written', () => {
  expect(renameTagInSearch('tag:old', 'old', 'neu')).toBe('tag:neu');
  expect(renameTagInSearch('tag:old', 'old', 'C++')).toBe('tag:"C++"');
  expect(renameTagInSearch('tag:old', 'old', 'a "b"')).toBe('tag:old');
});
