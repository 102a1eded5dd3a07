import type { Static } from 'typebox';
import { emailKey } from '../accounts/email-key.ts';
import { lockLibrary, readTime } from '../library/entry-store.ts';
import { checkOwnedName, deleteForGood, ownedNotFound, requireRoom } from '../library/owned.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { SessionUser } from '../platform/http/endpoint.ts';
import type { Services } from '../platform/services.ts';
import * as store from './channel-store.ts';
import { checkFilter, checkSchedule, checkTarget, readFilter, showTarget } from './check-channel.ts';
import type { Channel, ChannelChange, CreatedChannel, NewChannel, Schedule } from './contract.ts';
import { mailNotSetUp, requestConfirmation } from './mail/request-confirmation.ts';
import { outboundOfUsers } from './post-message.ts';
import { nextDigest } from './schedule.ts';
import { firstSecretsOf } from './signing-secrets.ts';
import { sealTarget } from './stored-target.ts';
import { type ChannelKind, readTarget } from './target.ts';

/**
 * Adds a channel that announces what happens from now on. `origin`: where the user sees Lectern, for links in messages.
 * @throws Problem `validation_error`, `mail_not_set_up`, `public_url_missing`, `too_many_channels`
 */
export async function createChannel(
  services: Services,
  user: SessionUser,
  { kind, name, target: given, filter: givenFilter, schedule }: Static<typeof NewChannel>,
  origin: string,
): Promise<Static<typeof CreatedChannel>> {
  const checkedName = checkOwnedName(store.CHANNELS, name).name;
  const filter = { scholar_ids: [], ...readFilter(givenFilter) };
  checkSchedule(schedule);
  if (kind === 'mail' && services.config.mail === null) throw mailNotSetUp();
  const signingSecrets = firstSecretsOf(kind);
  const target = { ...(await checkTarget(kind, given, outboundOfUsers(services.config))), signingSecrets };
  const channel = await services.db.transaction().execute(async (tx) => {
    await lockLibrary(tx, user.id);
    await requireRoom(tx, user.id, store.CHANNELS);
    await checkFilter(tx, user.id, kind, filter);
    const now = new Date(await readTime(tx));
    const shownTarget = showTarget(target);
    const id = await store.insertChannel(tx, user.id, {
      ...{ kind, filter, schedule, origin, shownTarget, name: checkedName },
      target: sealTarget(services.secrets, user.id, target),
      confirmedAt: needsConsent(services, kind, shownTarget, user) ? null : now,
      // what happened before is not announced
      nextAt: schedule.frequency === 'at_once' ? null : nextDigest(schedule, null, now),
    });
    return finish(tx, user.id, id);
  });
  if (!channel.is_confirmed) await requestConfirmation(services, channel.id);
  return { ...channel, channel, signing_secret: signingSecrets[0]?.secret ?? null };
}

/**
 * Changes a channel, pauses it or resumes it. What it did not announce during a pause, it announces afterwards. After a
 * change of the target, what waits is sent at once.
 * @throws Problem `channel_not_found`, `validation_error`, `mail_not_set_up`, `public_url_missing`
 */
export async function changeChannel(
  services: Services,
  user: SessionUser,
  id: number,
  change: Static<typeof ChannelChange>,
  origin: string,
): Promise<Channel> {
  const { is_paused: isPaused } = change;
  const name = change.name === undefined ? undefined : checkOwnedName(store.CHANNELS, change.name).name;
  const kind = await store.findChannelKind(services.db, user.id, id);
  if (kind === undefined) throw ownedNotFound(store.CHANNELS);
  if (kind === 'mail' && change.target && services.config.mail === null) throw mailNotSetUp();
  const place = change.target && (await checkTarget(kind, change.target, outboundOfUsers(services.config)));
  const channel = await services.db.transaction().execute(async (tx) => {
    const before = await store.lockChannel(tx, user.id, id);
    if (!before) throw ownedNotFound(store.CHANNELS);
    const filter = { ...before.filter, ...readFilter(change.filter ?? {}) };
    const schedule = { ...before.schedule, ...change.schedule };
    if (change.schedule) checkSchedule(schedule);
    if (change.filter) await checkFilter(tx, user.id, kind, filter, before.filter);
    const now = new Date(await readTime(tx));
    const shownTarget = place ? showTarget(place) : before.shownTarget;
    const signingSecrets =
      readTarget(services.secrets, { ...before, userId: user.id })?.signingSecrets ?? firstSecretsOf(kind);
    await store.updateChannel(tx, id, {
      ...{ ...before, origin: place ? origin : before.origin, shownTarget, filter, schedule },
      name: name ?? before.name,
      nextAt: change.schedule || isPaused === false ? nextAt(schedule, before.lastDay, now) : before.nextAt,
      target: place ? sealTarget(services.secrets, user.id, { ...place, signingSecrets }) : before.target,
      confirmedAt: agreedAt(services, before, { shownTarget, isResumed: isPaused === false }, user, now),
    });
    if (isPaused === true) await store.pauseChannel(tx, id);
    if (isPaused === false) await store.endPause(tx, id);
    if (isPaused === false || place) await store.retryNow(tx, id);
    return finish(tx, user.id, id);
  });
  if (!channel.is_confirmed && (place || isPaused === false)) await requestConfirmation(services, id);
  return channel;
}

/** Deletes a channel with the log of its deliveries. @throws Problem `channel_not_found` */
export async function deleteChannel(db: Database, userId: number, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await deleteForGood(tx, userId, store.CHANNELS, id);
    await store.wakeLoop(tx);
  });
}

async function finish(tx: Tx, userId: number, id: number): Promise<Channel> {
  await store.wakeLoop(tx);
  const [channel] = await store.listChannels(tx, userId, id);
  if (!channel) throw new Error(`channel ${id} is missing`);
  return channel;
}

/** When a channel with another schedule announces what it has not announced yet. */
function nextAt(schedule: Schedule, lastDay: string | null, now: Date): Date {
  return schedule.frequency === 'at_once' ? now : nextDigest(schedule, lastDay, now);
}

/**
 * Since when the owner of the target agrees; null: not yet. A reader who unsubscribed has to agree again when the user
 * resumes the channel.
 */
function agreedAt(
  services: Services,
  before: store.StoredChannel,
  { shownTarget, isResumed }: { shownTarget: string; isResumed: boolean },
  user: SessionUser,
  now: Date,
): Date | null {
  const isOver = shownTarget !== before.shownTarget || (isResumed && before.pauseReason === 'unsubscribed');
  if (!isOver) return before.confirmedAt;
  return needsConsent(services, before.kind, shownTarget, user) ? null : now;
}

/**
 * Whether the owner of the target has to agree: mail to another address than the user's own. The link in the mail that
 * asks must not lead where the user wants it to, as the origin of a request could.
 * @throws Problem `public_url_missing`
 */
function needsConsent({ config }: Services, kind: ChannelKind, shownTarget: string, user: SessionUser): boolean {
  if (kind !== 'mail' || emailKey(shownTarget) === emailKey(user.email)) return false;
  if (config.publicUrl !== null) return true;
  const message = 'Mail can go to your own address only. The operator sets PUBLIC_URL to allow others.';
  throw new Problem('conflict', 'public_url_missing', message);
}
