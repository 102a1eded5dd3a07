import type { ServerResponse } from 'node:http';
import { fillPage, readPage } from '../data.ts';
import { escapeHtml, sendResponse, sendText } from '../response.ts';
import type { InboxMail } from './start-inbox.ts';

export const inboxPath = '/_sandbox/inbox';

const listPage = readPage('inbox');
const mailPage = readPage('mail');
/** Scripts of a mail do not run, nothing of it is loaded, and its links open in a tab of their own. */
const mailPolicy = "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'";

/** Sends the list of mails, one mail, or one of its forms: `/_sandbox/inbox/3/html`. */
export function showInbox(mails: readonly InboxMail[], path: string, response: ServerResponse): ServerResponse {
  const [, number, form] = /^\/(\d+)(?:\/(html|text|source))?$/.exec(path.slice(inboxPath.length)) ?? [];
  if (path === inboxPath) return sendText(response, 200, fillPage(listPage, { mails: listMails(mails) }));
  const mail = mails.find((one) => String(one.number) === number);
  if (mail === undefined) return sendText(response, 404, 'There is no such mail.\n', 'text/plain');
  if (form === 'html') {
    const headers = { 'content-security-policy': mailPolicy };
    const body = mail.html.replace('<head>', '<head><base target="_blank">');
    return sendResponse(response, { status: 200, type: 'text/html; charset=utf-8', body, headers });
  }
  if (form !== undefined)
    return sendText(response, 200, mail[form === 'text' ? 'text' : 'source'], 'text/plain; charset=utf-8');
  const facts = { from: mail.from, to: mail.to, subject: mail.subject, time: timeOf(mail) };
  const escaped = Object.entries(facts).map(([name, value]) => [name, escapeHtml(value)]);
  return sendText(
    response,
    200,
    fillPage(mailPage, { ...Object.fromEntries(escaped), path: `${inboxPath}/${mail.number}` }),
  );
}

function listMails(mails: readonly InboxMail[]): string {
  if (mails.length === 0)
    return '<tr><td colspan="3">No mail yet. In Lectern, add a mail channel under Settings, Notifications, and send a test message.</td></tr>';
  const rows = mails.map(
    (mail) =>
      `<tr><td><a href="${inboxPath}/${mail.number}">${escapeHtml(mail.subject || '(no subject)')}</a></td>` +
      `<td>${escapeHtml(mail.to)}</td><td>${timeOf(mail)}</td></tr>`,
  );
  return rows.join('\n');
}

function timeOf({ receivedAt }: InboxMail): string {
  return receivedAt.toISOString().slice(0, 19).replace('T', ' ');
}
