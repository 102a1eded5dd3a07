/** Latin, Greek and Cyrillic accents, Hebrew points and Arabic vowel signs. Users omit them when they type. */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|[\u0610-\u061a]|[\u064b-\u065f]|\u0670|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;
/** Invisible characters (soft hyphens, direction marks, joiners, variation selectors), and the Arabic tatweel. */
const INVISIBLE =
  /[\u00ad\u0640\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;
/** Letters that Unicode does not decompose, and their replacements. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ς: 'σ',
};
/** A run of letters, digits and marks. In scripts without spaces each character is a word. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー])[\p{L}\p{N}\p{M}])+/gu;
/** Texts in pure ASCII, which are the most, are read several times faster. */
const BEYOND_ASCII = /[\u0080-\uffff]/;
const PLAIN_WORD = /[a-z0-9]+/g;
/** Nobody searches for longer words. PostgreSQL accepts lexemes of up to 2,046 bytes. */
const MAX_WORD_LENGTH = 100;

/** Folds a text for comparison: to lower case, without accents, with compatibility forms unified. */
export function foldText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return (
    text
      .normalize('NFKD')
      // after the decomposition, because a character such as ℝ only then becomes a letter
      .toLowerCase()
      .replace(MARKS, '')
      .replace(INVISIBLE, '')
      .normalize('NFKC')
      .replace(/[ßæœøđðþłħıŧς]/g, (letter) => LETTERS[letter] ?? letter)
  );
}

/** The folded words of a text, in order. A word has at least one letter or digit. */
export function searchWords(text: string): string[] {
  const folded = foldText(text);
  if (!BEYOND_ASCII.test(folded)) return (folded.match(PLAIN_WORD) ?? []).map((word) => word.slice(0, MAX_WORD_LENGTH));
  const words: string[] = [];
  for (const [word] of folded.matchAll(WORD)) {
    if (/[\p{L}\p{N}]/u.test(word)) words.push(word.slice(0, MAX_WORD_LENGTH).toWellFormed());
  }
  return words;
}

/** The weights that mark the words of each text of a publication in its tsvector. */
export const WEIGHTS = { title: 'A', author: 'B', venue: 'C' } as const;
type Weight = (typeof WEIGHTS)[keyof typeof WEIGHTS];
/** The largest position in a tsvector. */
const MAX_POSITION = 16_383;

/** The words of a publication as a tsvector, with positions for phrases and the weight of their text. */
export function textVector(texts: { readonly [K in keyof typeof WEIGHTS]: string | null }): string {
  const weights = Object.entries(WEIGHTS) as [keyof typeof WEIGHTS, Weight][];
  return vectorOf(weights.map(([name, weight]) => [texts[name] ?? '', weight]));
}

/** The words of a text as a tsvector, with positions for phrases. */
export function wordVector(text: string): string {
  return vectorOf([[text, '']]);
}

/** Words consist of letters, digits and marks, so they need no escaping. */
function vectorOf(texts: readonly (readonly [text: string, weight: Weight | ''])[]): string {
  const places = new Map<string, string[]>();
  let position = 0;
  for (const [text, weight] of texts) {
    for (const word of searchWords(text)) {
      position += 1;
      const all = places.get(word) ?? [];
      all.push(`${Math.min(position, MAX_POSITION)}${weight}`);
      places.set(word, all);
    }
    // a gap, so that no phrase continues in the next text
    position += 1;
  }
  return [...places].map(([word, all]) => `'${word}':${all.join(',')}`).join(' ');
}

/**
 * A tsquery that matches texts in which each of these words begins a word, everywhere or in the text with this weight;
 * null if there are no words.
 */
export function prefixQuery(text: string, weight: Weight | '' = ''): string | null {
  const words = new Set(searchWords(text));
  return words.size === 0 ? null : [...words].map((word) => `'${word}':*${weight}`).join(' & ');
}

/** A tsquery that matches texts with these whole words in this order; null if there are no words. */
export function phraseQuery(text: string, weight: Weight | '' = ''): string | null {
  const words = searchWords(text);
  return words.length === 0 ? null : words.map((word) => `'${word}'${weight && `:${weight}`}`).join(' <-> ');
}

/** The sort key of a title. */
export function titleKey(title: string): string {
  return searchWords(title).join(' ').slice(0, 200).toWellFormed();
}

/** The key of a name. Joiners and selectors that a name needs do not tell it from another one. */
export function keyOf(name: string): string {
  const key = foldText(name)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim();
  return key === '' ? name : key;
}
