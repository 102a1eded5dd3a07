import { expect, it } from 'vitest';
import { cpuMs } from '../../test/support/cpu-time.ts';
import { cleanText, dropDirectionIn } from './clean-text.ts';

it.each([
  ['e\u0301tude', 'étude'],
  ['soft\u00adware, zero\u200bwidth, word\u2060joiner', 'software, zerowidth, wordjoiner'],
  ['marks \u200eof\u200f \u202adirection\u202c', 'marks of direction'],
  ['a \u200djoiner and a\u200cnon-joiner', 'a joiner and anon-joiner'],
  // Persian and emoji need them
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['👩🏽\u200d🔬', '👩🏽\u200d🔬'],
  // so do Malayalam, Bengali and Sinhala, also at the end of a word
  ['അവന\u0d4d\u200d പോയി, হঠাত\u09cd\u200d', 'അവന\u0d4d\u200d പോയി, হঠাত\u09cd\u200d'],
  ['one\n\u0000two', 'one two'],
  // the flag of Scotland, and the same letters without a flag
  [
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
  ],
  ['a\u{e0067}\u{e0062}b', 'ab'],
  ['葛\u{e0101} 1\ufe0f\u20e3 x\ufe0fy', '葛\u{e0101} 1\ufe0f\u20e3 xy'],
  ['filled\u3164\u115f\uffa0', 'filled'],
  ['\u200b', null],
])('%j is shown as %j', (text, expected) => expect(cleanText(text)).toBe(expected));

it('drops direction characters from the texts and keys of a JSON value, except passwords', () => {
  const text =
    '{"a\u202e": ["\u202eb", {"c": "d\u2066"}], "new_password": "e\u202e", "__pro\u202eto__": {"f": 1}, "g": "\u200fh"}';
  const value = dropDirectionIn(JSON.parse(text));
  expect(JSON.stringify(value)).toBe(
    '{"new_password":"e\u202e","g":"\u200fh","a":["b",{"c":"d"}],"__proto__":{"f":1}}',
  );
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
});

it('takes time in proportion to the length', () => {
  const timeOf = (length: number) => {
    const texts = ['\u{e0067}', '\ufe0f', '\u200d', '\u202e', '👩\u{1f3fd}\u200d', 'ا\u0651', '\u0301'].map((piece) =>
      piece.repeat(length),
    );
    return Math.min(
      ...[1, 2, 3].map(() => {
        const begin = cpuMs();
        for (const one of texts) cleanText(one);
        return cpuMs() - begin;
      }),
    );
  };
  timeOf(10_000);
  expect(timeOf(80_000) / timeOf(20_000)).toBeLessThan(10);
});
