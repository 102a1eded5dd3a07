import { writeMailLink } from '../../../../src/channels/mail/mail-links.ts';
import { addMailChannel } from '../../../support/mail-channels.ts';
import type { Call, Preparation } from '../call.ts';
import type { World } from '../world.ts';

/** A link that was used before, so that using it changes nothing. */
async function usedLink(world: World): Promise<Call> {
  const id = await addMailChannel(world, world.owner.userId);
  const token = writeMailLink(world.services.secrets, { purpose: 'unsubscribe', numbers: [id] });
  await world.owner.raw('POST', `/mail/${token}`);
  return { client: world.owner, path: { token } };
}

export const mail: Readonly<Record<string, Preparation>> = {
  postChannelsByIdConfirmation: async (world) => {
    const waiting = await addMailChannel(world, world.owner.userId, { isConfirmed: false });
    return [
      { client: world.owner, path: { id: await addMailChannel(world, world.owner.userId) } },
      { client: world.owner, path: { id: waiting }, status: 409 },
    ];
  },
  getMailByToken: async (world) => {
    const call = await usedLink(world);
    return [call, { ...call, path: { token: 'unsubscribe-1' }, status: 404 }];
  },
  postMailByToken: async (world) => {
    const call = await usedLink(world);
    return [call, { ...call, path: { token: 'unsubscribe-1' }, status: 404 }];
  },
};
