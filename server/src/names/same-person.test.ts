import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { compareNames, readPerson } from './same-person.ts';

const read = (name: string, family: string | null = null) => readPerson({ name, family });
const relate = (a: string, b: string) => compareNames(read(a), read(b));
const agree = (a: string, b: string) => relate(a, b) === 'compatible';

describe('names of one person', () => {
  it.each([
    ['initials', 'Erik Lundby', 'E. Lundby'],
    ['initials without spaces', 'Erik Karl Lundby', 'EK Lundby'],
    ['an omitted given name', 'Erik Lundby', 'Erik Karl Lundby'],
    ['a comma', 'Erik K. Lundby', 'Lundby, E. K.'],
    ['the family name first', 'Tran Minh Khoi', 'Khoi Minh Tran'],
    ['initials at the end', 'R. S. Madhavi', 'Madhavi R. S.'],
    ["DBLP's number", 'Erik Lundby 0003', 'Erik Lundby'],
    ['a suffix', 'Walter Ashgrove III', 'Walter Ashgrove'],
    ['a joined given name', 'Seon-Gyu Baek', 'Seongyu Baek'],
    ['two given names as one', 'Ravi Shankar Dhole', 'Ravishankar Dhole'],
    ['a joined family name', 'Nadia Karimi Tabrizi', 'N. Karimitabrizi'],
    ['an omitted particle', 'Ruth van der Weel', 'Ruth Weel'],
    ['a joined particle', 'Ruth van der Weel', 'Ruth Vanderweel'],
    ['accents and umlauts', 'Jörg Brümmer', 'Joerg Brummer'],
    ['a transcription from Cyrillic', 'Yevgeniya Tchaikina', 'Evgenia Chaykina'],
    ['a transcription from Arabic', 'Muhammad Qaseem', 'Mohamed Kasim'],
    ['a transcription from Japanese', 'Youhei Satou', 'Yohei Sato'],
    ['a transcription from Korean', 'Joon-Seo Baek', 'Jun-Seo Baek'],
    ['a transcription of ee', 'Reem Kassab', 'Rim Kassab'],
    ['the Chinese name Lü', 'Xiaoming Lü', 'Xiaoming Lv'],
    ['another spelling of Lü', 'Xiaoming Lu', 'Xiaoming Lyu'],
    ['an umlaut before e', 'Nadia Büech', 'Nadia Bueech'],
    ['a misspelling', 'Margit Ollendorf', 'Margit Olendorff'],
    ['a misspelling that changes a sound', 'Rabitsen Holt', 'Rabtisen Holt'],
    ['a short form', 'Nikolaos Veridis', 'Nikos Veridis'],
    ['a short form from the middle', 'Adolf Kestner', 'Dolf Kestner'],
    ['a nickname', 'Robert Ashgrove', 'Bob Ashgrove'],
    ['two nicknames of one name', 'Bill Ashgrove', 'Willy Ashgrove'],
    ['the initial of a nickname', 'Kees Lundby', 'C. Lundby'],
    ['a given name that is a particle elsewhere', 'Ben Lundby', 'B. Lundby'],
    ['one surname of two', 'Inés Larrea Montalbán', 'Inés Larrea'],
    ['one surname of two, and a middle name', 'Inés Larrea Montalbán', 'Inés Pilar Larrea'],
    ['an added surname', 'Ida Holmgren', 'Ida Holmgren-Falk'],
    ['Chinese characters', '李小明', '小明李'],
    ['a name in two scripts and its Latin form', 'Na Li (李娜)', 'N. Li'],
    ['a Chinese title behind the name', '李娜教授', '李娜'],
    ['a Korean title behind the name', '이하나 교수', '이하나'],
    ['a title in front of the name', 'Prof. N Li', 'Na M. Li'],
    ['a name in two scripts and its Chinese form', 'Na Li (李娜)', '李娜'],
    ['two scripts without a separator', '李娜Na Li', 'Li, Na（李娜）'],
    ['Japanese behind a slash', 'Aiko Mori / 森 愛子', 'A Mori'],
    ['Korean', '이하나 (Hana Lee)', 'H. Lee'],
    ['Korean in another order', '하나 이', '이하나 (Hana Lee)'],
    ['Cyrillic with an initial', 'О. Лунин', 'Oleg Lunin (Олег Лунин)'],
    ['Arabic', 'Karim Nasr | كريم نصر', 'كريم نصر'],
  ])('%s', (_, a, b) => {
    expect([relate(a, b), relate(b, a)]).toEqual(['compatible', 'compatible']);
  });
});

