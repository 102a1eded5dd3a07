import { countNoun } from '../count-noun.ts';
import type { NewsPublication } from '../read-news.ts';
import { dayInWords } from '../schedule.ts';

/** What a mail says besides its news. */
export interface MailFrame {
  readonly channelName: string;
  /** such as 2026-11-25 */
  readonly day: string;
  readonly isTest: boolean;
  readonly listUrl: string;
  readonly settingsUrl: string;
  readonly unsubscribeUrl: string;
  /** null: the mail has no new publications */
  readonly markReadUrl: string | null;
}

/** The lines of a publication, as one line each and short enough; null: not known. */
export interface PublicationLines {
  readonly title: string;
  readonly authors: string | null;
  /** venue and year */
  readonly place: string | null;
  readonly abstract: string | null;
  readonly pdfUrl: string | null;
  readonly url: string;
  readonly why: string | null;
}

export const PDF_HEADING = 'Now with a PDF';
export const REMARK_HEADING = 'Also';
export const TEST_NOTE = 'This is a test message. Your channel works.';

const MAX_URL_LENGTH = 2000;
const MAX_REASONS = 3;

export function linesOf({
  title,
  authors,
  venue,
  year,
  abstract,
  pdfUrl,
  url,
  reasons,
}: NewsPublication): PublicationLines {
  const where = oneLine(venue ?? '', 140);
  const when = year === null || where.includes(String(year)) ? '' : String(year);
  const why = reasons.slice(0, MAX_REASONS).map((reason) => oneLine(reason, 160));
  return {
    title: oneLine(title, 300) || 'Untitled',
    authors: oneLine(authors ?? '', 180) || null,
    place: [where, when].filter((one) => one !== '').join(', ') || null,
    abstract: oneLine(abstract ?? '', 260) || null,
    pdfUrl: pdfUrl !== null && isWebUrl(pdfUrl) ? pdfUrl : null,
    url,
    why: why.join(' ') || null,
  };
}

/** `Your papers of 25 November` */
export function dayLine(day: string): string {
  return `Your papers of ${dayInWords(day)}`;
}

/** The name of a scholar as a heading. */
export function headingOf({ scholarName }: { scholarName: string }): string {
  return oneLine(scholarName, 120) || 'Unnamed scholar';
}

/** A remark as one line. */
export function remarkLine(remark: string): string {
  return oneLine(remark, 300);
}

/** `and 140 more papers in Lectern` */
export function moreLine(count: number): string {
  return `and ${countNoun(count, 'more paper')} in Lectern`;
}

function isWebUrl(url: string): boolean {
  return /^https?:\/\/[!-~]+$/i.test(url) && url.length <= MAX_URL_LENGTH;
}

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
