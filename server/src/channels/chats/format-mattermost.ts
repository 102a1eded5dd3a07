import type { Message } from '../message.ts';
import type { ChannelRequest } from '../post-message.ts';
import { renderFitting } from './chat-digest.ts';
import { MARKDOWN, renderMarkdown } from './render-markdown.ts';

/** Mattermost splits longer posts: https://developers.mattermost.com/integrate/webhooks/incoming/ */
const MAX_LENGTH = 16_383;

/** A post for an incoming webhook of Mattermost, in Markdown. */
export function formatMattermost(message: Message, url: URL): ChannelRequest {
  return renderFitting(message, (digest) => {
    const heading = MARKDOWN.bold(MARKDOWN.escape(digest.heading));
    const text = `${heading}\n\n${renderMarkdown(digest, MARKDOWN)}`;
    return text.length <= MAX_LENGTH ? { url, body: JSON.stringify({ text }) } : null;
  });
}
