import type { Queries } from '../platform/database/database.ts';
import type { PostOutcome } from '../platform/post.ts';
import type { Services } from '../platform/services.ts';
import { ATTEMPT_MS, type ClaimedChannel } from './claim-store.ts';
import { countNoun } from './count-noun.ts';
import * as store from './delivery-store.ts';
import { listEventsById } from './event-store.ts';
import { describeEvents } from './list-events.ts';
import type { Message, Outcome, Send } from './message.ts';
import { readNews } from './read-news.ts';
import { dayOf } from './schedule.ts';
import { readTarget, type Target } from './target.ts';
import { SAMPLE_EVENT, sampleNews } from './test-message.ts';

/**
 * The waits after failed attempts, in seconds (https://github.com/standard-webhooks/standard-webhooks: deliverability
 * and reliability).
 */
const WAITS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** After so many failed attempts a delivery ends, and after so many failures in a row its channel is paused. */
const MAX_ATTEMPTS = WAITS.length + 1;
/** A receiver may ask for a longer wait, but not get it. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

const STOPPED = 'Lectern stopped while it sent this message, so nobody knows whether it arrived.';
const NOTHING_LEFT = 'Everything in it was hidden or deleted before it was sent.';
const UNREADABLE: Outcome = {
  kind: 'failed',
  reason: 'The address cannot be decrypted, because SECRETS_KEY was changed. Enter it again.',
  retryAfterSeconds: null,
  isFinal: true,
};
const NO_NEWS = { groups: [], pdfs: [], remarks: [] };

/**
 * Sends the due deliveries of a claimed channel, one after the other, as long as `hasTime`. After a failure the channel
 * rests.
 */
export async function deliverDue(
  services: Services,
  claimed: ClaimedChannel,
  send: Send,
  { hasTime, signal }: { hasTime: () => boolean; signal: AbortSignal },
): Promise<void> {
  const { db, secrets, config } = services;
  // the operator may have set another one since the channel was saved
  const channel = { ...claimed, origin: config.publicUrl ?? claimed.origin };
  await store.endUnconfirmed(db, channel, STOPPED);
  while (hasTime()) {
    const delivery = await store.findWaiting(db, channel);
    if (!delivery) return;
    const content = await readContent(db, channel, delivery);
    if (content === null) await store.endDelivery(db, delivery.id, { reason: NOTHING_LEFT, wasTried: false });
    else {
      const target = readTarget(secrets, { ...delivery, userId: channel.userId });
      const message = target && messageOf({ channel, delivery, content, target, signal });
      // a webhook's receiver recognizes a repeated message, so it may be sent twice
      if (message && channel.kind !== 'webhook' && !(await store.saveHandedOver(db, delivery.id, channel))) return;
      const outcome: Outcome = message ? await send(message) : UNREADABLE;
      await settle(services, channel, delivery, describeContent(delivery, content), outcome);
    }
  }
}

type Content = Pick<Message, 'news' | 'event'>;

/** What a delivery says now; null if everything in it was hidden or deleted. */
async function readContent(
  db: Queries,
  channel: ClaimedChannel,
  { isTest, eventIds, publicationIds }: store.WaitingDelivery,
): Promise<Content | null> {
  if (isTest) return { news: sampleNews(channel.origin), event: SAMPLE_EVENT };
  if (channel.kind === 'webhook') {
    const [event] = await describeEvents(db, channel.userId, await listEventsById(db, channel.userId, eventIds));
    return event ? { news: NO_NEWS, event } : null;
  }
  const news = await readNews(db, channel, { eventIds, publicationIds });
  const { groups, pdfs, remarks } = news;
  return groups.length + pdfs.length + remarks.length === 0 ? null : { news, event: null };
}

/** What is in a message, in a few words for the log. */
function describeContent({ isTest }: store.WaitingDelivery, { news, event }: Content): string {
  if (isTest) return 'a test';
  if (event) return event.type;
  const counts: [number, string][] = [
    [news.groups.flatMap(({ publications }) => publications).length, 'new publication'],
    [news.pdfs.length, 'PDF'],
    [news.remarks.length, 'remark'],
  ];
  return counts.flatMap(([number, noun]) => (number > 0 ? [countNoun(number, noun)] : [])).join(', ');
}

