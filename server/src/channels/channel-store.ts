import { sql } from 'kysely';
import type { OwnedKind } from '../library/owned-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import { CHANNELS_CHANNEL } from './channel-loop.ts';
import {
  type Channel,
  type ChannelFilter,
  MAX_CHANNELS,
  MAX_NAME_LENGTH,
  type PauseReason,
  type Schedule,
} from './contract.ts';
import type { ChannelKind } from './target.ts';

export const CHANNELS: OwnedKind = {
  noun: 'channel',
  table: 'channels',
  maxCount: MAX_CHANNELS,
  maxNameLength: MAX_NAME_LENGTH,
};

/** The user's channels, the oldest first, or only the one with this id. */
export async function listChannels(db: Queries, userId: number, id: number | null = null): Promise<Channel[]> {
  const isWanted = id === null ? sql`true` : sql`c.id = ${id}`;
  const { rows } = await sql<Channel>`
    select c.id, c.kind, c.name, c.shown_target, c.schedule,
      c.filter || jsonb_build_object('scholar_profile_ids', c.filter -> 'scholar_ids') as filter, c.paused_at is not null as is_paused, c.pause_reason, c.created_at,
      c.confirmed_at is not null as is_confirmed, tried.error as last_error, delivered.ended_at as last_delivered_at,
      case when c.paused_at is null and c.confirmed_at is not null then coalesce(waiting.attempt_at, c.next_at) end as next_at
    from channels c
    left join lateral (
      select case when d.status <> 'delivered' then d.error end as error from deliveries d
      where d.channel_id = c.id and d.attempt_count > 0 order by d.id desc limit 1
    ) tried on true
    left join lateral (
      select d.ended_at from deliveries d where d.channel_id = c.id and d.status = 'delivered' order by d.id desc limit 1
    ) delivered on true
    left join lateral (
      select greatest(d.due_at, c.retry_at) as attempt_at from deliveries d
      where d.channel_id = c.id and d.status = 'waiting' order by d.due_at limit 1
    ) waiting on true
    where c.user_id = ${userId} and ${isWanted} order by c.id`.execute(db);
  return rows;
}

/** What a change of a channel needs to know of it. */
export interface StoredChannel {
  readonly kind: ChannelKind;
  readonly name: string;
  readonly target: Buffer;
  readonly shownTarget: string;
  readonly filter: ChannelFilter;
  readonly schedule: Schedule;
  readonly origin: string;
  readonly confirmedAt: Date | null;
  readonly nextAt: Date | null;
  readonly lastDay: string | null;
  readonly pauseReason: PauseReason | null;
}

export async function findChannelKind(db: Queries, userId: number, id: number): Promise<ChannelKind | undefined> {
  const { rows } = await sql<{ kind: ChannelKind }>`
    select kind from channels where user_id = ${userId} and id = ${id}`.execute(db);
  return rows[0]?.kind;
}

/**
 * Reads and locks a channel of the user until the transaction ends. A worker that sends for it waits with what it
 * records.
 */
export async function lockChannel(tx: Tx, userId: number, id: number): Promise<StoredChannel | undefined> {
  const { rows } = await sql<StoredChannel>`
    select kind, name, target, shown_target as "shownTarget", filter, schedule, origin, confirmed_at as "confirmedAt", next_at as "nextAt",
      last_day as "lastDay", pause_reason as "pauseReason"
    from channels where user_id = ${userId} and id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** Adds a channel that announces what comes after the last event, and returns its id. */
export async function insertChannel(
  tx: Tx,
  userId: number,
  channel: Omit<StoredChannel, 'lastDay' | 'pauseReason'>,
): Promise<number> {
  const { kind, name, target, shownTarget, filter, schedule, origin, confirmedAt, nextAt } = channel;
  const { rows } = await sql<{ id: number }>`
    insert into channels (user_id, kind, name, target, shown_target, filter, schedule, origin, confirmed_at, next_at, told_number)
    values (${userId}, ${kind}, ${name}, ${target}, ${shownTarget}, ${JSON.stringify(filter)}, ${JSON.stringify(schedule)}, ${origin}, ${confirmedAt},
      ${nextAt}, (select last_number from event_numbers))
    returning id`.execute(tx);
  return one(rows, 'the new channel').id;
}

/** Changes a channel that the caller has locked, except for its pause. */
export async function updateChannel(tx: Tx, id: number, channel: StoredChannel): Promise<void> {
  const { name, target, shownTarget, filter, schedule, origin, confirmedAt, nextAt } = channel;
  await sql`
    update channels set name = ${name}, target = ${target}, shown_target = ${shownTarget}, filter = ${JSON.stringify(filter)},
      schedule = ${JSON.stringify(schedule)}, origin = ${origin}, confirmed_at = ${confirmedAt}, next_at = ${nextAt}
    where id = ${id}`.execute(tx);
}

/** Pauses a channel for its user. A channel that is paused keeps its reason. */
export async function pauseChannel(tx: Tx, id: number): Promise<void> {
  await sql`update channels set paused_at = now(), pause_reason = 'user' where id = ${id} and paused_at is null`.execute(
    tx,
  );
}

export async function endPause(tx: Tx, id: number): Promise<void> {
  await sql`update channels set paused_at = null, pause_reason = null where id = ${id}`.execute(tx);
}

/** Forgets the failures of a channel, and makes what waits due now. */
export async function retryNow(tx: Tx, id: number): Promise<void> {
  await sql`update channels set failure_count = 0, retry_at = '-infinity' where id = ${id}`.execute(tx);
  await sql`
    update deliveries set due_at = now() where channel_id = ${id} and status = 'waiting' and due_at > now()`.execute(
    tx,
  );
}

/** Reads and locks, by id, the targets of the channels of all users. */
export async function listTargets(
  tx: Tx,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; userId: number; target: Buffer }[]> {
  const { rows } = await sql<{ id: number; userId: number; target: Buffer }>`
    select id, user_id as "userId", target from channels where id > ${after} order by id limit ${limit} for no key update`.execute(
    tx,
  );
  return rows;
}

export async function updateTarget(tx: Tx, id: number, target: Buffer): Promise<void> {
  await sql`update channels set target = ${target} where id = ${id}`.execute(tx);
}

/** Which of these ids are not scholars, or not saved views, of the user. */
export async function findUnknownIds(
  db: Queries,
  userId: number,
  table: 'scholars' | 'saved_views',
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select w.id from unnest(${ids}::bigint[]) w (id)
    where not exists (select from ${sql.table(table)} t where t.user_id = ${userId} and t.id = w.id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lets the loop that sends look at the channels when the transaction commits. */
export async function wakeLoop(tx: Tx): Promise<void> {
  await sql`select pg_notify(${CHANNELS_CHANNEL}, '')`.execute(tx);
}
