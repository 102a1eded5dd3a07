import type { Services } from '../platform/services.ts';
import { makeChatSender } from './chats/send-chat.ts';
import { makeMailSender } from './mail/send-mail.ts';
import type { Send } from './message.ts';
import type { ChannelKind } from './target.ts';
import { makeWebhookSender } from './webhooks/send-webhook.ts';

/** How each kind of channel sends. */
export function makeSenders(services: Services): (kind: ChannelKind) => Send {
  const mail = makeMailSender(services);
  const webhook = makeWebhookSender(services);
  return (kind) => (kind === 'mail' ? mail : kind === 'webhook' ? webhook : makeChatSender(services, kind));
}
