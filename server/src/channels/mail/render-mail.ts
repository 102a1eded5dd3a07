import { countNoun } from '../count-noun.ts';
import type { News } from '../news.ts';
import { type FittedNews, fitNews } from './fit-news.ts';
import { headingOf, type MailFrame } from './mail-content.ts';
import { oneLine } from './mail-text.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';
import { encodedBytes, smallerEncoding, type TransferEncoding } from './transfer-encoding.ts';

const MAX_SUBJECT_LENGTH = 120;

/** The rendered parts of a mail. */
export interface MailParts {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** of text and HTML, with which the mail is small enough */
  readonly encoding: TransferEncoding;
}

/**
 * Renders news as a mail of less than 100 kB. The texts of the news may be hostile: each becomes one line without
 * control characters, and is escaped.
 */
export function renderMail(news: News, given: MailFrame): MailParts {
  const frame = { ...given, channelName: oneLine(given.channelName, 80) };
  const headline = frame.isTest ? 'Test message from Lectern' : headlineOf(news);
  const partsOf = (fitted: FittedNews) => {
    const text = renderText(headline, fitted, frame);
    const html = renderHtml(headline, fitted, frame);
    const encoding = smallerEncoding(text + html);
    return { text, html, encoding, bytes: encodedBytes(text, encoding) + encodedBytes(html, encoding) };
  };
  const { bytes: _bytes, ...parts } = partsOf(fitNews(news, (fitted) => partsOf(fitted).bytes));
  return { subject: frame.isTest ? headline : subjectOf(headline, news), ...parts };
}

function headlineOf({ groups, pdfs }: News): string {
  const newCount = groups.reduce((sum, { publications }) => sum + publications.length, 0);
  if (newCount > 0) return countNoun(newCount, 'new paper');
  if (pdfs.length > 0) return countNoun(pdfs.length, 'PDF found', 'PDFs found');
  return 'News from Lectern';
}

/** `3 new papers: Ada Lovelace, Kim Berg`, with as many names as there is room for. */
function subjectOf(headline: string, { groups }: News): string {
  const names = groups.map(headingOf);
  for (let shown = names.length; shown > 0; shown -= 1) {
    const more = names.length > shown ? ` and ${countNoun(names.length - shown, 'other')}` : '';
    const subject = `${headline}: ${names.slice(0, shown).join(', ')}${more}`;
    if (subject.length <= MAX_SUBJECT_LENGTH) return subject;
  }
  return headline;
}
