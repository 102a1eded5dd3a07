import { sql } from 'kysely';
import { isUsable } from '../../accounts/usable-account-store.ts';
import type { Queries } from '../../platform/database/database.ts';
import { one } from '../../platform/database/one.ts';
import { CHANNELS_CHANNEL } from '../channel-loop.ts';

/** A mail channel, as its links need it. */
export interface LinkedChannel {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly shownTarget: string;
  readonly target: Buffer;
  readonly isConfirmed: boolean;
  readonly isUnsubscribed: boolean;
  /** its user may sign in */
  readonly isOfActiveUser: boolean;
}

/** The channel of a link; undefined if it was deleted. */
export async function findChannel(db: Queries, id: number): Promise<LinkedChannel | undefined> {
  const { rows } = await sql<LinkedChannel>`
    select id, user_id as "userId", name, shown_target as "shownTarget", target, confirmed_at is not null as "isConfirmed",
      pause_reason is not distinct from 'unsubscribed' as "isUnsubscribed",
      (select ${isUsable('u')} from users u where u.id = channels.user_id) as "isOfActiveUser"
    from channels where id = ${id} and kind = 'mail'`.execute(db);
  return rows[0];
}

/** The channel of a delivery, and the publications that the delivery announces. */
export async function findDelivery(
  db: Queries,
  id: number,
): Promise<{ channelId: number; publicationIds: readonly number[] } | undefined> {
  const { rows } = await sql<{ channelId: number; publicationIds: number[] }>`
    select channel_id as "channelId", publication_ids as "publicationIds" from deliveries where id = ${id}`.execute(db);
  return rows[0];
}

/** How many of these publications, or of their canonical ones, are unread. */
export async function countUnread(db: Queries, userId: number, publicationIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct r.publication_id)::int as n from publications p join unread r on r.publication_id = p.canonical_id
    where p.id = any(${publicationIds}) and r.user_id = ${userId}`.execute(db);
  return one(rows, 'the count of unread publications').n;
}

/** Pauses a channel because its reader wants no more mail. It stays paused until its user resumes it. */
export async function saveUnsubscribed(db: Queries, channelId: number): Promise<void> {
  await sql`
    update channels set paused_at = coalesce(paused_at, now()), pause_reason = 'unsubscribed'
    where id = ${channelId} and pause_reason is distinct from 'unsubscribed'`.execute(db);
}

/** Records that the owner of the address agreed, and wakes the loop. */
export async function saveConfirmed(db: Queries, channelId: number): Promise<void> {
  await sql`
    with confirmed as (update channels set confirmed_at = now() where id = ${channelId} and confirmed_at is null returning id)
    select pg_notify(${CHANNELS_CHANNEL}, '') from confirmed`.execute(db);
}
