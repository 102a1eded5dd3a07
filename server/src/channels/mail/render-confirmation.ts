import { escapeHtml, oneLine, wrapLine } from './mail-text.ts';
import { element, htmlPage, link } from './render-html.ts';
import type { MailParts } from './render-mail.ts';

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
