import { countNoun } from '../count-noun.ts';
import type { NewsPublication } from '../news.ts';
import { dayInWords } from '../schedule.ts';
import { oneLine } from './mail-text.ts';

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
export const NOTICE_HEADING = 'Also';
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

/** A notice as one line. */
export function noticeLine(notice: string): string {
  return oneLine(notice, 300);
}

/** `and 140 more papers in Lectern` */
export function moreLine(count: number): string {
  return `and ${countNoun(count, 'more paper')} in Lectern`;
}

function isWebUrl(url: string): boolean {
  return /^https?:\/\/[!-~]+$/i.test(url) && url.length <= MAX_URL_LENGTH;
}
