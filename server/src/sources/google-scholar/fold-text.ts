// One space between words and no control character, odd space or surrogate: nothing to do, and the usual case.
const WORD = '[!-~\u00a1-\u167f\u1681-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ud7ff]+';
const PLAIN = new RegExp(`^${WORD}(?: ${WORD})*$`);

/** A text as it may be stored: one line, no control characters, at most `maxLength` UTF-16 units; `mended` names what was lost. */
export function foldText(raw: string, maxLength: number): { text: string; mended: 'cut' | 'cleaned' | null } {
  if (raw.length <= maxLength && PLAIN.test(raw)) return { text: raw, mended: null };
  const oneLine = foldSpaces(raw);
  // PostgreSQL refuses NUL, and half a surrogate pair is no text in UTF-8.
  const clean = foldSpaces(oneLine.replace(/\p{Cc}/gu, '').replace(/\p{Surrogate}/gu, '\ufffd'));
  // Readers of HTML put the replacement character themselves where a page writes NUL or half a character as an entity.
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

/** Takes off the marks that set a text's direction where it stands alone, as the page title wraps a name; marks inside stay. */
export function unwrapDirection(text: string): string {
  return text.replace(/^[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]+|[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]+$/g, '');
}

/** Whether a reader would see anything: marks of direction and zero-width characters alone are no title. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cf}]/u.test(text);
}
