import { randomUUID } from 'node:crypto';
import type { Preparation } from '../call.ts';
import type { World } from '../world.ts';

const NOBODYS = 999_999_999;

/** The first request that saves a note on a publication of the owner. */
async function unsaved(world: World) {
  const [publicationId = 0] = (await world.scholar()).publicationIds;
  return { path: { id: randomUUID() }, body: { publication_id: publicationId, text: 'A **note**', revision: 0 } };
}

/** The same note, saved. */
async function saved(world: World) {
  const note = await unsaved(world);
  await world.owner.ok('PUT', `/notes/${note.path.id}`, { body: note.body });
  return note;
}

export const notes: Readonly<Record<string, Preparation>> = {
  getPublicationsByIdNotes: async (world) => {
    const { body } = await saved(world);
    return [
      { client: world.owner, path: { id: body.publication_id } },
      { client: world.stranger, path: { id: body.publication_id }, status: 404 },
    ];
  },
  putNotesById: async (world) => {
    const [note, { path, body }] = [await unsaved(world), await saved(world)];
    const ofNothing = { path: note.path, body: { ...note.body, publication_id: NOBODYS } };
    return [
      { client: world.owner, ...note, ofNothing },
      { client: world.owner, path, body: { ...body, text: 'changed', revision: 1 } },
      { client: world.owner, path, body: { ...body, text: 'changed elsewhere', revision: 1 }, status: 409 },
      { client: world.owner, path, body: { ...body, text: '', revision: 2 } },
    ];
  },
  deleteNotesById: async (world) => {
    const { path } = await saved(world);
    return { client: world.owner, path, ofNothing: { path: { id: randomUUID() } } };
  },
};
