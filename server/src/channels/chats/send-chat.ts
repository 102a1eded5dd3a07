import type { Services } from '../../platform/http/endpoint.ts';
import type { PostOutcome } from '../../platform/post.ts';
import { usableUrl } from '../../platform/usable-url.ts';
import type { Message, Send } from '../message.ts';
import { type ChannelRequest, failure, postMessage, readFailure } from '../post-message.ts';
import type { ChatKind } from '../target.ts';
import { formatDiscord } from './format-discord.ts';
import { formatMattermost } from './format-mattermost.ts';
import { formatNtfy } from './format-ntfy.ts';
import { formatSlack } from './format-slack.ts';
import { formatZulip } from './format-zulip.ts';
import { readRefusal } from './read-refusal.ts';

const FORMATS: Readonly<Record<ChatKind, (message: Message, url: URL, token: string | null) => ChannelRequest | null>> =
  {
    slack: formatSlack,
    mattermost: formatMattermost,
    discord: formatDiscord,
    zulip: formatZulip,
    ntfy: formatNtfy,
  };

/**
 * Sends messages to a chat. Chats do not recognize a repetition, so a message that was written and got no answer is `unconfirmed`, and is not sent
 * again.
 */
export function makeChatSender({ config }: Pick<Services, 'config'>, kind: ChatKind): Send {
  return async (message) => {
    const { target, signal } = message;
    const url = usableUrl(target.url ?? '');
    if (url === null) return failure('The address of this channel is not valid. Enter it again.');
    const request = FORMATS[kind](message, url, target.token);
    if (request === null) return failure('The address has no topic. Enter one such as https://ntfy.sh/my-papers.');
    const outcome = await postMessage(request, { config, signal });
    const failed = readFailure(url, outcome);
    if (failed === null) return { kind: 'delivered' };
    if (isUnknown(outcome)) return { kind: 'unconfirmed', reason: failed.reason };
    return outcome.kind === 'response' ? readRefusal(kind, outcome, failed) : failed;
  };
}

function isUnknown(outcome: PostOutcome): boolean {
  return outcome.kind === 'failed' && outcome.wasWritten;
}