function messageOf(parts: {
  channel: ClaimedChannel;
  delivery: store.WaitingDelivery;
  content: Content;
  target: Target;
  signal: AbortSignal;
}): Message {
  const { channel, delivery, content, target } = parts;
  const { id, userId, name, origin, schedule } = channel;
  return {
    ...content,
    id: delivery.messageId,
    deliveryId: delivery.id,
    channel: { id, userId, name, origin },
    target,
    isTest: delivery.isTest,
    day: dayOf(delivery.createdAt, schedule.time_zone),
    signal: AbortSignal.any([parts.signal, AbortSignal.timeout(ATTEMPT_MS)]),
  };
}

/** Saves what became of an attempt. After a failure the channel waits. */
async function settle(
  { db, log }: Services,
  channel: ClaimedChannel,
  { id, isTest, attemptCount }: store.WaitingDelivery,
  content: string,
  outcome: Outcome,
): Promise<void> {
  const facts = { channel: channel.id, user_id: channel.userId, channel_kind: channel.kind, delivery: id };
  if (outcome.kind === 'delivered') {
    await store.saveDelivered(db, id, channel.id);
    log.info({ ...facts, outcome: 'delivered' }, `channel ${channel.id} sent a message by ${channel.kind}: ${content}`);
    return;
  }
  const { kind, reason } = outcome;
  log.info(
    { ...facts, outcome: kind, reason },
    `channel ${channel.id} did not send a message by ${channel.kind}: ${reason}`,
  );
  if (isTest) return store.endDelivery(db, id, { reason, wasTried: true });
  const isFinal = kind === 'failed' && outcome.isFinal;
  const isPaused = isFinal || channel.failureCount + 1 >= MAX_ATTEMPTS;
  const isOver = !isPaused && attemptCount + 1 >= MAX_ATTEMPTS;
  const requested = Math.min((kind === 'failed' && outcome.retryAfterSeconds) || 0, MAX_RETRY_AFTER_SECONDS);
  await store.saveFailure(db, id, channel, {
    reason,
    // the last attempts of a paused channel are made when it is resumed
    status: kind === 'unconfirmed' ? kind : isOver ? 'failed' : 'waiting',
    deliverySeconds: Math.max(waitAfter(attemptCount), requested),
    channelSeconds: Math.max(waitAfter(channel.failureCount), requested),
    pause: isPaused ? (kind === 'failed' && outcome.isGone ? 'gone' : 'failures') : null,
  });
}

/** The wait after the failure that follows `failureCount` others, with 25 % jitter. */
function waitAfter(failureCount: number): number {
  const seconds = WAITS[Math.min(failureCount, WAITS.length - 1)] ?? 0;
  return seconds * (0.75 + 0.5 * Math.random());
}

type FailedPost = Extract<PostOutcome, { kind: 'failed' }>;

const UNKNOWN_HOST = new Set(['ENOTFOUND', 'EAI_NONAME', 'EAI_NODATA']);
const UNREACHABLE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']);
/** Codes of Node's TLS errors: https://nodejs.org/api/tls.html#x509-certificate-error-codes, and those of OpenSSL. */
const CERTIFICATE =
  /CERT|^UNABLE_TO_|SELF_SIGNED|^HOSTNAME_MISMATCH$|^INVALID_CA$|^PATH_LENGTH|^INVALID_PURPOSE$|^CRL_/;
const TLS = /^ERR_SSL_|^EPROTO$/;

/**
 * Says to the user why a message could not be posted. It names nothing of the address but the host, because the rest is
 * a secret.
 */
export function describeFailure(
  host: string,
  { reason, code = '', wasWritten }: FailedPost,
  timeoutSeconds: number,
): string {
  if (reason === 'not_public')
    return `${host} leads to a private address. Ask the operator to add it to OUTBOUND_ALLOW_HOSTS.`;
  if (reason === 'aborted') return `Lectern stopped before ${host} answered.`;
  if (reason === 'timeout')
    return wasWritten
      ? `${host} did not answer within ${timeoutSeconds} seconds.`
      : `${host} could not be reached within ${timeoutSeconds} seconds.`;
  if (UNKNOWN_HOST.has(code)) return `The host ${host} was not found. Check the address.`;
  if (code === 'EAI_AGAIN') return `The address of ${host} could not be looked up.`;
  if (CERTIFICATE.test(code)) return `The certificate of ${host} is not valid (${code}).`;
  if (TLS.test(code)) return `${host} does not accept an encrypted connection (${code}). Check the port and https.`;
  if (UNREACHABLE.has(code)) return `${host} does not accept connections (${code}).`;
  return wasWritten
    ? `${host} closed the connection without an answer.`
    : `The connection to ${host} failed${code === '' ? '' : ` (${code})`}.`;
}
