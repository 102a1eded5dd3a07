import { usableUrl } from '../../platform/parse-url.ts';
import type { Services } from '../../platform/services.ts';
import type { Message, Send } from '../message.ts';
import { type ChannelRequest, failure, postMessage, readFailure } from '../post-message.ts';
import type { ChatKind } from '../target.ts';
import { MAX_ITEMS, makeDigest } from './chat-digest.ts';
import { CHAT_FORMATS } from './chat-formats.ts';
import { renderDigest } from './markup.ts';

/**
 * Sends messages to a chat. Chats do not recognize a repetition, so a message that was written and got no answer is
 * `unconfirmed`, and is not sent again.
 */
export function makeChatSender({ config }: Pick<Services, 'config'>, kind: ChatKind): Send {
  return async (message) => {
    const { target, signal } = message;
    const url = usableUrl(target.url ?? '');
    if (url === null) return failure('The address of this channel is not valid. Enter it again.');
    const request = formatChat(kind, message, url);
    if (request === null) return failure('The address has no topic. Enter one such as https://ntfy.sh/my-papers.');
    const outcome = await postMessage(request, { config, signal });
    const failed = readFailure(url, outcome);
    if (failed === null) return { kind: 'delivered' };
    if (outcome.kind === 'failed') return outcome.wasWritten ? { kind: 'unconfirmed', reason: failed.reason } : failed;
    return { ...failed, ...CHAT_FORMATS[kind].readRefusal?.(outcome.body.toString().trim()) };
  };
}

/** Writes as many publications as the service accepts, the first ones. Null: the address is not complete. */
export function formatChat(kind: ChatKind, message: Message, address: URL): ChannelRequest | null {
  const { markup, maxLength, lengthOf = (text: string) => text.length, requestOf } = CHAT_FORMATS[kind];
  for (let count = MAX_ITEMS; count >= 0; count--) {
    const digest = makeDigest(message, count);
    const text = renderDigest(digest, markup);
    const { listUrl } = digest;
    if (lengthOf(text) <= maxLength)
      return requestOf({ heading: markup.escape(digest.heading), text, listUrl }, address, message.target.token);
  }
  throw new Error('A chat message without publications is too long.');
}
