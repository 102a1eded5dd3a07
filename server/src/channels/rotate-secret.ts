import type { Static } from 'typebox';
import { readTime } from '../library/entry-store.ts';
import { ownedNotFound } from '../library/owned.ts';
import { Problem } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { CHANNELS, lockChannel, updateTarget } from './channel-store.ts';
import type { RotatedSecret } from './contract.ts';
import { rotateSecrets } from './signing-secrets.ts';
import { sealTarget } from './stored-target.ts';
import { readTarget } from './target.ts';

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
