import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText, phraseQuery, prefixQuery, searchWords, textVector, titleKey } from './search-words.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
);

/** Whether each lexeme of the query begins one of the words, as in PostgreSQL. */
function matches(query: string | null, words: readonly string[]): boolean {
  const prefixes = [...(query ?? '').matchAll(/'([^']*)':\*/g)].map(([, prefix = '']) => prefix);
  return prefixes.length > 0 && prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)));
}

describe('search words', () => {
  test.each([
    ['Müller … Graph Networks', ['muller', 'graph', 'networks']],
    ['ÉCOLE école e\u0301cole', ['ecole', 'ecole', 'ecole']],
    ['Łódź Ærø Þórr Straße ﬁne', ['lodz', 'aero', 'thorr', 'strasse', 'fine']],
    ['İstanbul ISPARTA ışık', ['istanbul', 'isparta', 'isik']],
    ['ℝeal 𝐀𝐁𝐂 Ⅷ ＡＢＣ H₂O', ['real', 'abc', 'viii', 'abc', 'h2o']],
    ['ΟΔΟΣ οδός Οδοστρωμα', ['οδοσ', 'οδοσ', 'οδοστρωμα']],
    ['Ёлка Йод', ['елка', 'иод']],
    ['深度学习 for 图', ['深', '度', '学', '习', 'for', '图']],
    ['データ ﾃﾞｰﾀ', ['デ', 'ー', 'タ', 'デ', 'ー', 'タ']],
    ['サーバーabc', ['サ', 'ー', 'バ', 'ー', 'abc']],
    ['기계 학습', ['기계', '학습']],
    ['שָׁלוֹם', ['שלום']],
    ['مُحَمَّد كـتاب', ['محمد', 'كتاب']],
    ['हिन्दी', ['हिन्दी']],
    ['gra\u00adph net\u200fworks', ['graph', 'networks']],
    ["O'Brien's self-organizing_map", ['o', 'brien', 's', 'self', 'organizing', 'map']],
    ['C++ & <b>5G</b>', ['c', 'b', '5g', 'b']],
    ['… — !? () 🙂 \u0301 \ud800 \0', []],
    ['a\0b\ud800c', ['a', 'b', 'c']],
  ])('are extracted from %j', (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });

  test('a word of 100 kB is cut, and is found by its beginning', () => {
    const [word = '', ...others] = searchWords('é'.repeat(100_000));
    expect([word, others]).toEqual(['e'.repeat(100), []]);
    expect(matches(prefixQuery('É'.repeat(200)), [word])).toBe(true);
    expect(searchWords(`${'x'.repeat(99)}𝒳𐐷𐐷`)[0]?.isWellFormed()).toBe(true);
    expect(titleKey('word '.repeat(20_000)).length).toBe(200);
  });

  test('folding is idempotent, and words are valid in a tsquery and in UTF-8', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text));
        for (const word of searchWords(text)) {
          expect(word).toMatch(/^[\p{L}\p{N}\p{M}\ufffd]+$/u);
          expect(word.isWellFormed()).toBe(true);
          expect(Buffer.byteLength(word)).toBeLessThan(2046);
        }
      }),
    );
  });

  test('do not depend on case and Unicode form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(searchWords(text.normalize('NFD'))).toEqual(searchWords(text.normalize('NFC')));
      }),
    );
    const letters = [...'abcxyzäöüéèñçøåłßžďěαβγωςабвйё', ' '];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...letters) }), (text) => {
        expect(searchWords(text.toUpperCase())).toEqual(searchWords(text));
      }),
    );
  });
});

describe('a prefix query', () => {
  test('matches each word of a title, and the whole title', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (before, word, after) => {
        fc.pre(searchWords(word).length > 0);
        const words = searchWords(`${before} ${word} ${after}`);
        expect(matches(prefixQuery(word), words)).toBe(true);
        expect(matches(prefixQuery(`${before} ${word} ${after}`), words)).toBe(true);
      }),
    );
  });

  test('matches a word by any of its beginnings', () => {
    const word = fc.array(fc.constantFrom(...'aäàbcçdßøźγлй3'), { minLength: 1, maxLength: 120 });
    fc.assert(
      fc.property(word, fc.nat(), (letters, at) => {
        const typed = letters.slice(0, (at % letters.length) + 1).join('');
        expect(matches(prefixQuery(typed), searchWords(letters.join('')))).toBe(true);
      }),
    );
  });

  test('requires every word once, and is null for a text without words', () => {
    expect(prefixQuery('muller graph  net GRAPH')).toBe("'muller':* & 'graph':* & 'net':*");
    expect(prefixQuery("a' | !b:* \\ & c")).toBe("'a':* & 'b':* & 'c':*");
    for (const text of ['', '   ', '*', '%', '…', '\0', "':*", '🙂', '\udfff']) expect(prefixQuery(text)).toBeNull();
    expect(matches(prefixQuery('muller net'), searchWords('Müller: Graphs'))).toBe(false);
    expect(matches(prefixQuery('raph'), searchWords('Graphs'))).toBe(false);
  });
});

describe('words in the database', () => {
  test('a text has positions and weights, and no phrase continues from one text to the next', () => {
    expect(textVector({ title: 'Graph nets: graphs & graph', author: 'A Graph', venue: null })).toBe(
      "'graph':1A,4A,7B 'nets':2A 'graphs':3A 'a':6B",
    );
    expect(textVector({ title: 'x '.repeat(20_000), author: null, venue: 'v' })).toMatch(/,16383A 'v':16383C$/);
    expect(textVector({ title: '…', author: null, venue: null })).toBe('');
  });

  test('words and phrases can be restricted to one text', () => {
    expect(prefixQuery('Deep nets', 'A')).toBe("'deep':*A & 'nets':*A");
    expect(phraseQuery('To be or not to be')).toBe("'to' <-> 'be' <-> 'or' <-> 'not' <-> 'to' <-> 'be'");
    expect(phraseQuery('Jane Doe', 'B')).toBe("'jane':B <-> 'doe':B");
    expect(phraseQuery('…')).toBeNull();
  });
});
