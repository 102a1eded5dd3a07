import type { Preparation } from '../call.ts';
import type { World } from '../world.ts';

const WEBHOOK = {
  kind: 'webhook',
  name: 'Lab robot',
  // an address needs no name server, and nothing is sent without a worker
  target: { url: 'https://1.1.1.1/hooks/7f3a' },
  filter: { event_kinds: ['publication.new', 'publication.read'], scholar_ids: [], view_ids: [] },
  schedule: { frequency: 'at_once', hour: 7, weekdays: [1], time_zone: 'Europe/Berlin' },
};

/** A new channel of the owner. */
async function channel(world: World, change: object = {}): Promise<{ id: number }> {
  const body = { ...WEBHOOK, ...change };
  return (await world.owner.ok('POST', '/channels', { body, status: 201 })).channel;
}

/** A channel with a test message that is waiting. */
async function tested(world: World): Promise<{ id: number; deliveryId: number }> {
  const { id } = await channel(world);
  return { id, deliveryId: (await world.owner.ok('POST', `/channels/${id}/test`)).id };
}

export const channels: Readonly<Record<string, Preparation>> = {
  getChannels: async (world) => {
    await channel(world);
    return { client: world.owner };
  },
  postChannels: async (world) => {
    const { id } = await world.scholar();
    const slack = { ...WEBHOOK, kind: 'slack', filter: { ...WEBHOOK.filter, event_kinds: ['publication.new'] } };
    return [
      { client: world.owner, body: { ...WEBHOOK, filter: { ...WEBHOOK.filter, scholar_ids: [id] } }, status: 201 },
      { client: world.owner, body: slack, status: 201 },
      { client: world.owner, body: { ...WEBHOOK, kind: 'mail', target: { address: 'ada@example.org' } }, status: 409 },
    ];
  },
  patchChannelsById: async (world) => {
    const { id } = await channel(world);
    const body = { name: 'Renamed', target: WEBHOOK.target, filter: WEBHOOK.filter, schedule: WEBHOOK.schedule };
    return [
      { client: world.owner, path: { id }, body: { ...body, is_paused: true } },
      { client: world.owner, path: { id }, body: { is_paused: false } },
    ];
  },
  deleteChannelsById: async (world) => ({ client: world.owner, path: { id: (await channel(world)).id } }),
  postChannelsByIdSecret: async (world) => {
    const filter = { ...WEBHOOK.filter, event_kinds: ['publication.new'] };
    const [{ id }, ntfy] = [await channel(world), await channel(world, { kind: 'ntfy', filter })];
    return [
      { client: world.owner, path: { id } },
      { client: world.owner, path: { id: ntfy.id }, status: 409 },
    ];
  },
  postChannelsByIdTest: async (world) => {
    const [{ id }, mail] = [await channel(world), await channel(world)];
    await world.db.updateTable('channels').set({ confirmed_at: null }).where('id', '=', mail.id).execute();
    return [
      { client: world.owner, path: { id } },
      { client: world.owner, path: { id: mail.id }, status: 409 },
    ];
  },
  getChannelsByIdDeliveries: async (world) => {
    const { id } = await tested(world);
    return { client: world.owner, path: { id }, query: { limit: 10 } };
  },
  postChannelsByIdDeliveriesByDeliveryIdReplay: async (world) => {
    const [{ id, deliveryId }, waiting] = [await tested(world), await tested(world)];
    const ended = { status: 'failed', error: 'The server answered 500.', ended_at: new Date() };
    await world.db.updateTable('deliveries').set(ended).where('id', '=', deliveryId).execute();
    return [
      { client: world.owner, path: { id, delivery_id: deliveryId } },
      { client: world.owner, path: { id: waiting.id, delivery_id: waiting.deliveryId }, status: 409 },
    ];
  },
};
