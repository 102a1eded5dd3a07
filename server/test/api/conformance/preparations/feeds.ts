import { Client } from '../../../support/client.ts';
import type { Call, Preparation } from '../call.ts';
import type { World } from '../world.ts';

/** A feed of a scholar of the owner's, and the secret in its address. */
async function saved(world: World): Promise<{ id: number; secret: string; scholarId: number }> {
  const { id: scholarId } = await world.scholar();
  const body = { scope: 'scholar', scholar_profile_id: scholarId };
  const { id, atom_url } = await world.owner.ok('POST', '/feeds', { body, status: 201 });
  return { id, scholarId, secret: /feeds\/(.+)\.atom$/.exec(atom_url)?.[1] ?? '' };
}

async function read(world: World): Promise<[Call, ...Call[]]> {
  const { secret } = await saved(world);
  const client = new Client(world.url);
  // the first read in an hour saves its time, and the others change nothing
  await client.raw('GET', `/feeds/${secret}.atom`);
  return [
    { client, path: { secret } },
    { client, path: { secret }, headers: { 'if-none-match': '*' }, status: 304 },
    { client, path: { secret: 'unknown' }, status: 404 },
  ];
}

export const feeds: Readonly<Record<string, Preparation>> = {
  getFeeds: async (world) => {
    await saved(world);
    return { client: world.owner };
  },
  postFeeds: async (world) => {
    const { scholarId } = await saved(world);
    const body = { scope: 'scholar', scholar_profile_id: scholarId, name: 'Own name' };
    return [
      { client: world.owner, body },
      { client: world.owner, body: { scope: 'favorites' } },
      { client: world.owner, body: { ...body, scope: 'all' }, status: 422 },
      { client: world.stranger, body, status: 404 },
      { client: world.stranger, body: { scope: 'view', view_id: 999_999_999 }, status: 404 },
    ];
  },
  patchFeedsById: async (world) => ({
    client: world.owner,
    path: { id: (await saved(world)).id },
    body: { name: 'Another name' },
  }),
  postFeedsByIdSecret: async (world) => ({ client: world.owner, path: { id: (await saved(world)).id } }),
  deleteFeedsById: async (world) => ({ client: world.owner, path: { id: (await saved(world)).id } }),
  getFeedsBySecretAtom: read,
  getFeedsBySecretJson: read,
};
