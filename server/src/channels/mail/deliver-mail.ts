import type { NodemailerError, SendMailOptions } from 'nodemailer';
import type { Config } from '../../platform/config.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Message, Outcome } from '../message.ts';
import { describeMailError, isOneReply, UNCONFIRMED } from './describe-mail-error.ts';
import { closeMailTransport, type Handover, type Mail, sendOnTransport } from './mail-transport.ts';

interface Delivery extends Pick<Message, 'handOver' | 'signal'> {
  readonly mail: NonNullable<Config['mail']>;
  readonly composed: SendMailOptions;
  /** of the only recipient */
  readonly address: string;
  /** with the ids that its lines have */
  readonly log: Logger;
}

/**
 * Sends a mail to one recipient. A reply counts only in its place: a refusal of the recipient is final whatever the server says or omits afterwards, and
 * a confirmation that came before the end of the message confirms nothing. It never throws.
 */
export async function deliverMail({ mail, composed, address, handOver, signal, log }: Delivery): Promise<Outcome> {
  let isOver = false;
  let isHandedOver = false;
  const handover: Handover = {
    envelope: {},
    async allowEnd() {
      const isAllowed = !isOver && (await handOver());
      // the server may have replied meanwhile; then the end of the message is not sent any more
      isHandedOver = isAllowed && !isOver;
      return isHandedOver;
    },
  };
  try {
    const gated: Mail = { ...composed, signal, handover };
    const { response } = await sendOnTransport(mail, gated);
    isOver = true;
    if (isHandedOver && isOneReply(response)) return { kind: 'delivered' };
    if (isHandedOver) {
      log.warn({ response }, 'the mail server both confirmed and refused a mail');
      return UNCONFIRMED;
    }
    closeMailTransport(mail);
    log.warn('the mail server confirmed a mail before its end');
    return describeMailError({ code: 'EMESSAGE', responseCode: 250 }, { isHandedOver, address });
  } catch (error) {
    isOver = true;
    const refusal = refusalIn(handover) ?? error;
    if (isOutOfOrder(error, isHandedOver)) closeMailTransport(mail);
    log.warn({ err: refusal }, 'a mail was not sent');
    return describeMailError(refusal, { isHandedOver, address });
  }
}

/** The server's refusal of sender or recipient. The library reports a later error instead if the server does not reply to the rest in order. */
function refusalIn({ envelope: { mailError, rejectedErrors } }: Handover): NodemailerError | undefined {
  return mailError ?? rejectedErrors?.[0];
}

/** Whether a reply came in the place of another, or within the message. The connection must not be used again: the next mail would get this mail's replies. */
function isOutOfOrder(error: unknown, isHandedOver: boolean): boolean {
  const { code, command, responseCode } = error as NodemailerError;
  const isWithinMessage = code === 'EMESSAGE' && command === 'DATA' && !isHandedOver;
  return isWithinMessage || (responseCode !== undefined && responseCode < 400);
}
