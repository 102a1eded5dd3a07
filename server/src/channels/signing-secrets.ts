import { randomBytes } from 'node:crypto';
import type { ChannelKind, SigningSecret } from './target.ts';

/**
 * Standard Webhooks asks for 24 to 64 random bytes:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
const SECRET_BYTES = 32;

/** The secrets of a new channel: one for a webhook, none for the other kinds. */
export function firstSecretsOf(kind: ChannelKind): SigningSecret[] {
  return kind === 'webhook' ? [makeSecret()] : [];
}

/** A new secret, and the current one until `expiresAt`. One that was replaced before is not used any longer. */
export function rotateSecrets(secrets: readonly SigningSecret[], expiresAt: Date): [SigningSecret, ...SigningSecret[]] {
  return [makeSecret(), ...secrets.slice(0, 1).map(({ secret }) => ({ secret, expiresAt: expiresAt.toISOString() }))];
}

function makeSecret(): SigningSecret {
  return { secret: `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`, expiresAt: null };
}
