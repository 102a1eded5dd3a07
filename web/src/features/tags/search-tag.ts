/** A value as the search language writes it after the name of a field: in quotation marks unless it is one word. */
export function quoteValue(value: string): string {
  return /^[\p{L}\p{N}]+$/u.test(value) ? value : `"${value.replaceAll(/["“”„]/g, ' ').trim()}"`;
}

/** The search for the publications with a tag. */
export function searchOfTag(name: string): string {
  return `tag:${quoteValue(name)}`;
}
