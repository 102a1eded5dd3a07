import type { Candidate, Scholar } from '../../api/shapes.ts';
import { sourceOfInput } from './author-input.ts';

/** Whether the text looks like a person's name and not like profile addresses or ids. */
export function isName(typed: string): boolean {
  const text = typed.trim();
  return canSearchByName(text) && !text.split(/\s+/).some(isProfile);
}

/** Whether the text can be searched for as a name: one line with at least two letters. */
export function canSearchByName(typed: string): boolean {
  return !typed.trim().includes('\n') && (typed.match(/\p{L}/gu)?.length ?? 0) >= 2;
}

/**
 * The lines of the text without blank ones. A line that consists of several profiles becomes several lines, except in a
 * CSV file.
 */
export function splitProfiles(typed: string): string[] {
  const lines = typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const hasHeader = lines.length > 1 && !wordsOf(lines[0] ?? '').some(isProfile);
  return hasHeader ? lines : lines.flatMap((line) => (wordsOf(line).every(isProfile) ? wordsOf(line) : [line]));
}

const wordsOf = (line: string) => line.split(/[\s,;]+/).filter(Boolean);

/** A profile address, or an id that is not just a long word. */
function isProfile(word: string): boolean {
  if (/:\/\/|user=/.test(word)) return true;
  const source = sourceOfInput(word);
  return source !== null && (source !== 'google_scholar' || !/^\p{L}\p{Ll}+(-\p{L}\p{Ll}+)?$/u.test(word));
}

/** The user's scholar that has one of the ids as a confirmed profile. */
export function findTracked(scholars: readonly Scholar[], ids: Candidate['ids']): Scholar | undefined {
  return scholars.find(({ profiles }) =>
    profiles.some(
      (one) => one.state === 'confirmed' && ids.some(({ source, id }) => source === one.source && id === one.id),
    ),
  );
}
