import { dropDirection } from '../../platform/clean-text.ts';

// Matches the usual case, which needs no change: single spaces, and no control characters, unusual spaces or
// surrogates.
const WORD = '[!-~\u00a1-\u167f\u1681-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ud7ff]+';
const PLAIN = new RegExp(`^${WORD}(?: ${WORD})*$`);

/**
 * Makes a text fit for storage: one line, no control characters, no characters that change the direction of the text
 * behind it, at most `maxLength` UTF-16 units. `mended` says what was lost.
 */
export function foldText(raw: string, maxLength: number): { text: string; mended: 'cut' | 'cleaned' | null } {
  if (raw.length <= maxLength && PLAIN.test(raw)) return { text: raw, mended: null };
  const oneLine = foldSpaces(dropDirection(raw));
  // PostgreSQL rejects NUL, and UTF-8 cannot encode half a surrogate pair.
  const clean = foldSpaces(oneLine.replace(/\p{Cc}/gu, '').replace(/\p{Surrogate}/gu, '\ufffd'));
  // HTML parsers insert the replacement character themselves if a page has an entity for NUL or half a character.
  const isWhole = clean === oneLine && !clean.includes('\ufffd');
  if (clean.length <= maxLength) return { text: clean, mended: isWhole ? null : 'cleaned' };
  return {
    text: clean
      .slice(0, maxLength)
      .replace(/[\ud800-\udbff]$/, '')
      .trimEnd(),
    mended: 'cut',
  };
}

function foldSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Removes direction marks around a text, which the page title puts around a name. Marks inside the text stay. */
export function unwrapDirection(text: string): string {
  return text.replace(/^[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]+|[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]+$/g, '');
}

/** Whether a text has a visible character. Direction marks and zero-width characters are invisible. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cf}]/u.test(text);
}
