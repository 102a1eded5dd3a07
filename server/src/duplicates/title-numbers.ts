const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
const CARDINALS = 'one two three four five six seven eight nine ten'.split(' ');
const BEFORE_NUMBER = new Set(['part', 'volume', 'vol', 'chapter', 'book', 'section']);
const ROMAN_DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };

/**
 * The numbers of a title in one form, in order of their letters: "II" and "part two" are 2, "third" and "3rd" are 3, "part B" is b. `found` are
 * the digits and Roman numerals among the words.
 */
export function numbersOf(words: readonly string[], found: readonly string[]): string[] {
  const written = words.flatMap((word, at) => {
    const ordinal = ORDINALS.indexOf(word);
    if (ordinal >= 0) return [String(ordinal + 1)];
    if (!BEFORE_NUMBER.has(words[at - 1] ?? '')) return [];
    const cardinal = CARDINALS.indexOf(word);
    return cardinal >= 0 ? [String(cardinal + 1)] : /^[a-h]$/.test(word) ? [word] : [];
  });
  return [...found.map(inDigits), ...written].sort();
}

function inDigits(number: string): string {
  if (!/^[ivx]+$/.test(number)) return number;
  const values = [...number].map((letter) => ROMAN_DIGITS[letter] ?? 0);
  return String(values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0));
}
