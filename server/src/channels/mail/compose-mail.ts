import type { SendMailOptions } from 'nodemailer';
import { parseMailbox } from '../../platform/mailbox.ts';
import type { MailParts } from './render-mail.ts';

interface Envelope {
  /** MAIL_FROM */
  readonly from: string;
  readonly to: string;
  /** a UUID */
  readonly id: string;
  /** such as https://lectern.example */
  readonly origin: string;
}

/** For mails that a reader can unsubscribe from with one click. */
export interface MailingList {
  readonly channelId: number;
  readonly channelName: string;
  readonly unsubscribeUrl: string;
}

/** A mail with its headers, ready for the transport. */
export function composeMail(
  { subject, text, html, encoding }: MailParts,
  { from, to, id, origin }: Envelope,
  list: MailingList | null,
): SendMailOptions {
  const host = new URL(origin).hostname;
  const sender = parseMailbox(from) ?? { name: '', address: from };
  return {
    from: sender,
    to: { name: '', address: to },
    envelope: { from: sender.address, to: [to] },
    messageId: `<${id}@${host}>`,
    subject,
    text,
    html,
    textEncoding: encoding,
    // RFC 3834: no vacation notice answers this
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(list ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}),
    },
    ...(list ? { list: listHeaders(list, host) } : {}),
  };
}

/** RFC 2369 and RFC 2919. An id has the form of a host name. */
function listHeaders({ channelId, channelName, unsubscribeUrl }: MailingList, host: string) {
  const name = host.replace(/[^A-Za-z0-9.-]/g, '');
  return {
    unsubscribe: { url: unsubscribeUrl },
    id: { url: `channel-${channelId}.${name}`, comment: channelName },
  };
}
