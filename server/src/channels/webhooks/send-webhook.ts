import { createHmac } from 'node:crypto';
import type { Event } from '../../events/contract.ts';
import { usableUrl } from '../../platform/parse-url.ts';
import type { Services } from '../../platform/services.ts';
import type { Message, Send } from '../message.ts';
import { type ChannelRequest, failure, postMessage, readFailure } from '../post-message.ts';

/**
 * Sends events to programs, as Standard Webhooks specifies. A message whose fate is unknown counts as failed and is
 * sent again, because the receiver recognizes its `webhook-id`.
 */
export function makeWebhookSender({ config }: Pick<Services, 'config'>): Send {
  return async (message) => {
    const url = usableUrl(message.target.url ?? '');
    if (url === null) return failure('The address of this webhook is not valid. Enter it again.');
    if (message.event === null) return failure('The event of this message is missing.');
    const request = requestOf(url, message, message.event, Date.now());
    const outcome = await postMessage(request, { config, signal: message.signal });
    return readFailure(url, outcome) ?? { kind: 'delivered' };
  };
}

function requestOf(url: URL, { id, target }: Message, event: Event, nowMs: number): ChannelRequest {
  const body = JSON.stringify({ type: event.type, timestamp: event.occurred_at, data: event });
  const timestampSeconds = Math.floor(nowMs / 1000);
  const secrets = target.signingSecrets.filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > nowMs);
  return {
    url,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': signWebhook(
        { id, timestampSeconds, body },
        secrets.map(({ secret }) => secret),
      ),
    },
    body,
  };
}

/**
 * The `webhook-signature` header: a signature for each secret, separated by spaces. Secrets are `whsec_` and base64.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signWebhook(
  { id, timestampSeconds, body }: { id: string; timestampSeconds: number; body: string },
  secrets: readonly string[],
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`;
    })
    .join(' ');
}
