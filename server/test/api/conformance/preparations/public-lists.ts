import { Client } from '../../../support/client.ts';
import type { Call, Preparation } from '../call.ts';
import type { World } from '../world.ts';

/** A public list of a scholar of the owner's, at an address of its own. */
async function saved(world: World): Promise<{ id: number; slug: string; name: string; scholarId: number }> {
  const { id: scholarId } = await world.scholar();
  const body = { slug: `scholar-${scholarId}`, scope: 'scholar', scholar_profile_id: scholarId };
  const { id, slug, name } = await world.owner.ok('POST', '/public-lists', { body, status: 201 });
  return { id, slug, name, scholarId };
}

async function read(world: World): Promise<[Call, ...Call[]]> {
  const { slug } = await saved(world);
  const client = new Client(world.url);
  // the first reader gives the publications their cite keys, and the others change nothing
  await client.raw('GET', `/p/${slug}`);
  return [
    { client, path: { slug } },
    { client, path: { slug }, headers: { 'if-none-match': '*' }, status: 304 },
    { client, path: { slug: 'unknown' }, status: 404 },
  ];
}

export const publicLists: Readonly<Record<string, Preparation>> = {
  getPublicLists: async (world) => {
    await saved(world);
    return { client: world.owner };
  },
  postPublicLists: async (world) => {
    const { scholarId, slug } = await saved(world);
    const body = { slug: `own-${slug}`, scope: 'scholar', scholar_profile_id: scholarId, name: 'Own name' };
    return [
      { client: world.owner, body },
      { client: world.owner, body: { ...body, slug: 'admin' }, status: 422 },
      { client: world.owner, body: { ...body, slug: `favorites-${scholarId}`, scope: 'favorites' }, status: 422 },
      { client: world.stranger, body: { ...body, slug: `foreign-${scholarId}` }, status: 404 },
      { client: world.stranger, body: { slug, scope: 'favorites' }, status: 409 },
    ];
  },
  postPublicListsPreview: async (world) => {
    const { scholarId } = await saved(world);
    const body = { slug: `draft-${scholarId}`, scope: 'scholar', scholar_profile_id: scholarId };
    return [
      { client: world.owner, body },
      { client: world.stranger, body, status: 404 },
    ];
  },
  putPublicListsById: async (world) => {
    const [{ id, slug }, other] = [await saved(world), await saved(world)];
    return [
      { client: world.owner, path: { id }, body: { slug: `new-${slug}`, name: 'Another name', order: 'oldest' } },
      { client: world.owner, path: { id }, body: { slug: other.slug, name: 'Another name' }, status: 409 },
    ];
  },
  deletePublicListsById: async (world) => ({ client: world.owner, path: { id: (await saved(world)).id } }),
  getAdminPublicLists: async (world) => {
    await saved(world);
    return { client: world.admin };
  },
  getPBySlug: read,
  getPBySlugBib: read,
  getPBySlugRis: read,
  getPBySlugJson: read,
  getPBySlugAtom: read,
  getPBySlugJs: read,
  getPBySlugByKey: async (world) => {
    const { slug } = await saved(world);
    const client = new Client(world.url);
    const [{ id: key }] = JSON.parse(await (await client.raw('GET', `/p/${slug}.json`)).text());
    return [
      { client, path: { slug, key } },
      { client, path: { slug, key }, headers: { 'if-none-match': '*' }, status: 304 },
      { client, path: { slug, key: 'unknown' }, status: 404 },
    ];
  },
};
