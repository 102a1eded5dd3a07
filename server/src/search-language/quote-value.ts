/**
 * A value as it is written after the name of a field: in quotation marks unless it is one word. No value can have
 * quotation marks in it.
 */
export function quoteValue(value: string): string {
  return /^[\p{L}\p{N}]+$/u.test(value) ? value : `"${value.replaceAll(/["“”„]/g, ' ').trim()}"`;
}
