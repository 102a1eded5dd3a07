import { sql } from 'kysely';
import { isUsable } from '../../accounts/usable-account-store.ts';
import type { Queries, Tx } from '../../platform/database/database.ts';
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

/** A channel whose address has not agreed. */
export interface UnconfirmedChannel {
  readonly userId: number;
  readonly userEmail: string;
  readonly target: Buffer;
  readonly origin: string;
}

/** The mail channel with this id; undefined if it is confirmed or was deleted. */
export async function findUnconfirmed(db: Queries, channelId: number): Promise<UnconfirmedChannel | undefined> {
  const { rows } = await sql<UnconfirmedChannel>`
    select c.user_id as "userId", u.email as "userEmail", c.target, c.origin from channels c join users u on u.id = c.user_id
    where c.id = ${channelId} and c.kind = 'mail' and c.confirmed_at is null`.execute(db);
  return rows[0];
}

/**
 * Counts one more mail, unless the user sent `maxOfUser` or the address got `maxOfAddress` within a day. Returns the
 * clock in milliseconds since 1970; null if a limit is reached.
 */
export async function countConfirmationMail(
  tx: Tx,
  mail: { userId: number; addressKey: Buffer; maxOfUser: number; maxOfAddress: number },
): Promise<number | null> {
  await sql`lock table confirmation_mails in share row exclusive mode`.execute(tx);
  await sql`delete from confirmation_mails where sent_at < clock_timestamp() - interval '1 day'`.execute(tx);
  const { rows } = await sql<{ now: number }>`
    insert into confirmation_mails (user_id, address_key)
    select ${mail.userId}, ${mail.addressKey}
    where (select count(*) from confirmation_mails where user_id = ${mail.userId}) < ${mail.maxOfUser}
      and (select count(*) from confirmation_mails where address_key = ${mail.addressKey}) < ${mail.maxOfAddress}
    returning (extract(epoch from sent_at) * 1000)::bigint as now`.execute(tx);
  return rows[0]?.now ?? null;
}
