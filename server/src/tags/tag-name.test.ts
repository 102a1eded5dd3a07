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
  // a joiner that the name needs is shown, but does not tell it from another one
  ['👩\u200d🔬', '👩\u200d🔬', '👩🔬'],
  ['می\u200cخواهم', 'می\u200cخواهم', 'میخواهم'],
  ['a\u202eb\u200fc\u2066\u200b\u00ad\u3164\u{e0041}\ufe0f\u180e\u2060', 'abc', 'abc'],
  ['❤\ufe0f', '❤\ufe0f', '❤'],
])('%j is shown as %j and compared as %j', (text, name, key) => {
  expect(readTagName(text)).toEqual({ name, key });
});

test.each([
  '',
  ' \t',
  '\u00ad',
  '\u0301',
  '\u200b',
  '\u202e\u2066',
  '\u3164',
  '\u2800',
  '\u{e0041}',
  '\ufe0f',
  'x'.repeat(51),
])('%j is not a name', (text) => {
  expect(readTagName(text)).toBeNull();
});
