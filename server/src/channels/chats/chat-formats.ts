import type { ChannelRequest, FailedOutcome } from '../post-message.ts';
import type { ChatKind } from '../target.ts';
import { MARKDOWN, type Markup, PLAIN, SLACK_MARKUP } from './markup.ts';

/** A rendered message. */
interface ChatText {
  /** in the markup of the service */
  readonly heading: string;
  readonly text: string;
  /** the list in Lectern; null: there is no address */
  readonly listUrl: string | null;
}

/** What a service needs to know, and what it says. */
interface ChatFormat {
  readonly markup: Markup;
  /** what `text` may have, in characters if there is no `lengthOf` */
  readonly maxLength: number;
  lengthOf?(text: string): number;
  /** null: the address is not complete */
  requestOf(message: ChatText, address: URL, token: string | null): ChannelRequest | null;
  /**
   * What the body of a refusal adds to its status. The services without it do not tell a deleted webhook from other
   * mistakes.
   */
  readRefusal?(body: string): Partial<FailedOutcome>;
}

/** How messages are written for each service. */
export const CHAT_FORMATS: Readonly<Record<ChatKind, ChatFormat>> = {
  // Slack cuts messages after 40,000 characters: https://docs.slack.dev/reference/methods/chat.postMessage#truncating
  slack: {
    markup: SLACK_MARKUP,
    maxLength: 12_000,
    requestOf: (message, url) =>
      post(url, { text: withHeading(message, SLACK_MARKUP), unfurl_links: false, unfurl_media: false }),
    readRefusal: (body) => (SLACK_GONE.has(body) ? gone(`Slack does not know this webhook any longer (${body}).`) : {}),
  },
  // Mattermost splits posts of more than 16,383: https://developers.mattermost.com/integrate/webhooks/incoming/
  mattermost: {
    markup: MARKDOWN,
    maxLength: 16_000,
    requestOf: (message, url) => post(url, { text: withHeading(message, MARKDOWN) }),
  },
  // One embed, because mentions in embeds notify nobody, and because `content` has room for 2,000 characters only. With
  // `wait`, Discord answers when the message is saved:
  // https://discord.com/developers/docs/resources/message#embed-object-embed-limits
  discord: {
    markup: MARKDOWN,
    maxLength: 4_096,
    requestOf({ heading, text, listUrl }, address) {
      const url = new URL(address);
      url.searchParams.set('wait', 'true');
      const embed = { title: heading, ...(listUrl === null ? {} : { url: listUrl }), description: text };
      return post(url, { embeds: [embed], allowed_mentions: { parse: [] } });
    },
    readRefusal(body) {
      const { code, retry_after: seconds } = readJson(body);
      if (code === DISCORD_UNKNOWN_WEBHOOK) return gone('Discord does not know this webhook any longer.');
      // https://discord.com/developers/docs/topics/rate-limits: seconds with a fraction
      return typeof seconds === 'number' && seconds >= 0 ? { retryAfterSeconds: Math.ceil(seconds) } : {};
    },
  },
  // The Slack-compatible webhook (https://zulip.com/integrations/slack_incoming), because Zulip shows its whole
  // address, with key, channel and topic, in one place. `channel` becomes the topic if the address has none. A message
  // has at most 10,000 characters; Zulip's own markup is a little longer than Slack's.
  zulip: {
    markup: SLACK_MARKUP,
    maxLength: 9_000,
    requestOf: (message, url) => post(url, { text: withHeading(message, SLACK_MARKUP), channel: 'Lectern' }),
  },
  // Published as JSON (https://docs.ntfy.sh/publish/#publish-as-json), because headers would need an encoding. It is
  // sent to the server's root; the topic is the last part of the address. ntfy makes an attachment of what has more
  // bytes: https://docs.ntfy.sh/publish/#limitations
  ntfy: {
    markup: PLAIN,
    maxLength: 4_096,
    lengthOf: (text) => Buffer.byteLength(text),
    requestOf({ heading, text, listUrl }, address, token) {
      const topic = /\/([\w-]{1,64})\/?$/.exec(address.pathname)?.[1];
      if (topic === undefined) return null;
      const url = new URL(address);
      url.pathname = address.pathname.replace(/[\w-]+\/?$/, '');
      const body = { topic, title: heading, message: text, ...(listUrl === null ? {} : { click: listUrl }) };
      return post(url, body, token === null ? {} : { authorization: `Bearer ${token}` });
    },
  },
};

/**
 * By which Slack says that a webhook is disabled, removed or not valid:
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */
const SLACK_GONE = new Set([
  'no_service',
  'no_service_id',
  'no_active_hooks',
  'no_team',
  'team_disabled',
  'invalid_token',
]);
/** "Unknown Webhook": https://discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes */
const DISCORD_UNKNOWN_WEBHOOK = 10_015;

function withHeading({ heading, text }: ChatText, { bold }: Markup): string {
  return `${bold(heading)}\n\n${text}`;
}

function post(url: URL, body: object, headers: Readonly<Record<string, string>> = {}): ChannelRequest {
  return { url, headers, body: JSON.stringify(body) };
}

/** Another attempt cannot succeed. */
function gone(reason: string): Partial<FailedOutcome> {
  return { reason: `${reason} Create a new one there and enter its address.`, isFinal: true };
}

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
