import type { Preparation } from '../call.ts';
import type { World } from '../world.ts';

/** A publication of the owner with a tag of its own. */
async function tagged(world: World): Promise<{ publicationId: number; id: number; name: string }> {
  const { id: scholarId, publicationIds } = await world.scholar();
  const [publicationId = 0] = publicationIds;
  const name = `Tag ${scholarId}`;
  const { tags } = await world.owner.ok('PUT', `/publications/${publicationId}/tags`, { body: { tags: [name] } });
  return { publicationId, id: tags[0].id, name };
}

export const tags: Readonly<Record<string, Preparation>> = {
  getTags: async (world) => {
    await tagged(world);
    return { client: world.owner };
  },
  patchTagsById: async (world) => {
    const [{ id }, other] = [await tagged(world), await tagged(world)];
    return [
      { client: world.owner, path: { id }, body: { name: `New name ${id}`, color: 'blue' } },
      { client: world.owner, path: { id }, body: { name: other.name }, status: 409 },
      { client: world.owner, path: { id }, body: { name: other.name, merge: true } },
    ];
  },
  deleteTagsById: async (world) => ({ client: world.owner, path: { id: (await tagged(world)).id } }),
  postTagsByIdRestore: async (world) => {
    const { id } = await tagged(world);
    await world.owner.ok('DELETE', `/tags/${id}`);
    return { client: world.owner, path: { id } };
  },
  putPublicationsByIdTags: async (world) => {
    const { publicationId, name } = await tagged(world);
    return { client: world.owner, path: { id: publicationId }, body: { tags: [name, 'to cite'] } };
  },
  postPublicationsTag: async (world) => {
    const { publicationId, name } = await tagged(world);
    return { client: world.owner, body: { publication_ids: [publicationId], add: ['to cite'], remove: [name] } };
  },
};
