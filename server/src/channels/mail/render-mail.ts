import { countNoun } from '../count-noun.ts';
import type { News } from '../read-news.ts';
import { encodedBytes, type FittedNews, fitNews, smallerEncoding, type TransferEncoding } from './fit-news.ts';
import { escapeHtml, headingOf, type MailFrame, oneLine, wrapLine } from './mail-content.ts';
import { element, htmlPage, link, renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

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

/**
 * A mail that asks somebody to agree. It has no text of the user but the address, so that it is of no use to senders of
 * spam.
 */
export function renderConfirmation({
  userEmail,
  origin,
  url,
}: {
  userEmail: string;
  origin: string;
  url: string;
}): MailParts {
  const sender = oneLine(userEmail, 254);
  const subject = 'Do you want mail about new papers?';
  const why = `${sender} wants Lectern at ${origin} to send news about papers to this address.`;
  const ignore = 'If you do not want that, ignore this mail. The link works for seven days.';
  const text = [subject, wrapLine(why, 76), `To agree, open this page:\n${url}`, ignore].join('\n\n');
  const html = [
    element('h1', 'headline', subject),
    element('p', 'text', escapeHtml(why)),
    link('button', url, 'See what you agree to'),
    element('div', 'footer', ignore),
  ];
  return { subject, text: `${text}\n`, html: htmlPage(subject, html.join('\n')), encoding: 'quoted-printable' };
}
