import type { Secrets } from '../platform/secrets.ts';

/** The kinds of channels. */
export const CHANNEL_KINDS = ['mail', 'webhook', 'slack', 'mattermost', 'discord', 'zulip', 'ntfy'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];
export type ChatKind = Exclude<ChannelKind, 'mail' | 'webhook'>;

/** A secret with which a webhook is signed. After a rotation the previous one is used as well until `expiresAt`. */
export interface SigningSecret {
  /** `whsec_` and base64, as Standard Webhooks writes it */
  readonly secret: string;
  /** ISO 8601; null: it is the current one */
  readonly expiresAt: string | null;
}

/** Where a channel sends to. It is stored encrypted. */
export interface Target {
  /** the address of mail; null for the other kinds */
  readonly address: string | null;
  /** null for mail */
  readonly url: string | null;
  /** the access token of ntfy; null: none */
  readonly token: string | null;
  /** of a webhook; the current one is first */
  readonly signingSecrets: readonly SigningSecret[];
}

/** Binds an encrypted target to its user, so that it cannot be decrypted in the row of another one. */
export function targetContext(userId: number): string {
  return `channels:${userId}:target`;
}

/** Decrypts the target of a channel; null if it was encrypted with a key that is lost. */
export function readTarget(secrets: Secrets, { userId, target }: { userId: number; target: Buffer }): Target | null {
  const text = secrets.decrypt(target, targetContext(userId));
  return text === null ? null : (JSON.parse(text) as Target);
}
