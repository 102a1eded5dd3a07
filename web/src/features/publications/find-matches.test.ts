import { expect, test } from 'vitest';
import { findMatches } from './find-matches.ts';

/** The text with matches in brackets. */
const mark = (text: string, search: string) =>
  findMatches(text, search)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('');

test('matches the beginnings of words, ignoring case and accents', () => {
  expect(mark('Quiet catalogues of restless machines', 'RESTL catal')).toBe(
    'Quiet [catal]ogues of [restl]ess machines',
  );
  expect(mark('F Pérez, NU Okafor', 'perez')).toBe('F [Pérez], NU Okafor');
  expect(mark('Learning to unlearn', 'learn')).toBe('[Learn]ing to unlearn');
  expect(mark('Иванов ПА', 'иван')).toBe('[Иван]ов ПА');
});

test('of the search language, words of the title, the authors and the venue match', () => {
  expect(mark('Unread has red titles', 'is:unread title:"red tit" -has tag:titles or')).toBe(
    'Unread has [red] [tit]les',
  );
});

test('a longer search word wins over a shorter one', () => {
  expect(mark('Machines', 'mach machine')).toBe('[Machine]s');
});

test('a search without letters and digits matches nothing', () => {
  for (const search of ['', '  ', '?!']) expect(mark('What is it?', search)).toBe('What is it?');
});

test('no letter is lost in any script', () => {
  for (const text of ['İstanbul ﬁeld', 'سارة حسن', 'e\u0301tude', '']) {
    expect(
      findMatches(text, 'i fi e etu')
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  }
});
