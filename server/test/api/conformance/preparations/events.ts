import type { Preparation } from '../call.ts';

export const events: Readonly<Record<string, Preparation>> = {
  getEvents: async (world) => {
    const { publicationIds } = await world.scholar();
    await world.owner.ok('POST', '/publications/mark-read', { body: { publication_ids: publicationIds } });
    return { client: world.owner, query: { after: 0, limit: 10 } };
  },
};
