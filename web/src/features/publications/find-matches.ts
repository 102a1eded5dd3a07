import { fold } from './find-tracked-authors.ts';

export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Splits a text into parts that match the beginning of a search word and parts that do not. Case and accents are
 * ignored.
 */
export function findMatches(text: string, search: string): readonly TextPart[] {
  const wanted = fold(withoutConditions(search))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return [{ text, isMatch: false }];
  const parts: TextPart[] = [];
  // parts with odd indexes are words
  for (const [at, part] of text.split(/([\p{L}\p{N}\p{M}]+)/u).entries()) {
    const folded = at % 2 === 1 ? fold(part) : '';
    const match = folded === '' ? undefined : wanted.find((word) => folded.startsWith(word));
    // if folding changes the length, the whole word is highlighted
    const length = match === undefined ? 0 : folded.length === part.length ? match.length : part.length;
    if (length > 0) parts.push({ text: part.slice(0, length), isMatch: true });
    if (length < part.length) parts.push({ text: part.slice(length), isMatch: false });
  }
  return parts;
}

/**
 * A search without what is not in the text of rows: negated terms, and fields with their values except the words of
 * title, authors and venue.
 */
function withoutConditions(search: string): string {
  return search
    .replace(/(^|[\s(])-[^\s"]*("[^"]*")?/g, '$1')
    .replace(/(^|[\s(])(?:abstract|note|scholar|tag|year|cited|added|is|has):("[^"]*"|\S*)/gi, '$1')
    .replace(/(^|[\s(])(?:author|title|venue):/gi, '$1');
}
