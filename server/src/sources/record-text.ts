import { Parser } from 'htmlparser2';
import { foldText, isVisible } from './google-scholar/fold-text.ts';

const MAX_TITLE = 2000;
const MAX_NAME = 300;
/** Markup may be many times as long as the text in it (MathML); what is longer than this is cut before it is looked at. */
const MAX_RAW = 20_000;

// A "<" that stands for "less than" is left alone: of a tag all attributes are quoted.
const TAG = /<\/?[a-z][\w:.-]*(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*\/?>/gi;

/** A title as one line of text that may be stored, without markup and entities; null when nothing is left that a reader would see. */
export function readTitle(value: unknown): string | null {
  return readText(value, MAX_TITLE);
}

/** A name in the same way. */
export function readName(value: unknown): string | null {
  return readText(value, MAX_NAME);
}

/** Also for a licence and the like; `null` for what is no text. */
export function readText(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null;
  const raw = value.slice(0, MAX_RAW);
  // Some publishers deposit their markup escaped, so there may be tags once more.
  const plain = decodeEntities(raw.replace(TAG, '')).replace(TAG, '');
  const { text } = foldText(decodeEntities(plain), maxLength);
  return isVisible(text) ? text : null;
}

function decodeEntities(text: string): string {
  if (!/&[#a-z]/i.test(text)) return text;
  let decoded = '';
  const parser = new Parser({ ontext: (piece) => (decoded += piece) }, { decodeEntities: true });
  parser.end(text.replaceAll('<', '&lt;'));
  return decoded;
}
