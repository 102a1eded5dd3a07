import type { Preparation } from '../call.ts';
import type { World } from '../world.ts';

/** A view of the owner's. */
async function saved(world: World): Promise<{ id: number; name: string; scholarId: number }> {
  const { id: scholarId } = await world.scholar();
  const parameters = { mode: 'unread', search: 'year:2000..', scholar_profile_id: scholarId, sort_by: 'citations' };
  const body = { name: `View ${scholarId}`, parameters };
  return { scholarId, ...(await world.owner.ok('POST', '/views', { body, status: 201 })) };
}

export const views: Readonly<Record<string, Preparation>> = {
  getViews: async (world) => {
    await saved(world);
    return { client: world.owner };
  },
  getViewsCounts: async (world) => {
    await saved(world);
    return { client: world.owner };
  },
  postViews: async (world) => {
    const { name, scholarId } = await saved(world);
    return [
      { client: world.owner, body: { name: `New ${name}`, parameters: {} }, status: 201 },
      { client: world.owner, body: { name, parameters: {} }, status: 409 },
      { client: world.stranger, body: { name, parameters: { scholar_profile_id: scholarId } }, status: 404 },
    ];
  },
  putViewsOrder: async (world) => {
    await saved(world);
    const { views: all } = await world.owner.ok('GET', '/views');
    return { client: world.owner, body: { ids: all.map(({ id }: { id: number }) => id).reverse() } };
  },
  patchViewsById: async (world) => {
    const [{ id }, other] = [await saved(world), await saved(world)];
    return [
      { client: world.owner, path: { id }, body: { name: `New name ${id}`, layout: 'abstracts' } },
      { client: world.owner, path: { id }, body: { name: other.name }, status: 409 },
    ];
  },
  deleteViewsById: async (world) => ({ client: world.owner, path: { id: (await saved(world)).id } }),
  postViewsByIdRestore: async (world) => {
    const { id } = await saved(world);
    await world.owner.ok('DELETE', `/views/${id}`);
    return { client: world.owner, path: { id } };
  },
};
