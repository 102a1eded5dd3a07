/** Soft hyphens, joiners of words, direction marks and other characters without a width. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
/** Joiners shape the letters of some scripts and join emoji. Between other characters they do nothing. */
const JOINED = String.raw`[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Nko}\u0900-\u0dff\u1000-\u109f\u1780-\u17ff\p{Extended_Pictographic}]`;
const IDLE_JOINER = new RegExp(
  String.raw`(?<!${JOINED}(?:\p{M}|\p{Emoji_Modifier})*)[\u200c\u200d]|[\u200c\u200d](?!${JOINED})`,
  'gu',
);

/** A text in composed characters (NFC), without characters that have no effect. LaTeX stops at them. */
export function foldInvisible(text: string): string {
  // most texts are in ASCII
  if (!/[\u0080-\uffff]/.test(text)) return text;
  return text.replace(INVISIBLE, '').replace(IDLE_JOINER, '').normalize('NFC');
}

/** A text as one line, in composed characters, without control characters, invisible characters and invalid text; null if nothing is left. */
export function cleanText(text: string | null | undefined): string | null {
  const line = foldInvisible((text ?? '').toWellFormed().replace(/\ufeff/g, ' '))
    .replace(/[\p{Cc}\p{Noncharacter_Code_Point}\u2028\u2029\s]+/gu, ' ')
    .trim();
  return line === '' ? null : line;
}
