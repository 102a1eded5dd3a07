import { randomBytes } from 'node:crypto';
import type { Static } from 'typebox';
import { readTime } from '../library/entry-store.ts';
import { ownedNotFound } from '../library/owned.ts';
import { Problem } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { CHANNELS, lockChannel, updateTarget } from './channel-store.ts';
import type { RotatedSecret } from './contract.ts';
import { sealTarget } from './stored-target.ts';
import { type ChannelKind, readTarget, type SigningSecret } from './target.ts';

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

const DAY_MS = 86_400_000;

/**
 * Gives a webhook a new signing secret. Messages are signed with the previous one as well for a day, so that the
 * receiver can change it meanwhile.
 * @throws Problem `channel_not_found`, `no_signing_secret`, `target_unreadable`
 */
export async function rotateSecret(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  userId: number,
  id: number,
): Promise<Static<typeof RotatedSecret>> {
  return db.transaction().execute(async (tx) => {
    const channel = await lockChannel(tx, userId, id);
    if (!channel) throw ownedNotFound(CHANNELS);
    if (channel.kind !== 'webhook')
      throw new Problem('conflict', 'no_signing_secret', 'Only webhooks have a signing secret.');
    const target = readTarget(secrets, { ...channel, userId });
    if (!target) throw targetUnreadable();
    const previousValidUntil = new Date((await readTime(tx)) + DAY_MS);
    const signingSecrets = rotateSecrets(target.signingSecrets, previousValidUntil);
    await updateTarget(tx, id, sealTarget(secrets, userId, { ...target, signingSecrets }));
    return { signing_secret: signingSecrets[0].secret, previous_valid_until: previousValidUntil };
  });
}

function targetUnreadable(): Problem {
  const message = 'The URL of this channel can no longer be decrypted. Enter it again.';
  return new Problem('conflict', 'target_unreadable', message);
}
