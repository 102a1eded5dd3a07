import type { Message } from '../message.ts';
import type { ChannelRequest } from '../post-message.ts';
import { type ChatDigest, renderFitting } from './chat-digest.ts';

/** In bytes; ntfy makes an attachment of a longer message: https://docs.ntfy.sh/publish/#limitations */
const MAX_BYTES = 4_096;

/**
 * A notification in plain text, published as JSON (https://docs.ntfy.sh/publish/#publish-as-json), because headers would need an encoding. It is sent to
 * the server's root; the topic is the last part of the address. Null: the address has no topic.
 */
export function formatNtfy(message: Message, address: URL, token: string | null): ChannelRequest | null {
  const topic = /\/([\w-]{1,64})\/?$/.exec(address.pathname)?.[1];
  if (topic === undefined) return null;
  const url = new URL(address);
  url.pathname = address.pathname.replace(/[\w-]+\/?$/, '');
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return renderFitting(message, (digest) => {
    const text = renderPlainText(digest);
    if (Buffer.byteLength(text) > MAX_BYTES) return null;
    const click = digest.listUrl === null ? {} : { click: digest.listUrl };
    return { url, headers, body: JSON.stringify({ topic, title: digest.heading, message: text, ...click }) };
  });
}

function renderPlainText({ sections, notices, leftOutCount }: ChatDigest): string {
  const blocks = sections.map(({ heading, items }) =>
    [heading, ...items.map(({ title, details }) => `• ${[title, details].filter(Boolean).join(' · ')}`)].join('\n'),
  );
  if (notices.length > 0) blocks.push(notices.join('\n'));
  if (leftOutCount > 0) blocks.push(`and ${leftOutCount} more`);
  return blocks.join('\n\n');
}
