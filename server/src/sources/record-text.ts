import { Parser } from 'htmlparser2';
import { foldText, isVisible } from './google-scholar/fold-text.ts';

const MAX_TITLE = 2000;
const MAX_NAME = 300;
/** Markup such as MathML may be many times as long as its text. Longer values are cut before they are parsed. */
const MAX_RAW = 20_000;

// Matches tags only if all their attributes are quoted, so that a "<" that means "less than" stays.
const TAG = /<\/?[a-z][\w:.-]*(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*\/?>/gi;

/** A title as one line without markup and entities; null if no visible character is left. */
export function readTitle(value: unknown): string | null {
  return readText(value, MAX_TITLE);
}

/** A name, cleaned like a title. */
export function readName(value: unknown): string | null {
  return readText(value, MAX_NAME);
}

/** Any other short text, cleaned like a title; null if the value is not a text. */
export function readText(value: unknown, maxLength: number): string | null {
  if (typeof value !== 'string') return null;
  const raw = value.slice(0, MAX_RAW);
  // Some publishers escape their markup, so decoding may produce tags again.
  const plain = decodeEntities(raw.replace(TAG, '')).replace(TAG, '');
  const { text } = foldText(decodeEntities(plain), maxLength);
  return isVisible(text) ? text : null;
}

const MAX_ABSTRACT = 20_000;
/** An abstract with formulas as MathML is many times as long as its text. */
const MAX_RAW_ABSTRACT = 200_000;
/** Elements that begin a new line in JATS (Crossref) and HTML (Europe PMC). */
const BLOCK =
  /<\/?(?:jats:)?(?:p|sec|title|list|list-item|disp-formula|label|h[1-6]|div|ul|ol|li|br)(?:\s[^<>]*)?\/?>/gi;
/** Each formula is given both as TeX and as MathML. */
const TEX_START = /<(?:jats:)?tex-math(?:\s[^<>]*)?>/i;
const TEX_END = /<\/(?:jats:)?tex-math>/i;
const HEADING = /^(?:abstract|summary)[.:]?$/i;

/**
 * Converts an abstract in JATS, HTML or plain text to plain text of at most 20,000 characters. Each paragraph and heading is one line; the
 * heading "Abstract" is dropped. Returns null if no visible character is left.
 */
export function readAbstract(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const raw = withoutTex(value.slice(0, MAX_RAW_ABSTRACT).replaceAll(/\s+/g, ' '));
  // as with titles, the markup may be escaped
  const plain = decodeEntities(withoutTags(raw));
  const lines = decodeEntities(withoutTags(plain))
    .split('\n')
    .map((line) => foldText(line, MAX_ABSTRACT).text)
    .filter(isVisible);
  if (HEADING.test(lines[0] ?? '')) lines.shift();
  const text = lines.join('\n');
  if (text.length <= MAX_ABSTRACT) return text === '' ? null : text;
  return text
    .slice(0, MAX_ABSTRACT)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd();
}

function withoutTags(text: string): string {
  return text.replace(BLOCK, '\n').replace(TAG, '');
}

function withoutTex(text: string): string {
  const [before = '', ...others] = text.split(TEX_START);
  return before + others.map((piece) => piece.split(TEX_END).slice(1).join('')).join('');
}

function decodeEntities(text: string): string {
  if (!/&[#a-z]/i.test(text)) return text;
  let decoded = '';
  const parser = new Parser({ ontext: (piece) => (decoded += piece) }, { decodeEntities: true });
  parser.end(text.replaceAll('<', '&lt;'));
  return decoded;
}
