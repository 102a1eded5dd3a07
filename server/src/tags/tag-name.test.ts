import { expect, test } from 'vitest';
import { readTagName } from './tag-name.ts';

test.each([
  ['  Deep \t\n learning ', 'Deep learning', 'deep learning'],
  ['Écologie', 'Écologie', 'ecologie'],
  ['E\u0301cologie', 'Écologie', 'ecologie'],
  ['C++', 'C++', 'c++'],
  ['★ read', '★ read', '★ read'],
  ['机器学习', '机器学习', '机器学习'],
  ['a\0b', 'a b', 'a b'],
  ['👩‍🔬', '👩‍🔬', '👩‍🔬'],
])('%j is shown as %j and compared as %j', (text, name, key) => {
  expect(readTagName(text)).toEqual({ name, key });
});

test.each(['', ' \t', '\u00ad', '\u0301', '\u200b', 'x'.repeat(51)])('%j is not a name', (text) => {
  expect(readTagName(text)).toBeNull();
});
