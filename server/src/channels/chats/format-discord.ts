import type { Message } from '../message.ts';
import type { ChannelRequest } from '../post-message.ts';
import { renderFitting } from './chat-digest.ts';
import { MARKDOWN, renderMarkdown } from './render-markdown.ts';

/** Of an embed's description; its title may have 256: https://discord.com/developers/docs/resources/message#embed-object-embed-limits */
const MAX_DESCRIPTION_LENGTH = 4_096;

/**
 * A message for a webhook of Discord. It is one embed, because mentions in embeds notify nobody, and embeds have more room than the 2,000 characters of
 * `content`. With `wait`, Discord answers only when the message is saved: https://discord.com/developers/docs/resources/webhook#execute-webhook
 */
export function formatDiscord(message: Message, address: URL): ChannelRequest {
  const url = new URL(address);
  url.searchParams.set('wait', 'true');
  return renderFitting(message, (digest) => {
    const description = renderMarkdown(digest, MARKDOWN);
    if (description.length > MAX_DESCRIPTION_LENGTH) return null;
    const embed = {
      title: MARKDOWN.escape(digest.heading),
      ...(digest.listUrl === null ? {} : { url: digest.listUrl }),
      description,
    };
    return { url, body: JSON.stringify({ embeds: [embed], allowed_mentions: { parse: [] } }) };
  });
}
