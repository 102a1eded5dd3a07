import { sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import { type ClaimedChannel, isAwake } from './claim-store.ts';
import type { PAUSE_REASONS } from './contract.ts';

/** A delivery to attempt. */
export interface WaitingDelivery {
  readonly id: number;
  readonly messageId: string;
  readonly isTest: boolean;
  readonly eventIds: readonly number[];
  /** the publications that it announces as new, as they were when it was composed */
  readonly publicationIds: readonly number[];
  readonly attemptCount: number;
  readonly createdAt: Date;
  /** where the channel sends to now; encrypted */
  readonly target: Buffer;
}

const now = sql`clock_timestamp()`;

/**
 * Ends the deliveries of a claimed channel that were handed over by a worker that is gone: it was killed, or its claim
 * expired. Nobody knows whether they were sent.
 */
export async function endUnconfirmed(db: Queries, { id, claimNumber }: ClaimedChannel, reason: string): Promise<void> {
  await sql`
    update deliveries d set status = 'unconfirmed', error = ${reason}, ended_at = ${now} from channels c
    where c.id = ${id} and c.claim_number = ${claimNumber} and d.channel_id = c.id and d.status = 'handed_over'`.execute(
    db,
  );
}

/**
 * The next delivery of a claimed channel that is due: a test, or else the one with the fewest attempts that was
 * composed first. It depends on the channel as it is now, because its user or reader may have paused or changed it
 * since the claim.
 */
export async function findWaiting(
  db: Queries,
  { id, claimNumber }: Pick<ClaimedChannel, 'id' | 'claimNumber'>,
): Promise<WaitingDelivery | undefined> {
  const { rows } = await sql<WaitingDelivery>`
    select d.id, d.message_id as "messageId", d.is_test as "isTest", d.event_ids as "eventIds", d.publication_ids as "publicationIds",
      d.attempt_count as "attemptCount", d.created_at as "createdAt", c.target
    from channels c join deliveries d on d.channel_id = c.id
    where c.id = ${id} and c.claim_number = ${claimNumber} and c.confirmed_at is not null and (d.is_test or ${isAwake})
      and d.status = 'waiting' and d.due_at <= ${now}
    order by d.is_test desc, d.attempt_count, d.id limit 1`.execute(db);
  return rows[0];
}

/** Records that the message is about to be sent. Returns false if the claim is lost. */
export async function saveHandedOver(
  db: Queries,
  deliveryId: number,
  { id, claimNumber }: Pick<ClaimedChannel, 'id' | 'claimNumber'>,
): Promise<boolean> {
  const { rows } = await sql`
    update deliveries d set status = 'handed_over' from channels c
    where d.id = ${deliveryId} and d.status = 'waiting' and c.id = ${id} and c.claim_number = ${claimNumber} and c.claimed_until > ${now}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Records that a delivery arrived. It is true even if the claim is lost. */
export async function saveDelivered(db: Queries, deliveryId: number, channelId: number): Promise<void> {
  await sql`
    with delivered as (
      update deliveries set status = 'delivered', error = null, attempt_count = attempt_count + 1, ended_at = ${now}
      where id = ${deliveryId} and status <> 'delivered' returning is_test
    )
    update channels set failure_count = 0, retry_at = '-infinity' where id = ${channelId} and exists (select from delivered where not is_test)`.execute(
    db,
  );
}

/**
 * Ends a delivery that is not sent, or not again, whatever becomes of its channel. `wasTried`: an attempt to send it
 * failed.
 */
export async function endDelivery(
  db: Queries,
  deliveryId: number,
  { reason, wasTried }: { reason: string; wasTried: boolean },
): Promise<void> {
  await sql`
    update deliveries set status = 'failed', error = ${reason}, attempt_count = attempt_count + ${wasTried ? 1 : 0}, ended_at = ${now}
    where id = ${deliveryId} and status in ('waiting', 'handed_over')`.execute(db);
}

/** What follows a failed attempt. */
export interface Failure {
  readonly reason: string;
  /** `waiting`: for another attempt */
  readonly status: 'waiting' | 'unconfirmed' | 'failed';
  /** until the next attempt of this delivery, and of any delivery of the channel */
  readonly deliverySeconds: number;
  readonly channelSeconds: number;
  /** null: the channel goes on */
  readonly pause: (typeof PAUSE_REASONS)[number] | null;
}

/** Saves a failure for a delivery and its channel. Does nothing if the claim is lost. */
export async function saveFailure(
  db: Queries,
  deliveryId: number,
  { id, claimNumber }: Pick<ClaimedChannel, 'id' | 'claimNumber'>,
  { reason, status, deliverySeconds, channelSeconds, pause }: Failure,
): Promise<void> {
  await sql`
    with channel as (
      update channels set failure_count = failure_count + 1, retry_at = ${now} + make_interval(secs => ${channelSeconds}::float8),
        paused_at = case when ${pause}::text is null then paused_at else coalesce(paused_at, ${now}) end, pause_reason = coalesce(pause_reason, ${pause})
      where id = ${id} and claim_number = ${claimNumber} returning id
    )
    update deliveries d set status = ${status}, error = ${reason}, attempt_count = d.attempt_count + 1,
      due_at = ${now} + make_interval(secs => ${deliverySeconds}::float8), ended_at = case when ${status} = 'waiting' then null else ${now} end
    from channel c where d.id = ${deliveryId} and d.channel_id = c.id and d.status in ('waiting', 'handed_over')`.execute(
    db,
  );
}

/** Deletes at most `limit` deliveries that ended more than so many days ago; returns how many. */
export async function deleteOldDeliveries(db: Queries, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from deliveries where id in (
      select id from deliveries where created_at < now() - make_interval(days => ${days}) and ended_at is not null order by created_at limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}
