import type { NodemailerError, SendMailOptions } from 'nodemailer';
import { readEmail } from '../../accounts/email-key.ts';
import type { Config } from '../../platform/config.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Message, Outcome } from '../message.ts';
import { describeMailError, isOneReply, UNCONFIRMED } from './describe-mail-error.ts';
import { closeMailTransport, type Progress, sendOnTransport } from './mail-transport.ts';

interface Delivery extends Pick<Message, 'signal'> {
  readonly mail: NonNullable<Config['mail']>;
  readonly composed: SendMailOptions;
  /** of the only recipient */
  readonly address: string;
  /** with the ids that its lines have */
  readonly log: Logger;
}

/**
 * Sends a mail to one recipient. A reply counts only in its place: a refusal of the recipient is final whatever the
 * server says or omits afterwards, and only the reply to the end of the message confirms it. It never throws.
 */
export async function deliverMail({ mail, composed, address, signal, log }: Delivery): Promise<Outcome> {
  const progress: Progress = { envelope: {}, isSent: false };
  try {
    const { response } = await sendOnTransport(mail, { ...composed, signal, progress });
    if (progress.isSent && isOneReply(response)) return { kind: 'delivered' };
    log.warn({ response }, 'the mail server both confirmed and refused a mail, or confirmed it before its end');
    closeMailTransport(mail);
    return UNCONFIRMED;
  } catch (error) {
    const refusal = refusalIn(progress) ?? error;
    if (isOutOfOrder(error, progress)) closeMailTransport(mail);
    log.warn({ err: refusal }, 'a mail was not sent');
    return describeMailError(refusal, { isSent: progress.isSent, address });
  }
}

/**
 * The server's refusal of sender or recipient. The library reports a later error instead if the server does not reply
 * to the rest in order.
 */
function refusalIn({ envelope: { mailError, rejectedErrors } }: Progress): NodemailerError | undefined {
  return mailError ?? rejectedErrors?.[0];
}

/**
 * Whether a reply came in the place of another, or within the message. The connection must not be used again: the next
 * mail would get this mail's replies.
 */
function isOutOfOrder(error: unknown, { isSent }: Progress): boolean {
  const { code, command, responseCode } = error as NodemailerError;
  const isWithinMessage = code === 'EMESSAGE' && command === 'DATA' && !isSent;
  return isWithinMessage || (responseCode !== undefined && responseCode < 400);
}

/**
 * Whether a mail server can be given this address: one address, without the signs that separate addresses and names.
 */
export function isDeliverable(address: string): boolean {
  return readEmail(address) === address && !/[<>()",:;\\]/.test(address);
}
