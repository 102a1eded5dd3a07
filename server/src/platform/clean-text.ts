/**
 * Embeddings, overrides and isolates (Unicode Standard Annex 9). With them a text changes how the text behind it is
 * read: "exe.gpj" looks like "jpg.exe".
 */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g;
/** Soft hyphens, joiners of words, direction marks, fillers and other characters without a width. */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb]|\u034f|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]/gu;
/** Tag characters spell the flags of regions behind a black flag, and nothing else. */
const TAGS = /(\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f})|[\u{e0000}-\u{e007f}]+/gu;
/**
 * Variation selectors choose between forms of emoji, symbols, ideographs and some letters. Behind other characters they
 * do nothing.
 */
const IDLE_SELECTOR =
  /(?<![\p{Emoji}\p{S}\p{Ideographic}\p{sc=Mong}\p{sc=Mymr}\p{sc=Phag}])(?:[\u180b-\u180d\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])+/gu;
/** Joiners shape the letters of some scripts and join emoji. Between other characters they do nothing. */
const JOINED = String.raw`[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Nko}\u0900-\u0dff\u1000-\u109f\u1780-\u17ff\p{Extended_Pictographic}]`;
/** Behind these signs a joiner shapes the letter before it, also at the end of a word: a chillu of Malayalam. */
const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]`;
const IDLE_JOINER = new RegExp(
  String.raw`(?<!${JOINED}(?:\p{M}|\p{Emoji_Modifier})*)[\u200c\u200d]|(?<!${VIRAMA})\u200d(?!${JOINED})|\u200c(?!${JOINED})`,
  'gu',
);

/** A text in composed characters (NFC), without characters that have no effect. LaTeX stops at them. */
export function foldInvisible(text: string): string {
  // most texts are in ASCII
  if (!/[\u0080-\uffff]/.test(text)) return text;
  return text
    .replace(INVISIBLE, '')
    .replace(TAGS, '$1')
    .replace(IDLE_SELECTOR, '')
    .replace(IDLE_JOINER, '')
    .normalize('NFC');
}

/**
 * A text as one line, in composed characters, without control characters, invisible characters and invalid text; null
 * if nothing is left.
 */
export function cleanText(text: string | null | undefined): string | null {
  const line = foldInvisible((text ?? '').toWellFormed().replace(/\ufeff/g, ' '))
    .replace(/[\p{Cc}\p{Noncharacter_Code_Point}\u2028\u2029\s]+/gu, ' ')
    .trim();
  return line === '' ? null : line;
}

/**
 * A text without the characters that change the direction of the text behind them. Marks (U+200E, U+200F) stay, because
 * writers need them.
 */
export function dropDirection(text: string): string {
  return text.replace(DIRECTION, '');
}

/** Such a character, or the beginning of its escape sequence. */
const IN_JSON = /[\u202a-\u202e\u2066-\u2069]|\\u20[26]/i;

/**
 * `dropDirectionIn` for the value of a JSON text. Few texts have such a character, so that few values are walked
 * through.
 */
export function dropDirectionOf<T>(json: string, value: T): T {
  return IN_JSON.test(json) ? dropDirectionIn(value) : value;
}

/**
 * Removes such characters from all texts and keys of a JSON value, in place, and returns the value. Passwords stay as
 * they are, because they are compared as they were typed (ASVS 6.2.8), and never shown.
 */
export function dropDirectionIn<T>(given: T): T {
  const left: unknown[] = [given];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (Array.isArray(next)) {
      for (const [at, value] of next.entries()) {
        if (typeof value === 'string') next[at] = dropDirection(value);
        else if (typeof value === 'object') left.push(value);
      }
    } else dropDirectionOfFields(next as Record<string, unknown>, left);
  }
  return given;
}

/** Adds the values that are objects to `left`. */
function dropDirectionOfFields(fields: Record<string, unknown>, left: unknown[]): void {
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (typeof value === 'object') left.push(value);
    const name = dropDirection(key);
    const kept = typeof value === 'string' && !PASSWORD.test(name) ? dropDirection(value) : value;
    if (name === key && kept === value) continue;
    delete fields[key];
    // not an assignment, because the name may be __proto__
    Object.defineProperty(fields, name, { value: kept, configurable: true, enumerable: true, writable: true });
  }
}
const PASSWORD = /(^|_)password$/;
