import type { FittedNews, FittedPublication } from './fit-news.ts';
import {
  dayLine,
  headingOf,
  linesOf,
  type MailFrame,
  moreLine,
  PDF_HEADING,
  REMARK_HEADING,
  remarkLine,
  TEST_NOTE,
  wrapLine,
} from './mail-content.ts';

const WIDTH = 76;
const INDENT = '  ';

/** The text part of a mail. */
export function renderText(
  headline: string,
  { groups, pdfs, remarks, omittedCount }: FittedNews,
  frame: MailFrame,
): string {
  const sections = [
    ...groups.flatMap((group) => [textHeading(group), ...group.publications.map(textPublication)]),
    ...(pdfs.length > 0 ? [underlined(PDF_HEADING), ...pdfs.map(textPublication)] : []),
    ...(omittedCount > 0 ? [`… ${moreLine(omittedCount)}:\n${frame.listUrl}`] : []),
    ...(remarks.length > 0 ? [underlined(REMARK_HEADING), ...remarks.map(textRemark)] : []),
    ...(frame.markReadUrl ? [`Mark all in this mail as read:\n${frame.markReadUrl}`] : []),
  ];
  const footer = [
    // the mark by which mail programs recognize what is not to be quoted
    '-- ',
    wrapLine(`You get this mail through your channel “${frame.channelName}” in Lectern.`, WIDTH),
    `Change it: ${frame.settingsUrl}`,
    `Unsubscribe: ${frame.unsubscribeUrl}`,
  ].join('\n');
  return `${[headline, dayLine(frame.day), ...(frame.isTest ? [TEST_NOTE] : []), ...sections, footer].join('\n\n')}\n`;
}

function textHeading(group: { scholarName: string }): string {
  return underlined(headingOf(group));
}

function textPublication({ publication, extent }: FittedPublication): string {
  const { title, authors, place, abstract, pdfUrl, url, why } = linesOf(publication);
  const wrap = (line: string | null) => (line === null ? [] : [wrapLine(line, WIDTH, INDENT)]);
  const link = `${INDENT}${url}`;
  if (extent === 'title') return [`* ${wrapLine(title, WIDTH, INDENT).trimStart()}`, link].join('\n');
  return [
    `* ${wrapLine(title, WIDTH, INDENT).trimStart()}`,
    ...wrap(authors),
    ...wrap(place),
    ...wrap(abstract),
    link,
    ...(pdfUrl === null ? [] : [`${INDENT}PDF: ${pdfUrl}`]),
    ...wrap(why),
  ].join('\n');
}

function textRemark(remark: string): string {
  return `* ${wrapLine(remarkLine(remark), WIDTH, INDENT).trimStart()}`;
}

function underlined(heading: string): string {
  return `${heading}\n${'-'.repeat(Math.min([...heading].length, WIDTH))}`;
}
