import type { NodemailerError } from 'nodemailer';
import type { Outcome } from '../message.ts';

/** Replies that ask for another login (RFC 4954, section 6). */
const LOGIN_REPLIES = [530, 534, 535, 538];
const OPERATOR = 'The operator has to check SMTP_URL.';

const REASONS: Readonly<Record<string, string>> = {
  EAUTH: `The mail server refused the login. ${OPERATOR}`,
  ENOAUTH: `The mail server refused the login. ${OPERATOR}`,
  ETLS: `No secure connection to the mail server was possible. ${OPERATOR}`,
  EDNS: `The mail server was not found. ${OPERATOR}`,
  ETIMEDOUT: 'The mail server did not answer in time.',
  EABORT: 'The mail server did not answer in time.',
  EPROTOCOL: 'The mail server broke the rules of SMTP. The operator can find out why.',
  EMESSAGE: 'The message is too large for the mail server.',
};

/** It is not sent again, because the reader would get it twice. */
export const UNCONFIRMED: Outcome = {
  kind: 'unconfirmed',
  reason: 'The mail server did not confirm the message. It may have arrived.',
};

/** Whether all lines of a reply have the same number (RFC 5321, section 4.2.1). If not, it says nothing. */
export function isOneReply(response = ''): boolean {
  return new Set(response.match(/^\d{3}/gm)).size < 2;
}

/**
 * What an error of the mail transport means. The reason shows the number of the server's reply but not its text, which
 * may name other machines. `isSent`: whether the end of the message may have been sent.
 */
export function describeMailError(error: unknown, { isSent, address }: { isSent: boolean; address: string }): Outcome {
  const {
    code = '',
    originalCode,
    command,
    responseCode,
    response = '',
  } = error as NodemailerError & {
    originalCode?: string;
  };
  // a reply that refuses nothing belongs to another command of a server in disorder
  if (responseCode && responseCode >= 400 && !(isSent && !isOneReply(response)))
    return describeReply({ code: responseCode, response, command }, address);
  if (isSent) return UNCONFIRMED;
  if (responseCode)
    return failed('The mail server replied before it had the whole message, so the message was not sent.');
  // also a reply that is none, so it may not be final
  if (code === 'EENVELOPE') return failed(`The mail server cannot send to ${address}. Check the address.`);
  if (/CERT|SIGNATURE|SSL|TLS/.test(originalCode ?? '')) return failed(REASONS.ETLS ?? '');
  return failed(REASONS[code] ?? 'The mail server cannot be reached at the moment.');
}

interface Reply {
  readonly code: number;
  readonly response: string;
  readonly command: string | undefined;
}

function describeReply({ code, response, command }: Reply, address: string): Outcome {
  const [, enhanced] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  const number = enhanced === undefined ? `(${code})` : `(${code} ${enhanced})`;
  if (LOGIN_REPLIES.includes(code)) return failed(`The mail server refused the login ${number}. ${OPERATOR}`);
  if (code === 421) return failed(`The mail server is not available at the moment ${number}.`);
  if (command === 'MAIL FROM')
    return failed(`The mail server refused the sender ${number}. The operator has to check MAIL_FROM.`);
  if (command === 'RCPT TO' && code < 500)
    return failed(`The mail server does not take mail for ${address} at the moment ${number}.`);
  // a matter of permission, often of the operator's own server: RFC 3463, section 3.8
  if (command === 'RCPT TO' && enhanced?.startsWith('5.7.'))
    return failed(`The mail server may not send to ${address} ${number}. The operator can find out why.`);
  if (command === 'RCPT TO')
    return failed(`The mail server does not take mail for ${address} ${number}. Check the address.`, true);
  if (code === 552 || code === 553)
    return failed(`The mail server refused the message for ${address} ${number}. Check the address.`, true);
  return failed(`The mail server refused the message ${number}.`);
}

function failed(reason: string, isFinal = false): Outcome {
  return { kind: 'failed', reason, retryAfterSeconds: null, isFinal };
}
