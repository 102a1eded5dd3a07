import type { Message } from '../message.ts';
import type { ChannelRequest } from '../post-message.ts';
import { renderFitting } from './chat-digest.ts';
import { type Markup, renderMarkdown } from './render-markdown.ts';

/** Zulip refuses more than 10,000 characters (https://zulip.com/api/send-message), and makes its Markdown from ours, which adds a few. */
const MAX_LENGTH = 9_000;

/** Zulip has no escapes, so characters of its markup and of Slack's are replaced by some that look alike. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '*': '\u2217',
  '`': '\u02cb',
  '~': '\u223c',
  '[': '\uff3b',
  ']': '\uff3d',
  '<': '\uff1c',
  '>': '\uff1e',
  '|': '\u2223',
  $: '\uff04',
};

/** Slack's markup, from which Zulip makes its own: https://github.com/zulip/zulip/blob/main/zerver/webhooks/slack_incoming/view.py */
const SLACK_MARKUP: Markup = {
  escape: (text) => text.replace(/[*`~[\]<>|$]/g, (character) => LOOKALIKES[character] ?? ''),
  bold: (text) => `*${text}*`,
  link: (url, label) => `<${url}|${label}>`,
};

/**
 * A message for Zulip's Slack-compatible incoming webhook (https://zulip.com/integrations/slack_incoming). Zulip shows its whole address, with key,
 * channel and topic, in one place; the plain message API would need the address and the key of a bot besides. `channel` becomes the topic if the
 * address has none.
 */
export function formatZulip(message: Message, url: URL): ChannelRequest {
  return renderFitting(message, (digest) => {
    const heading = SLACK_MARKUP.bold(SLACK_MARKUP.escape(digest.heading));
    const text = `${heading}\n\n${renderMarkdown(digest, SLACK_MARKUP)}`;
    return text.length <= MAX_LENGTH ? { url, body: JSON.stringify({ text, channel: 'Lectern' }) } : null;
  });
}
