/** A text as one line, without control characters and invalid text; null if nothing is left. */
export function cleanText(text: string | null | undefined): string | null {
  const line = (text ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Noncharacter_Code_Point}\u2028\u2029\ufeff\s]+/gu, ' ')
    .trim();
  return line === '' ? null : line;
}
