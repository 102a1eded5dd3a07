import { foldText, isVisible } from './google-scholar/fold-text.ts';
import { listOf } from './json-fields.ts';
import { readMarkup } from './markup/read-markup.ts';
import { readRichLines, readRichText } from './markup/read-rich-text.ts';
import { pairTags, plainText } from './markup/rich-text.ts';
import type { RecordBiblio } from './record.ts';

const MAX_TITLE = 2000;
const MAX_NAME = 300;
/** Markup such as MathML may be many times as long as its text. Longer values are cut before they are parsed. */
const MAX_RAW = 20_000;

/**
 * A title as one line of plain text, whatever markup or TeX the source wrote; null if no visible character is left.
 * Superscripts and subscripts are Unicode characters or "^(…)" and "_(…)". Formulas that Unicode cannot show stay TeX,
 * in dollar signs.
 */
export function readTitle(value: unknown, maxLength = MAX_TITLE): string | null {
  return typeof value === 'string' ? fold(readRichText(cut(value, MAX_RAW), 'as text'), maxLength) : null;
}

/** A name, read like a title. */
export function readName(value: unknown): string | null {
  return readTitle(value, MAX_NAME);
}

/** Any other short text, which may have markup but no TeX; null if the value is not a text. */
export function readText(value: unknown, maxLength: number): string | null {
  return typeof value === 'string' ? fold(pairTags(readMarkup(cut(value, MAX_RAW))), maxLength) : null;
}

function fold(rich: string, maxLength: number): string | null {
  const { text } = foldText(plainText(rich), maxLength);
  return isVisible(text) ? text : null;
}

const MAX_ABSTRACT = 20_000;
/** An abstract with formulas as MathML is many times as long as its text. */
const MAX_RAW_ABSTRACT = 200_000;
const HEADING = /^(?:abstract|summary)[.:]?$/i;

/**
 * Converts an abstract in JATS, HTML, TeX or plain text to plain text of at most 20,000 characters. Each paragraph and
 * heading is one line; the heading "Abstract" is dropped. Returns null if no visible character is left.
 */
export function readAbstract(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const lines = readRichLines(cut(value, MAX_RAW_ABSTRACT), 'as text')
    .map((line) => foldText(plainText(line), MAX_ABSTRACT).text)
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

/** The beginning of a text, without half a tag at its end. */
function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/<[^<>]{0,1000}$/, '');
}

const MAX_TEXT = 500;
const ISSN = /^\d{4}-\d{3}[\dX]$/;
/** Some publishers write such words in place of nothing. */
const NOTHING = /^(?:null|none|n\/a|-+)$/i;

/** Reads where a publication is published. `issn` is a list, of which the first valid one counts. */
export function readBiblio({
  issn,
  pages,
  ...fields
}: Readonly<Partial<Record<keyof RecordBiblio, unknown>>>): RecordBiblio {
  const read = (value: unknown) => {
    const text = readText(value, MAX_TEXT);
    return text === null || NOTHING.test(text) ? null : text;
  };
  return {
    type: read(fields.type),
    container: read(fields.container),
    publisher: read(fields.publisher),
    volume: read(fields.volume),
    issue: read(fields.issue),
    pages: read(pages)?.replaceAll(/\s*[-–—]+\s*/g, '-') ?? null,
    issn: listOf(issn).find((one): one is string => typeof one === 'string' && ISSN.test(one)) ?? null,
  };
}
