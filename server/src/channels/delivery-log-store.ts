import { type RawBuilder, sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { Delivery } from './contract.ts';

/** Deliveries of a channel, the newest first: up to `limit` that are older than `before`. */
export async function listDeliveries(
  db: Queries,
  channelId: number,
  { before, limit }: { before: number | null; limit: number },
): Promise<Delivery[]> {
  const isOlder = before === null ? sql`true` : sql`d.id < ${before}`;
  return selectDeliveries(db, sql`d.channel_id = ${channelId} and ${isOlder}`, limit);
}

export async function findDelivery(db: Queries, channelId: number, id: number): Promise<Delivery | undefined> {
  const [delivery] = await selectDeliveries(db, sql`d.channel_id = ${channelId} and d.id = ${id}`, 1);
  return delivery;
}

async function selectDeliveries(db: Queries, condition: RawBuilder<unknown>, limit: number): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select d.id, d.status, d.is_test, cardinality(d.event_ids) as event_count, d.attempt_count, d.error, d.created_at, d.ended_at,
      array(
        -- a title that was merged away is replaced by that of the publication that is shown now
        select shown.title from unnest(d.publication_ids[1:3]) with ordinality t (id, place)
        join publications p on p.id = t.id join publications shown on shown.id = p.canonical_id order by t.place
      ) as titles,
      case
        when d.status <> 'waiting' or c.confirmed_at is null then null
        when d.is_test then d.due_at
        when c.paused_at is null then greatest(d.due_at, c.retry_at)
      end as next_attempt_at
    from deliveries d join channels c on c.id = d.channel_id
    where ${condition} order by d.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The id of a test message that has not ended; undefined if there is none. */
export async function findOpenTest(tx: Tx, channelId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from deliveries where channel_id = ${channelId} and is_test and status in ('waiting', 'handed_over') order by id limit 1`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** Adds a test message that is due now, and returns its id. */
export async function insertTest(tx: Tx, channelId: number): Promise<number> {
  return idOf(
    sql`
    insert into deliveries (channel_id, is_test, event_ids, publication_ids) values (${channelId}, true, '{}', '{}') returning id`,
    tx,
  );
}

/**
 * Adds a message like another one, which is due now, and returns its id. With `keepsMessageId` the receiver can
 * recognize that it got the first one, too.
 */
export async function insertReplay(
  tx: Tx,
  channelId: number,
  deliveryId: number,
  { keepsMessageId }: { keepsMessageId: boolean },
): Promise<number> {
  return idOf(
    sql`
    insert into deliveries (channel_id, message_id, is_test, event_ids, publication_ids)
    select channel_id, case when ${keepsMessageId} then message_id else gen_random_uuid() end, is_test, event_ids, publication_ids
    from deliveries where channel_id = ${channelId} and id = ${deliveryId} returning id`,
    tx,
  );
}

/** Lets the next attempt of a channel begin now, although the one before failed. */
export async function endBackoff(tx: Tx, channelId: number): Promise<void> {
  await sql`update channels set retry_at = '-infinity' where id = ${channelId}`.execute(tx);
}

async function idOf(insert: RawBuilder<unknown>, tx: Tx): Promise<number> {
  const [added] = (await insert.execute(tx)).rows as { id: number }[];
  if (!added) throw new Error('the delivery was not inserted');
  return added.id;
}
