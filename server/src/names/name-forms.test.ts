import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { splitForms } from './name-forms.ts';

it.each([
  ['Chinese in parentheses', 'Mei Zhou (周梅)', { Latin: 'Mei Zhou', Han: '周梅' }],
  ['full-width parentheses', 'Mei Zhou（周梅）', { Latin: 'Mei Zhou', Han: '周梅' }],
  ['Chinese first', '周梅 (Mei Zhou)', { Latin: 'Mei Zhou', Han: '周梅' }],
  ['Chinese without a separator', '周梅Mei Zhou', { Latin: 'Mei Zhou', Han: '周梅' }],
  ['Chinese behind a comma', 'Mei Zhou, 周梅', { Latin: 'Mei Zhou', Han: '周梅' }],
  ['a comma within the Latin form', 'Zhou, Mei (周梅)', { Latin: 'Zhou, Mei', Han: '周梅' }],
  ['Japanese behind a slash', 'Aiko Mori / 森 愛子', { Latin: 'Aiko Mori', Han: '森 愛子' }],
  ['kanji with kana', '森 あいこ (Aiko Mori)', { Latin: 'Aiko Mori', Han: '森 あいこ' }],
  ['a reading in kana', '森愛子 (モリ アイコ)', { Han: '森愛子', Kana: 'モリ アイコ' }],
  ['kana with a dot', 'エリック・ルンド Erik Lund', { Latin: 'Erik Lund', Kana: 'エリック・ルンド' }],
  ['Korean', '이하나 (Hana Lee)', { Latin: 'Hana Lee', Hangul: '이하나' }],
  ['Korean with Chinese characters', '이하나 (李河娜)', { Hangul: '이하나', Han: '李河娜' }],
  ['Cyrillic', 'Олег Лунин (Oleg Lunin)', { Latin: 'Oleg Lunin', Cyrillic: 'Олег Лунин' }],
  ['a Cyrillic name with a Latin letter', 'Олeг Лунин', { Cyrillic: 'Олeг Лунин' }],
  ['Arabic', 'Karim Nasr | كريم نصر', { Latin: 'Karim Nasr', Arabic: 'كريم نصر' }],
  ['Greek', 'Νίκος Βέρης - Nikos Veris', { Latin: 'Nikos Veris', Greek: 'Νίκος Βέρης' }],
  ['a script without a name of its own here', 'Mei Zhou (ꆈꌠ)', { Latin: 'Mei Zhou', other: 'ꆈꌠ' }],
  ['an initial in another script', 'J. 周梅', { Han: '周梅' }],
  ['one script', 'Robert (Bob) Ashgrove III', { Latin: 'Robert (Bob) Ashgrove III' }],
  ['one script that is not Latin', ' 周梅 ', { Han: '周梅' }],
  ['no letter', '… 12', {}],
])('%s', (_, name, expected) => {
  const forms = splitForms(name);
  expect(Object.fromEntries(forms.map(({ script, text }) => [script, text]))).toEqual(expected);
  if (forms.some(({ script }) => script === 'Latin')) expect(forms[0]?.script).toBe('Latin');
});

test('no script has two forms, and a form splits into itself', () => {
  const piece = fc.constantFrom(
    '周',
    '梅',
    'あ',
    'モ',
    '이',
    'Mei ',
    'Zhou',
    'Олег',
    'é',
    ' ',
    '(',
    '）',
    ', ',
    '.',
    'J',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const forms = splitForms(pieces.join(''));
      expect(new Set(forms.map(({ script }) => script)).size).toBe(forms.length);
      for (const form of forms) expect(splitForms(form.text)).toEqual([form]);
    }),
  );
});
