import { expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';

it.each([
  ['e\u0301tude', 'étude'],
  ['soft\u00adware, zero\u200bwidth, word\u2060joiner', 'software, zerowidth, wordjoiner'],
  ['marks \u200eof\u200f \u202adirection\u202c', 'marks of direction'],
  ['a \u200djoiner and a\u200cnon-joiner', 'a joiner and anon-joiner'],
  // Persian and emoji need them
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['👩🏽\u200d🔬', '👩🏽\u200d🔬'],
  ['one\n\u0000two', 'one two'],
  ['\u200b', null],
])('%j is shown as %j', (text, expected) => expect(cleanText(text)).toBe(expected));
