import type { News } from '../news.ts';
import { fitNews } from './fit-news.ts';
import { headingOf, type MailFrame } from './mail-content.ts';
import { countOf, oneLine } from './mail-text.ts';
import { htmlHeading, htmlNotice, htmlPublication, renderHtml } from './render-html.ts';
import { renderText, textHeading, textNotice, textPublication } from './render-text.ts';
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

/** Renders news as a mail of less than 100 kB. The texts of the news may be hostile: each becomes one line without control characters, and is escaped. */
export function renderMail(news: News, given: MailFrame): MailParts {
  const frame = { ...given, channelName: oneLine(given.channelName, 80) };
  const encoding = smallerEncoding(sampleOf(news));
  // and the line break or blank line around it
  const bytesOf = (part: string) => encodedBytes(part, encoding) + 4;
  const fitted = fitNews(news, {
    ofPublication: (publication, extent) =>
      bytesOf(textPublication({ publication, extent })) + bytesOf(htmlPublication({ publication, extent })),
    ofHeading: (group) => bytesOf(textHeading(group)) + bytesOf(htmlHeading(group)),
    ofNotice: (notice) => bytesOf(textNotice(notice)) + bytesOf(htmlNotice(notice)),
  });
  const headline = frame.isTest ? 'Test message from Lectern' : headlineOf(news);
  return {
    subject: frame.isTest ? headline : subjectOf(headline, news),
    text: renderText(headline, fitted, frame),
    html: renderHtml(headline, fitted, frame),
    encoding,
  };
}

function headlineOf({ groups, pdfs }: News): string {
  const newCount = groups.reduce((sum, { publications }) => sum + publications.length, 0);
  if (newCount > 0) return countOf(newCount, 'new paper');
  if (pdfs.length > 0) return countOf(pdfs.length, 'PDF found', 'PDFs found');
  return 'News from Lectern';
}

/** `3 new papers: Ada Lovelace, Kim Berg`, with as many names as there is room for. */
function subjectOf(headline: string, { groups }: News): string {
  const names = groups.map(headingOf);
  for (let shown = names.length; shown > 0; shown -= 1) {
    const more = names.length > shown ? ` and ${countOf(names.length - shown, 'other')}` : '';
    const subject = `${headline}: ${names.slice(0, shown).join(', ')}${more}`;
    if (subject.length <= MAX_SUBJECT_LENGTH) return subject;
  }
  return headline;
}

/** Enough of the news to see which letters it has. */
function sampleOf({ groups, pdfs, notices }: News): string {
  const publications = [...groups.flatMap((group) => group.publications), ...pdfs].slice(0, 100);
  const parts = publications.map((publication) => {
    const shown = { publication, extent: 'full' } as const;
    return textPublication(shown) + htmlPublication(shown);
  });
  return [...parts, ...notices.slice(0, 100).map(textNotice)].join('');
}