describe('names of two people', () => {
  it.each([
    ['another family name', 'Erik Lundby', 'Erik Karlsen'],
    ['another given name', 'Erik Lundby', 'Stefan Lundby'],
    ['another initial', 'Erik Lundby', 'S. Lundby'],
    ['another middle initial', 'Erik K. Lundby', 'Erik S. Lundby'],
    ['another initial beside a second surname', 'Inés Larrea Montalbán', 'P. Larrea Soto'],
    ['another last surname after two given names', 'Ana Lucía Larrea', 'Ana Lucía Montes Soto'],
    ['two initials that share a nickname', 'B. Lundby', 'E. Lundby'],
    ['given names that are particles elsewhere', 'Bin Zhao', 'Li Zhao'],
    ['initials only', 'E. K.', 'E. Karlsen'],
    ['a vowel in pinyin', 'Xiaoming Zhao', 'Xiaomeng Zhao'],
    ['a consonant in pinyin', 'Wei Zhang', 'Wei Shang'],
    ['other Chinese characters', '李小明', '李小红'],
    ['another given name in Chinese characters, too', 'Na Li (李娜)', 'Hong Li (李红)'],
    ['another Korean name', '이하나', '이두나'],
    ['another Cyrillic name', 'Олег Лунин', 'Пётр Лунин'],
  ])('%s', (_, a, b) => {
    expect([relate(a, b), relate(b, a)]).toEqual(['incompatible', 'incompatible']);
  });

  it('a family name that the source states is no given name', () => {
    expect(compareNames(read('Karl Erik', 'Erik'), read('Erik Lundby', 'Lundby'))).toBe('incompatible');
    expect(agree('Karl Erik', 'Erik K. Lundby')).toBe(true);
    expect(compareNames(read('Ravi Shankar Dhole', 'Dhole'), read('D. Ravishankar'))).toBe('incompatible');
    expect(agree('Ravi Shankar Dhole', 'D. Ravishankar')).toBe(true);
  });
});

describe('names that cannot be compared', () => {
  it.each([
    ['Chinese and Latin', '李娜', 'Na Li'],
    ['Korean and Latin', '이하나', 'Hana Lee'],
    ['Cyrillic and Latin', 'Олег Лунин', 'O. Lunin'],
    ['Arabic and Latin', 'كريم نصر', 'Karim Nasr'],
    ['kanji and their reading', '森愛子', 'モリ アイコ'],
    ['only a title in Latin script', 'Prof. 李娜', 'Na Li'],
    ['only another given name in Latin script', 'Jack (李明)', 'Ming Li'],
    ['different names in the second script', 'Na Li (李娜)', 'Na Li (李拿)'],
    ['no name', '…', '…'],
    ['no name on one side', 'Na Li', ''],
  ])('%s', (_, a, b) => {
    expect([relate(a, b), relate(b, a)]).toEqual(['unknown', 'unknown']);
  });
});

/** Names without particles and initials. */
const name = fc
  .array(fc.stringMatching(/^[BDKMR](?:[aiuéö][kmrt]){2,3}(?:-[BDKMR](?:[aiu][kmrt]){2})?$/), {
    minLength: 2,
    maxLength: 4,
  })
  .map((words) => words.join(' '));
const initials = fc.stringMatching(/^(?:[A-Z]\. ){1,2}[A-Z][a-z]{2,7}$/);
const anyText = fc.oneof(name, initials, fc.string({ unit: 'grapheme', maxLength: 40 }));

describe('for generated names', () => {
  test('the order of the two names does not matter', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(agree(a, b)).toBe(agree(b, a));
      }),
    );
  });

  test('a name is compatible with itself', () => {
    fc.assert(
      fc.property(anyText, (a) => {
        expect(agree(a, a)).toBe(/\p{L}/u.test(a));
      }),
    );
  });

  test('a name is compatible with its words in any order, with initials, and without hyphens', () => {
    const withOrder = name.chain((text) =>
      fc.tuple(fc.constant(text), fc.shuffledSubarray(text.split(' '), { minLength: text.split(' ').length })),
    );
    fc.assert(
      fc.property(withOrder, ([text, words]) => {
        expect(agree(text, words.join(' '))).toBe(true);
        const [family = '', ...given] = words;
        expect(agree(text, [...given.map((word) => `${word.charAt(0)}.`), family].join(' '))).toBe(true);
        expect(agree(text, text.replaceAll('-', ' '))).toBe(true);
        expect(agree(text, text.replaceAll('-', ''))).toBe(true);
      }),
    );
  });
});
