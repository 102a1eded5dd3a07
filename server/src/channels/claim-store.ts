import { sql } from 'kysely';
import { isUsable } from '../accounts/usable-account-store.ts';
import { claimRow, isClaimed } from '../platform/database/claims.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { ChannelFilter, Schedule } from './contract.ts';
import type { ChannelKind } from './target.ts';

/** How long an attempt to send may take, so that it ends before the claim of its channel. */
export const ATTEMPT_MS = 30_000;

/** A channel, as the worker that claimed it reads it. */
export interface ClaimedChannel {
  readonly id: number;
  /** the fencing token */
  readonly claimNumber: number;
  readonly userId: number;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly filter: ChannelFilter;
  readonly schedule: Schedule;
  readonly origin: string;
  /** the last event that was announced or left out */
  readonly announcedNumber: number;
  readonly nextAt: Date | null;
  /** the day of the last daily or weekly message */
  readonly lastDay: string | null;
  /** whether a message is to be composed now */
  readonly isDue: boolean;
  readonly failureCount: number;
}

const now = sql`clock_timestamp()`;
/** Half of what a process serves, so that one user's receivers that hang do not stop the messages of the others. */
const MAX_OF_USER = 3;
const hasRoom = sql`(select count(*) from channels o where o.user_id = c.user_id and ${isClaimed('o')}) < ${MAX_OF_USER}`;
/** A test is sent at once, also on a paused channel. */
const hasTest = sql`exists (select from deliveries d where d.channel_id = c.id and d.status in ('waiting', 'handed_over') and d.is_test)`;
/** Nothing is sent for a channel while its user may not sign in, or before the owner of the address agreed. */
const isServed = sql`${isUsable('u')} and c.confirmed_at is not null and not ${isClaimed('c')} and ${hasRoom}`;
/** A channel composes and sends nothing but tests while it is paused or waits after a failure. */
export const isAwake = sql`c.paused_at is null and c.retry_at <= ${now}`;
const isDue = sql`(${isAwake} and c.next_at <= ${now})`;
const hasWaiting = sql`exists (
  select from deliveries d where d.channel_id = c.id and d.status in ('waiting', 'handed_over') and d.due_at <= ${now})`;

const COLUMNS = sql`
  c.id, c.claim_number as "claimNumber", c.user_id as "userId", c.kind, c.name, c.filter, c.schedule, c.origin, c.told_number as "announcedNumber",
  c.next_at as "nextAt", coalesce(${isDue}, false) as "isDue", c.last_day as "lastDay", c.failure_count as "failureCount"`;

/** Claims at most `limit` channels that have something to compose or to send. */
export async function claimChannels(db: Queries, limit: number): Promise<ClaimedChannel[]> {
  const { rows } = await sql<ClaimedChannel>`
    with due as materialized (
      select c.id from channels c join users u on u.id = c.user_id
      where ${isServed} and (${isDue} or ${hasTest} or ${isAwake} and ${hasWaiting})
      order by c.next_at limit ${limit} for update of c skip locked
    )
    update channels c set ${claimRow('c')}
    from due where c.id = due.id
    returning ${COLUMNS}`.execute(db);
  return rows;
}

/** The milliseconds until a channel that could be claimed now has a message to compose; null: none has. */
export async function readWait(db: Queries): Promise<number | null> {
  const { rows } = await sql<{ milliseconds: number | null }>`
    select extract(epoch from min(c.at) - ${now})::float8 * 1000 as milliseconds from (
      select c.next_at as at from channels c join users u on u.id = c.user_id
      where c.next_at is not null and ${isServed} and ${isAwake} order by c.next_at limit 1
    ) c`.execute(db);
  return one(rows, 'the wait of channels').milliseconds;
}

/** Ends a claim after so many seconds, unless it has expired and another worker has the channel. */
export async function releaseChannel(
  db: Queries,
  { id, claimNumber }: ClaimedChannel,
  restSeconds: number,
): Promise<void> {
  await sql`
    update channels set claimed_until = ${now} + make_interval(secs => ${restSeconds}::float8) where id = ${id} and claim_number = ${claimNumber}`.execute(
    db,
  );
}

/**
 * Locks a claimed channel until the end of the transaction. Returns it as it is now, because its user may have changed
 * it since the claim, and the clock; undefined if the claim is lost.
 */
export async function lockClaimed(
  tx: Tx,
  { id, claimNumber }: Pick<ClaimedChannel, 'id' | 'claimNumber'>,
): Promise<{ channel: ClaimedChannel; now: Date } | undefined> {
  const { rows } = await sql<ClaimedChannel & { now: Date }>`
    select ${COLUMNS}, ${now} as now
    from (select * from channels where id = ${id} and claim_number = ${claimNumber} for update) c`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { now: time, ...channel } = row;
  return { channel, now: time };
}
