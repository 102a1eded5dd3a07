import type { Preparation } from '../call.ts';
import type { World } from '../world.ts';

/** A new rule of the owner, with a name of its own. */
async function ruled(world: World): Promise<{ id: number; name: string }> {
  const name = `Rule for ${world.profile()}`;
  const body = { name, search: 'title:work', tags: [name], mark_read: true };
  const { id } = await world.owner.ok('POST', '/rules', { body, status: 201 });
  return { id, name };
}

export const rules: Readonly<Record<string, Preparation>> = {
  getRules: async (world) => {
    await ruled(world);
    return { client: world.owner };
  },
  postRules: async (world) => {
    const { name } = await ruled(world);
    const body = { name: `${name} too`, search: 'author:berg or is:new', tags: ['to cite'], mark_favorite: true };
    return [
      { client: world.owner, body, status: 201 },
      { client: world.owner, body: { ...body, name }, status: 409 },
    ];
  },
  postRulesPreview: async (world) => {
    await world.scholar();
    return { client: world.owner, body: { search: 'work' } };
  },
  patchRulesById: async (world) => {
    const [{ id }, other] = [await ruled(world), await ruled(world)];
    return [
      { client: world.owner, path: { id }, body: { name: `New name ${id}`, is_enabled: false } },
      { client: world.owner, path: { id }, body: { name: other.name }, status: 409 },
    ];
  },
  deleteRulesById: async (world) => ({ client: world.owner, path: { id: (await ruled(world)).id } }),
  postRulesByIdRestore: async (world) => {
    const { id } = await ruled(world);
    await world.owner.ok('DELETE', `/rules/${id}`);
    return { client: world.owner, path: { id } };
  },
  postRulesByIdUndo: async (world) => ({ client: world.owner, path: { id: (await ruled(world)).id } }),
};
