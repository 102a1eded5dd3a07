import { fold } from './find-writers.ts';

export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Splits a text where its words begin as one of the searched words does, without regard to case and accents. */
export function findMatches(text: string, search: string): readonly TextPart[] {
  const wanted = fold(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return [{ text, isMatch: false }];
  const parts: TextPart[] = [];
  // every second part is a word
  for (const [at, part] of text.split(/([\p{L}\p{N}\p{M}]+)/u).entries()) {
    const folded = at % 2 === 1 ? fold(part) : '';
    const begin = folded === '' ? undefined : wanted.find((word) => folded.startsWith(word));
    // where folding changed the length, the whole word is set off
    const length = begin === undefined ? 0 : folded.length === part.length ? begin.length : part.length;
    if (length > 0) parts.push({ text: part.slice(0, length), isMatch: true });
    if (length < part.length) parts.push({ text: part.slice(length), isMatch: false });
  }
  return parts;
}
