import type { Services } from '../../platform/services.ts';
import type { Message, Outcome, Send } from '../message.ts';
import { composeMail } from './compose-mail.ts';
import { deliverMail, isDeliverable } from './deliver-mail.ts';
import type { MailFrame } from './mail-content.ts';
import { mailLinkUrl, writeMailLink } from './mail-links.ts';
import { renderMail } from './render-mail.ts';
import { MAIL_NOT_SET_UP } from './request-confirmation.ts';

/** How long "Mark all in this mail as read" works: 180 days, by the clock of the process that sends. */
const READ_LINK_MS = 180 * 86_400_000;

type MailServices = Pick<Services, 'config' | 'secrets' | 'log'>;

/** Sends messages as mails through the operator's mail server. */
export function makeMailSender({ config: { mail }, secrets, log }: MailServices): Send {
  return async (message) => {
    const { address } = message.target;
    if (mail === null) return notSetUp();
    if (address === null || !isDeliverable(address)) return noAddress();
    const frame = frameOf(message, secrets);
    const { id, channel, signal } = message;
    const envelope = { from: mail.from, to: address, id, origin: channel.origin };
    const list = { channelId: channel.id, channelName: channel.name, unsubscribeUrl: frame.unsubscribeUrl };
    const composed = composeMail(renderMail(message.news, frame), envelope, list);
    const lines = log.child({ channel_id: channel.id, delivery_id: message.deliveryId });
    return deliverMail({ mail, composed, address, signal, log: lines });
  };
}

function frameOf({ channel, deliveryId, news, day, isTest }: Message, secrets: Services['secrets']): MailFrame {
  const { origin } = channel;
  const hasNew = !isTest && news.groups.length > 0;
  const read = { purpose: 'read', numbers: [deliveryId, Date.now() + READ_LINK_MS] } as const;
  return {
    channelName: channel.name,
    day,
    isTest,
    listUrl: `${origin}/`,
    settingsUrl: `${origin}/settings/notifications`,
    unsubscribeUrl: mailLinkUrl(origin, writeMailLink(secrets, { purpose: 'unsubscribe', numbers: [channel.id] })),
    markReadUrl: hasNew ? mailLinkUrl(origin, writeMailLink(secrets, read)) : null,
  };
}

function notSetUp(): Outcome {
  return { kind: 'failed', reason: MAIL_NOT_SET_UP, retryAfterSeconds: null, isFinal: false };
}

function noAddress(): Outcome {
  return {
    kind: 'failed',
    reason: 'The address of the channel is not valid. Change it.',
    retryAfterSeconds: null,
    isFinal: true,
  };
}
