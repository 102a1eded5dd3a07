import type { PostOutcome } from '../../platform/post.ts';
import type { FailedOutcome } from '../post-message.ts';
import type { ChatKind } from '../target.ts';

type Response = Extract<PostOutcome, { kind: 'response' }>;

/**
 * Texts by which Slack says that a webhook is disabled, removed or not valid: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 * (handling errors)
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

/**
 * Adds what a service says in the body of a refusal: that the webhook was deleted, so that another attempt cannot succeed, or how long to wait. The
 * other services do not tell a deleted webhook from other mistakes.
 */
export function readRefusal(kind: ChatKind, { body }: Response, failed: FailedOutcome): FailedOutcome {
  const text = body.toString().trim();
  if (kind === 'slack' && SLACK_GONE.has(text))
    return { ...failed, reason: `Slack does not know this webhook any longer (${text}). ${CREATE}`, isFinal: true };
  if (kind === 'discord') {
    const { code, retry_after: seconds } = readJson(text);
    if (code === DISCORD_UNKNOWN_WEBHOOK)
      return { ...failed, reason: `Discord does not know this webhook any longer. ${CREATE}`, isFinal: true };
    // https://discord.com/developers/docs/topics/rate-limits: seconds with a fraction
    if (typeof seconds === 'number' && seconds >= 0) return { ...failed, retryAfterSeconds: Math.ceil(seconds) };
  }
  return failed;
}

const CREATE = 'Create a new one there and enter its address.';

function readJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
