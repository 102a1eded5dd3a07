import { randomUUID } from 'node:crypto';
import { emailKey } from '../../accounts/email-key.ts';
import { Problem } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { readTarget } from '../target.ts';
import { composeMail } from './compose-mail.ts';
import { deliverMail } from './deliver-mail.ts';
import { countConfirmationMail, findUnconfirmed } from './link-store.ts';
import { mailLinkUrl, writeMailLink } from './mail-links.ts';
import { renderConfirmation } from './render-mail.ts';

/** What users read where the operator did not set up mail. */
export const MAIL_NOT_SET_UP = 'Mail is not set up. The operator sets SMTP_URL and MAIL_FROM.';

export function mailNotSetUp(): Problem {
  return new Problem('conflict', 'mail_not_set_up', MAIL_NOT_SET_UP);
}

/** In a day. */
const LIMITS = { maxOfUser: 5, maxOfAddress: 3 };
const DAY_SECONDS = 86_400;
const LINK_MS = 7 * DAY_SECONDS * 1000;
/** How long the user who waits for it lets the mail server hang. */
const ATTEMPT_MS = 15_000;

type MailServices = Pick<Services, 'db' | 'config' | 'secrets' | 'log'>;

/**
 * Asks the owner of a channel's address to agree to its mail; does nothing if the channel needs no such agreement. If
 * the mail cannot be sent, the channel waits, and its user can ask again (`sendConfirmation`).
 */
export async function requestConfirmation(services: MailServices, channelId: number): Promise<void> {
  try {
    await sendConfirmation(services, channelId);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const sentence = `channel ${channelId} did not send the mail that asks for confirmation: ${error.message}`;
    services.log.info({ channel: channelId, reason: error.message }, sentence);
  }
}

/**
 * The same, for a user who asks for it.
 * @throws Problem `mail_not_set_up`, `rate_limited`, `mail_not_sent`
 */
export async function sendConfirmation(
  { db, config: { mail, publicUrl }, secrets, log }: MailServices,
  channelId: number,
): Promise<void> {
  const channel = await findUnconfirmed(db, channelId);
  const address = channel && readTarget(secrets, channel)?.address;
  if (!channel || address == null) return;
  if (mail === null) throw mailNotSetUp();
  const { userId, userEmail } = channel;
  const origin = publicUrl ?? channel.origin;
  const addressKey = secrets.sign(emailKey(address), 'asked for confirmation');
  const now = await db.transaction().execute((tx) => countConfirmationMail(tx, { userId, addressKey, ...LIMITS }));
  if (now === null) throw tooMany();
  const token = writeMailLink(secrets, { purpose: 'confirm', numbers: [channelId, now + LINK_MS] }, address);
  const parts = renderConfirmation({ userEmail, origin, url: mailLinkUrl(origin, token) });
  const envelope = { from: mail.from, to: address, id: randomUUID(), origin };
  const signal = AbortSignal.timeout(ATTEMPT_MS);
  const composed = composeMail(parts, envelope, null);
  const lines = log.child({ channel: channelId });
  const outcome = await deliverMail({ mail, composed, address, signal, log: lines });
  // an unconfirmed mail may be missing, so its user hears of it
  if (outcome.kind !== 'delivered') throw new Problem('conflict', 'mail_not_sent', outcome.reason);
  log.info({ channel: channelId, user_id: userId }, `channel ${channelId} sent the mail that asks for confirmation`);
}

function tooMany(): Problem {
  const message =
    'Too many mails asked for confirmation today. Look for them in the mailbox, also under spam, or try again tomorrow.';
  return new Problem('too_soon', 'rate_limited', message, { retry_after_seconds: DAY_SECONDS });
}
