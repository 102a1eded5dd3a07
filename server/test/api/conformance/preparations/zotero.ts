import { zoteroKey } from '@lectern/sandbox';
import type { Preparation } from '../call.ts';
import type { World } from '../world.ts';

const LIBRARY = 'users/475425';
const connect = ({ owner }: World) => owner.ok('PUT', '/zotero', { body: { api_key: zoteroKey } });

/** The id of a sync of a scholar of the owner's. */
async function synced(world: World): Promise<number> {
  await connect(world);
  const { id: scholarId } = await world.scholar();
  const body = { library: LIBRARY, scope: 'scholar', scholar_profile_id: scholarId };
  return (await world.owner.ok('POST', '/zotero/syncs', { body, status: 201 })).id;
}

export const zotero: Readonly<Record<string, Preparation>> = {
  getZotero: async (world) => {
    await synced(world);
    return { client: world.owner };
  },
  putZotero: async ({ owner }) => [
    { client: owner, body: { api_key: zoteroKey } },
    { client: owner, body: { api_key: 'unknownkey' }, status: 422 },
  ],
  deleteZotero: async (world) => {
    await connect(world);
    return { client: world.owner };
  },
  postZoteroImport: async (world) => {
    await connect(world);
    world.sandbox.zotero.library(LIBRARY).edit('ABCD2345', { itemType: 'book', title: 'Tidal basins' });
    const body = { library: LIBRARY };
    return [
      { client: world.owner, query: { dry_run: true, mark_read: true }, body },
      { client: world.owner, body },
      { client: world.stranger, body, status: 409 },
    ];
  },
  postZoteroSyncs: async (world) => {
    await connect(world);
    const { id } = await world.scholar();
    const body = { library: LIBRARY, scope: 'scholar', scholar_profile_id: id };
    return [
      { client: world.owner, body },
      { client: world.owner, body, status: 422 },
      { client: world.owner, body: { library: LIBRARY, scope: 'favorites' } },
      { client: world.owner, body: { ...body, scope: 'tag' }, status: 422 },
      { client: world.owner, body: { library: LIBRARY, scope: 'view', view_id: 999_999_999 }, status: 404 },
      { client: world.owner, body: { library: LIBRARY, scope: 'tag', tag_id: 999_999_999 }, status: 404 },
    ];
  },
  postZoteroSyncsByIdPush: async (world) => {
    const path = { id: await synced(world) };
    return [
      { client: world.owner, path, query: { dry_run: true } },
      { client: world.owner, path },
    ];
  },
  deleteZoteroSyncsById: async (world) => ({ client: world.owner, path: { id: await synced(world) } }),
};
