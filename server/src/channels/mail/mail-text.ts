/** Direction marks, which could make text outside of a title look different, and what is not a character. */
const INVISIBLE = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff\p{Noncharacter_Code_Point}]/gu;
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A text of a source as one line of at most `maxLength` UTF-16 units. It is cut between characters as people see them,
 * and the cut is marked.
 */
export function oneLine(text: string, maxLength: number): string {
  // enough for what is kept, so that a long text costs no more than a short one
  const start = text.slice(0, maxLength * 4);
  const line = start.toWellFormed().replace(INVISIBLE, '').replace(BREAKS, ' ').trim();
  if (line.length <= maxLength && start.length === text.length) return line;
  let end = 0;
  for (const { index, segment } of graphemes.segment(line)) {
    if (index + segment.length > maxLength - 1) break;
    end = index + segment.length;
  }
  const space = line.lastIndexOf(' ', end);
  // after a word, unless that word is most of the text
  return `${line.slice(0, space > end * 0.7 ? space : end).replace(/[\s,;:.…-]+$/, '')}…`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, also inside of attributes in quotation marks. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/**
 * Breaks a line between words, so that no part is longer than `width` unless it is one word. `indent` is put before
 * each part.
 */
export function wrapLine(line: string, width: number, indent = ''): string {
  const parts: string[] = [];
  let part = '';
  for (const word of line.split(' ')) {
    if (part !== '' && indent.length + part.length + 1 + word.length > width) {
      parts.push(indent + part);
      part = word;
    } else part = part === '' ? word : `${part} ${word}`;
  }
  return [...parts, indent + part].join('\n');
}
