import { insertChannel } from '../../src/channels/channel-store.ts';
import { sealTarget } from '../../src/channels/stored-target.ts';
import type { Service } from './service.ts';

/** Adds a daily mail channel as the API does, also where no mail server is set up. Returns its id. */
export async function addMailChannel(
  { db, services }: Pick<Service, 'db' | 'services'>,
  userId: number,
  { address = 'ada@example.org', isConfirmed = true, origin = 'https://lectern.example' } = {},
): Promise<number> {
  const target = sealTarget(services.secrets, userId, { address, url: null, token: null, signingSecrets: [] });
  return db.transaction().execute((tx) =>
    insertChannel(tx, userId, {
      ...{ kind: 'mail', name: 'Morning mail', target, shownTarget: address, origin, nextAt: null },
      filter: { event_kinds: ['publication.new'], scholar_ids: [], view_ids: [] },
      schedule: { frequency: 'daily', hour: 7, weekdays: [1, 2, 3, 4, 5], time_zone: 'UTC' },
      confirmedAt: isConfirmed ? new Date() : null,
    }),
  );
}

/** Adds a delivery that announced these publications. Returns its id. */
export async function addDelivery(
  { db }: Pick<Service, 'db'>,
  channelId: number,
  publicationIds: number[],
): Promise<number> {
  const delivery = { channel_id: channelId, event_ids: [], publication_ids: publicationIds, status: 'delivered' };
  return (await db.insertInto('deliveries').values(delivery).returning('id').executeTakeFirstOrThrow()).id;
}
