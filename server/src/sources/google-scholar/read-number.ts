// The code points of the digit 0 in the scripts that Google uses: Arabic, Persian, Devanagari, Bengali, Thai, full
// width.
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];
const GROUP = `[,.'’\\s٬،]`;
const COUNT = new RegExp(`^(\\d+|\\d{1,3}(${GROUP}\\d{2,3})+)$`);
const NUMBERS = new RegExp(`\\d+(${GROUP}\\d{3})*`, 'g');

/** Reads a count such as `1,234`, `1 234` or `١٢٣`, without an upper limit. Returns null if the text is not a count. */
export function readCount(text: string): number | null {
  const plain = withPlainDigits(text).trim();
  return COUNT.test(plain) ? Number(plain.replace(/\D/g, '')) : null;
}

/** A year from 1000 to 2100, or null. */
export function readYear(text: string): number | null {
  const plain = withPlainDigits(text).trim();
  const year = /^\d{4}$/.test(plain) ? Number(plain) : 0;
  return year >= 1000 && year <= 2100 ? year : null;
}

/** The first and the last number of a text such as "Articles 1,001–1,100"; null if there is no number above zero. */
export function readRange(text: string): { first: number; last: number } | null {
  const numbers = (withPlainDigits(text).match(NUMBERS) ?? []).map((number) => readCount(number) ?? 0);
  const first = numbers[0] ?? 0;
  const last = numbers.at(-1) ?? 0;
  return first > 0 && last >= first ? { first, last } : null;
}

function withPlainDigits(text: string): string {
  if (!/[^ -~]/.test(text)) return text;
  const unmarked = text.replace(/\p{Cf}/gu, '');
  return unmarked.replace(/[^\p{ASCII}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    const zero = ZEROS.find((start) => code >= start && code < start + 10);
    return zero === undefined ? character : String(code - zero);
  });
}
