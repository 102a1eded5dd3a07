import { Parser } from 'htmlparser2';
import { MATHML, type MathPart, readMathElement } from './mathml.ts';
import type { Style } from './rich-text.ts';

/** Elements of HTML and JATS that style a text, and the rich text's names for them. */
const STYLES: ReadonlyMap<string, Style> = new Map(
  Object.entries({
    ...{ i: 'i', em: 'i', emph: 'i', italic: 'i', cite: 'i', 'bold-italic': 'i' },
    ...{ b: 'b', strong: 'b', bold: 'b' },
    ...{ sub: 'sub', inf: 'sub', sup: 'sup' },
  } as const),
);
/** Elements that begin a new line. */
const BLOCKS = new Set(
  'p sec title list list-item disp-formula label h1 h2 h3 h4 h5 h6 div ul ol li br tr td th'.split(' '),
);
/** Other elements, of which only the text is read. Any element with a prefix, such as `jats:xref`, is one, too. */
const INLINE = new Set(
  (
    'a abbr acronym alternatives code ext-link fixed-case fn font formula inline-formula inline-graphic img kbd monospace named-content nobr overline q roman s ' +
    'sans-serif sc scp small span strike styled-content tex tex-math tt u underline uri var xref'
  ).split(' '),
);
/** Elements with TeX. IEEE's old records have `tex`. */
const TEX = new Set(['tex', 'tex-math']);
// Matches tags only if all their attributes are quoted, so that a "<" that means "less than" stays.
const TAG = /<(\/?)((?:[a-z][\w.-]*:)?)([a-z][\w.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/gi;
/** Some publishers escape their markup. */
const ESCAPED_TAG =
  /&(?:amp;)*lt;(\/?[a-z][\w:.-]*(?:\s+[\w:.-]+\s*=\s*(?:&(?:amp;)*quot;|["'])[^<>&"']*(?:&(?:amp;)*quot;|["']))*\s*\/?)&(?:amp;)*gt;/gi;
const QUOTE = /&(?:amp;)*quot;/g;
/** Software that writes BibTeX escapes markup as "{\textless}i{\textgreater}" or "$\less$i$\greater$". */
const TEX_TAG =
  /(?:\{\\textless\}|\\textless(?:\{\}|\s)|\{?\$(?:<|\\(?:text)?less|\\lt)\s*\$\}?)(\/?[a-z][\w:.-]{0,30})(?:\{\\textgreater\}|\\textgreater(?:\{\}|\s|$)|\{?\$(?:>|\\(?:text)?greater|\\gt)\s*\$\}?)/gi;
/** Comments and instructions of XML, and the signs around its literal text. */
const NO_TEXT = /<!--.{0,1000}?-->|<\?[a-z].{0,1000}?\?>|<!\[CDATA\[|\]\]>/gis;
const MAX_DEPTH = 100;

type Kind = 'text' | 'phrase' | 'math' | 'tex' | 'block';
interface Part extends MathPart {
  readonly kind: Kind;
}
interface Frame {
  readonly name: string;
  readonly parts: Part[];
}

/**
 * Reads HTML, JATS and MathML as rich text. What is no known element and has no attributes, as in "vector<int>", is
 * text. Paragraphs and other blocks are lines. Where a formula is given both as TeX and as MathML, the MathML counts.
 */
export function readMarkup(raw: string): string {
  if (!/[<&]|\\(?:text)?less/.test(raw)) return raw.replace(/\s+/g, ' ');
  const text = raw
    .replace(NO_TEXT, '')
    .replace(TEX_TAG, '<$1>')
    .replace(ESCAPED_TAG, (_, tag: string) => `<${tag.replace(QUOTE, '"')}>`);
  const open: Frame[] = [{ name: '', parts: [] }];
  let end = 0;
  for (const match of text.matchAll(TAG)) {
    const [whole, slash = '', prefix = '', rawName = '', attributes = '', single = ''] = match;
    const name = rawName.toLowerCase();
    const isKnown = STYLES.has(name) || BLOCKS.has(name) || INLINE.has(name) || MATHML.has(name);
    const closes = slash !== '' && open.some((frame) => frame.name === name);
    if (!isKnown && !closes && prefix === '' && attributes === '') continue;
    addText(open, text.slice(end, match.index));
    end = match.index + whole.length;
    if (BLOCKS.has(name)) addPart(open, { kind: 'block', name, text: '\n' });
    else if (slash !== '') closeElement(open, name);
    else if (single !== '') addPart(open, { kind: kindOf(name, ''), name, text: readElement(name, []) });
    else if (open.length < MAX_DEPTH) open.push({ name, parts: [] });
  }
  addText(open, text.slice(end));
  while (open.length > 1) closeLast(open, false);
  return join(open[0]?.parts ?? []);
}

function addText(open: Frame[], raw: string): void {
  const frame = open.at(-1);
  // spaces between the elements of a formula are no text
  if (raw === '' || (frame && MATHML.has(frame.name) && frame.name !== 'mtext' && raw.trim() === '')) return;
  // the text of an escaped markup is escaped twice
  addPart(open, { kind: 'text', name: '', text: decodeEntities(decodeEntities(raw)).replace(/\s+/g, ' ') });
}

function addPart(open: Frame[], part: Part): void {
  const parts = open.at(-1)?.parts;
  if (!parts) return;
  const others: Kind[] = ['math', 'tex'];
  if (others.includes(part.kind)) {
    const at = parts.findLastIndex(({ text }) => text.trim() !== '');
    const before = parts[at]?.kind;
    if (part.kind === 'tex' && before === 'math') return;
    if (part.kind === 'math' && before === 'tex') parts.splice(at, parts.length - at);
  }
  parts.push(part);
}

/** Closes the innermost element of the name, and those within it that were not closed. */
function closeElement(open: Frame[], name: string): void {
  const at = open.findLastIndex((frame) => frame.name === name);
  if (at < 1) return;
  while (open.length > at + 1) closeLast(open, false);
  closeLast(open, true);
}

function closeLast(open: Frame[], isPaired: boolean): void {
  const frame = open.pop();
  if (!frame) return;
  const { name, parts } = frame;
  const [only] = parts;
  const isMath = parts.some(({ kind }) => kind === 'math');
  // an element without an end encloses nothing
  const text = !isPaired && STYLES.has(name) ? join(parts) : readElement(name, parts);
  const isWrapper = !MATHML.has(name) && !STYLES.has(name) && (isMath || (parts.length === 1 && only?.kind !== 'text'));
  addPart(open, { kind: isWrapper ? (isMath ? 'math' : (only?.kind ?? 'text')) : kindOf(name, text), name, text });
}

function kindOf(name: string, text: string): Kind {
  if (name === 'math') return 'math';
  if (TEX.has(name)) return 'tex';
  const isPhrase =
    STYLES.get(name) === 'i' && (/\S\s+\S/.test(text) || /^<i>\p{Lu}[\p{L}\p{N}-]{2,}<\/i>$/u.test(text));
  return isPhrase ? 'phrase' : 'text';
}

function readElement(name: string, parts: readonly Part[]): string {
  if (MATHML.has(name)) return readMathElement(name, parts);
  const text = join(parts);
  if (TEX.has(name)) return readTexMath(text);
  const style = STYLES.get(name);
  return style === undefined || text.trim() === '' ? text : `<${style}>${text}</${style}>`;
}

/** Springer gives a whole document for each formula. */
function readTexMath(text: string): string {
  const formula = (/\\begin\{document\}(.*?)\\end\{document\}/.exec(text)?.[1] ?? text)
    .replace(/^.*\\documentclass.*?\}/, '')
    .trim();
  return formula === '' || /^(?:\$|\\[([])/.test(formula) ? formula : `$${formula}$`;
}

function join(parts: readonly Part[]): string {
  return parts
    .map((part, at) => {
      const before = parts[at - 1];
      return before && needsSpace(before, part) ? ` ${part.text}` : part.text;
    })
    .join('');
}

/** Words that follow a name, and would not end one. */
const FOLLOWING =
  /^(?:a|an|and|are|as|at|between|by|during|for|from|in|into|is|of|on|or|the|through|to|under|using|via|was|with|within)(?!\p{L})/u;
const BEFORE = /(?<!\p{L})(?:and|between|by|for|from|in|of|on|or|the|to|via|with|within)$/iu;
const ENDING = /^(?:like|s|st|nd|rd|th)(?!\p{L})/u;

/**
 * Publishers leave out the spaces around formulas and italics: "in<mml:math>…</mml:math>and". But "<i>N</i>-acetyl" and
 * "<b>D</b>eep" have none.
 */
function needsSpace(before: Part, after: Part): boolean {
  const kinds = [before.kind, after.kind];
  if (!kinds.includes('math') && !kinds.includes('phrase')) return false;
  const end = before.text.slice(-40);
  const left = end.replace(/(?:<\/?\w+>)+$/, '');
  const right = after.text.slice(0, 40).replace(/^(?:<\/?\w+>)+/, '');
  if (kinds.includes('math')) {
    if (after.kind === 'math') return /(?:\p{L}{2}|[,;:)\]])$/u.test(left) && /^[\p{L}\p{N}(√]/u.test(right);
    return /[\p{L}\p{N})>]$/u.test(end) && /^\p{Ll}{2}/u.test(right) && !ENDING.test(right);
  }
  if (after.kind === 'phrase') return BEFORE.test(left) || (!isSymbol(after) && /\p{Ll}{2}$/u.test(left));
  if (before.kind !== 'phrase' || ENDING.test(right)) return false;
  return FOLLOWING.test(right) || (/\S\s+\S/.test(before.text) && /^(?:\p{Ll}{2}|\p{Lu})/u.test(right));
}

/** "<i>BRCA1</i>", which may also end a word: "micro<i>RNA</i>". */
const isSymbol = ({ text }: Part) => /^<i>\p{Lu}[\p{Lu}\p{N}-]+<\/i>$/u.test(text);

function decodeEntities(text: string): string {
  if (!/&[#a-z]/i.test(text)) return text;
  let decoded = '';
  const parser = new Parser({ ontext: (piece) => (decoded += piece) }, { decodeEntities: true });
  parser.end(text.replaceAll('<', '&lt;'));
  return decoded;
}
