import { fold } from '../features/publications/find-tracked-authors.ts';

/** Text that was prepared for many searches. */
export type Words = readonly string[];

/** The words of a text, without case and accents. */
export function wordsOf(text: string): Words {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/**
 * How well a text matches what was typed: 0 is best, null is no match. Each typed word must be the beginning of a word
 * of the text ("ada lov"), or of several successive words ("maar" finds "Mark all as read").
 */
export function matchWords(typed: Words, words: Words): number | null {
  let worst = 0;
  for (const part of typed) {
    const at = words.findIndex((word) => word.startsWith(part));
    const score = at < 0 ? (words.some((_, from) => isSpread(part, words, from)) ? 2 : null) : at === 0 ? 0 : 1;
    if (score === null) return null;
    worst = Math.max(worst, score);
  }
  return worst;
}

/** Whether the letters of `part` are the beginnings of successive words, from the word at an index. */
function isSpread(part: string, words: Words, at: number): boolean {
  const word = words[at];
  if (part === '' || word === undefined) return part === '';
  for (let length = 1; length <= word.length && part.startsWith(word.slice(0, length)); length += 1)
    if (isSpread(part.slice(length), words, at + 1)) return true;
  return false;
}
