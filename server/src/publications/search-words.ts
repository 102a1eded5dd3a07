/** Accents of Latin, Greek and Cyrillic, points of Hebrew, vowel signs of Arabic: what a reader leaves out when typing. */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|[\u0610-\u061a]|[\u064b-\u065f]|\u0670|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;
/** What is not seen, and the stretching of Arabic letters: soft hyphens, marks of direction, joiners, variants of a sign. */
const UNSEEN =
  /[\u00ad\u0640\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;
/** Letters that Unicode does not take apart, and how they are typed without them. */
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
/** A run of letters, digits and marks; scripts written without spaces give a word for each sign. */
const WORD =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー])[\p{L}\p{N}\p{M}])+/gu;
/** In most texts there is nothing to unify: what has only letters of ASCII is several times faster to read. */
const BEYOND_ASCII = /[\u0080-\uffff]/;
const PLAIN_WORD = /[a-z0-9]+/g;
/** PostgreSQL takes lexemes up to 2,046 bytes; nobody searches for longer words than this. */
const WORD_LENGTH = 100;

/** Text as it is compared: lower case, without accents, compatibility forms unified. */
export function foldText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text.toLowerCase();
  return (
    text
      .normalize('NFKD')
      // after taking apart: a sign such as ℝ becomes a letter only then
      .toLowerCase()
      .replace(MARKS, '')
      .replace(UNSEEN, '')
      .normalize('NFKC')
      .replace(/[ßæœøđðþłħıŧς]/g, (letter) => LETTERS[letter] ?? letter)
  );
}

/** The words of a text in their folded form, in order; what has no letter or digit gives none. */
export function searchWords(text: string): string[] {
  const folded = foldText(text);
  if (!BEYOND_ASCII.test(folded)) return (folded.match(PLAIN_WORD) ?? []).map((word) => word.slice(0, WORD_LENGTH));
  const words: string[] = [];
  for (const [word] of folded.matchAll(WORD)) {
    if (/[\p{L}\p{N}]/u.test(word)) words.push(word.slice(0, WORD_LENGTH).toWellFormed());
  }
  return words;
}

/** A tsquery that wants each word of the text as the beginning of a word; null when there is nothing to search for. */
export function prefixQuery(text: string): string | null {
  const words = new Set(searchWords(text));
  return words.size === 0 ? null : [...words].map((word) => `'${word}':*`).join(' & ');
}

/** The title as it is sorted. */
export function titleKey(title: string): string {
  return searchWords(title).join(' ').slice(0, 200).toWellFormed();
}
