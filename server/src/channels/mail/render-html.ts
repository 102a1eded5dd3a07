import type { FittedNews, FittedPublication } from './fit-news.ts';
import {
  dayLine,
  escapeHtml,
  headingOf,
  linesOf,
  type MailFrame,
  moreLine,
  PDF_HEADING,
  REMARK_HEADING,
  remarkLine,
  TEST_NOTE,
} from './mail-content.ts';

const SERIF = 'Charter,Georgia,serif';
const SANS = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

/** Each kind of element: its light style, which is inline because some programs drop style sheets, and its dark one. */
const LOOKS = {
  paper: { light: 'background:#fbfaf6', dark: 'background:#171614' },
  page: {
    light: `max-width:600px;margin:0 auto;padding:28px 24px 36px;font:14px/1.45 ${SANS};color:#55524c;overflow-wrap:anywhere`,
    dark: 'color:#b9b4aa',
  },
  headline: { light: `margin:4px 0 0;font:600 25px/1.25 ${SERIF};color:#1c1b19`, dark: 'color:#efece5' },
  scholar: { light: 'margin:32px 0 14px;font-size:15px;font-weight:600', dark: '' },
  plain: { light: 'color:#55524c;text-decoration:none', dark: 'color:#b9b4aa' },
  title: { light: `font:600 17px/1.35 ${SERIF};color:#1f4f96;text-decoration:none`, dark: 'color:#8fb4f0' },
  text: { light: `margin:6px 0 0;font:15px/1.5 ${SERIF};color:#1c1b19`, dark: 'color:#efece5' },
  note: { light: 'margin:0 0 8px;font-size:15px;color:#1c1b19', dark: 'color:#efece5' },
  quiet: { light: 'font-size:13px;color:#6b675f', dark: 'color:#a19a8f' },
  link: { light: 'color:#1f4f96', dark: 'color:#8fb4f0' },
  pdf: {
    light:
      'display:inline-block;margin-right:10px;padding:2px 10px;border:1px solid #cfc8ba;border-radius:6px;font-weight:600;font-size:13px;color:#1f4f96;text-decoration:none',
    dark: 'color:#8fb4f0;border-color:#4a463f',
  },
  button: {
    light:
      'display:inline-block;margin:32px 0 0;padding:10px 16px;border:1px solid #cfc8ba;border-radius:8px;font-size:15px;color:#1f4f96;text-decoration:none',
    dark: 'color:#8fb4f0;border-color:#4a463f',
  },
  footer: {
    light: 'margin:32px 0 0;padding:16px 0 0;border-top:1px solid #e6e1d7;font-size:13px;line-height:1.7;color:#6b675f',
    dark: 'color:#a19a8f;border-color:#33302b',
  },
} as const;
type Look = keyof typeof LOOKS;

const DARK_RULES = Object.entries(LOOKS).map(([name, { dark }]) =>
  dark === '' ? '' : `.${name}{${dark.replaceAll(';', '!important;')}!important}`,
);
const STYLE =
  `:root{color-scheme:light dark}@media(prefers-color-scheme:dark){${DARK_RULES.join('')}}` +
  '@media(max-width:420px){.page{padding:20px 16px 28px!important}}';

/** The HTML part of a mail: no tables, no images, nothing from elsewhere. */
export function renderHtml(
  headline: string,
  { groups, pdfs, remarks, omittedCount }: FittedNews,
  frame: MailFrame,
): string {
  const sections = [
    ...(frame.isTest ? [element('p', 'text', TEST_NOTE)] : []),
    ...groups.flatMap((group) => [htmlHeading(group), ...group.publications.map(htmlPublication)]),
    ...(pdfs.length > 0 ? [element('h2', 'scholar', PDF_HEADING), ...pdfs.map(htmlPublication)] : []),
    ...(omittedCount > 0 ? [element('p', 'note', `… ${link('link', frame.listUrl, moreLine(omittedCount))}`)] : []),
    ...(remarks.length > 0 ? [element('h2', 'scholar', REMARK_HEADING), ...remarks.map(htmlRemark)] : []),
    ...(frame.markReadUrl ? [link('button', frame.markReadUrl, 'Mark all in this mail as read')] : []),
  ];
  const footer =
    `You get this mail through your channel “${escapeHtml(frame.channelName)}” in Lectern.<br>` +
    `${link('link', frame.settingsUrl, 'Change it')} &nbsp;·&nbsp; ${link('link', frame.unsubscribeUrl, 'Unsubscribe')}`;
  const page = [
    element('div', 'quiet', dayLine(frame.day)),
    element('h1', 'headline', escapeHtml(headline)),
    ...sections,
    element('div', 'footer', footer),
  ];
  return htmlPage(headline, page.join('\n'));
}

/** A whole page around the content of a mail. */
export function htmlPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body class="paper" style="margin:0;${LOOKS.paper.light}"><div class="paper" style="${LOOKS.paper.light}">
<div class="page" style="${LOOKS.page.light}">
${content}
</div></div></body></html>
`;
}

function htmlHeading(group: { scholarName: string; url: string }): string {
  return element('h2', 'scholar', link('plain', group.url, headingOf(group)));
}

function htmlPublication({ publication, extent }: FittedPublication): string {
  const { title, authors, place, abstract, pdfUrl, url, why } = linesOf(publication);
  const name = `<div dir="auto">${link('title', url, title)}</div>`;
  if (extent === 'title') return `<div style="margin:0 0 10px">${name}</div>`;
  const line = (text: string | null) => (text === null ? '' : `\n<div dir="auto">${escapeHtml(text)}</div>`);
  const pdf = pdfUrl === null ? '' : link('pdf', pdfUrl, 'PDF');
  const reason = why === null ? '' : `<span class="quiet" style="${LOOKS.quiet.light}">${escapeHtml(why)}</span>`;
  const parts = [
    `${name}${line(authors)}${line(place)}`,
    ...(abstract === null ? [] : [element('p', 'text', escapeHtml(abstract))]),
    ...(pdf + reason === '' ? [] : [`<div style="margin:7px 0 0">${pdf}${reason}</div>`]),
  ];
  return `<div style="margin:0 0 24px">${parts.join('\n')}</div>`;
}

function htmlRemark(remark: string): string {
  return element('p', 'note', escapeHtml(remarkLine(remark)));
}

/** An element with a kind of look. `html` is its content, already escaped. */
export function element(tag: 'div' | 'p' | 'h1' | 'h2', look: Look, html: string): string {
  return `<${tag} dir="auto" class="${look}" style="${LOOKS[look].light}">${html}</${tag}>`;
}

export function link(look: Look, url: string, text: string): string {
  return `<a class="${look}" href="${escapeHtml(url)}" style="${LOOKS[look].light}">${escapeHtml(text)}</a>`;
}
