import { ownedNotFound } from '../library/owned.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import { CHANNELS, lockChannel, type StoredChannel, wakeLoop } from './channel-store.ts';
import type { Delivery } from './contract.ts';
import * as store from './delivery-log-store.ts';

/**
 * Sends a test message at once, also if the channel is paused, unless its reader unsubscribed. Returns the delivery,
 * which is in progress; it is the previous one if that has not ended yet.
 * @throws Problem `channel_not_found`, `channel_paused`, `channel_not_confirmed`
 */
export async function sendTest(db: Database, userId: number, id: number): Promise<Delivery> {
  return requesting(db, userId, id, async (tx, { pauseReason }) => {
    if (pauseReason === 'unsubscribed') throw channelPaused('The reader of this channel unsubscribed.');
    return (await store.findOpenTest(tx, id)) ?? store.insertTest(tx, id);
  });
}

/**
 * Sends the news of a delivery again, also while the channel waits after a failure. A webhook gets the same message id,
 * by which its receiver recognizes what it has got already; readers of other kinds get another message.
 * @throws Problem `channel_not_found`, `delivery_not_found`, `delivery_waiting`, `channel_paused`,
 * `channel_not_confirmed`
 */
export async function replayDelivery(db: Database, userId: number, id: number, deliveryId: number): Promise<Delivery> {
  return requesting(db, userId, id, async (tx, { kind, pauseReason }) => {
    const original = await store.findDelivery(tx, id, deliveryId);
    if (!original)
      throw new Problem('not_found', 'delivery_not_found', 'The channel has no delivery with this id any longer.');
    if (original.status === 'waiting' || original.status === 'handed_over')
      throw new Problem('conflict', 'delivery_waiting', 'This message is still being sent. Wait until that ended.');
    if (pauseReason !== null) throw channelPaused('The channel is paused.');
    await store.endBackoff(tx, id);
    return store.insertReplay(tx, id, deliveryId, { keepsMessageId: kind === 'webhook' });
  });
}

function channelPaused(reason: string): Problem {
  return new Problem('conflict', 'channel_paused', `${reason} Resume the channel first.`);
}

async function requesting(
  db: Database,
  userId: number,
  id: number,
  insert: (tx: Tx, channel: StoredChannel) => Promise<number>,
): Promise<Delivery> {
  return db.transaction().execute(async (tx) => {
    const channel = await lockChannel(tx, userId, id);
    if (!channel) throw ownedNotFound(CHANNELS);
    if (channel.confirmedAt === null)
      throw new Problem('conflict', 'channel_not_confirmed', 'The owner of the address has not agreed yet.');
    const deliveryId = await insert(tx, channel);
    await wakeLoop(tx);
    const delivery = await store.findDelivery(tx, id, deliveryId);
    if (!delivery) throw new Error(`delivery ${deliveryId} is missing`);
    return delivery;
  });
}
