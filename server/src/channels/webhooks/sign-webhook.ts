import { createHmac } from 'node:crypto';

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
