import { endedRun, makeRow, savePageOf, track } from '../../../support/library.ts';
import { putPdf } from '../../../support/pdfs.ts';
import type { Preparation } from '../call.ts';
import type { World } from '../world.ts';

const DUPLICATES = '/admin/db/repairs/publication-near-duplicates';
const CONFIRMATION = 'MERGE SELECTED DUPLICATES';

/** A publication in the owner's library, and its scholar. */
async function publication(world: World): Promise<{ id: number; scholarId: number }> {
  const { id, publicationIds } = await world.scholar();
  return { id: publicationIds[0] ?? 0, scholarId: id };
}

/** The id of a publication that the owner added. */
async function added({ owner, sandbox, profile }: World): Promise<number> {
  const doi = `10.5555/${profile().toLowerCase()}`;
  sandbox.addPublication('AdaLoopback1', { title: `Silt of ${doi}`, italic: null, doi });
  const { results } = await owner.ok('POST', '/publications', { body: { references: [doi] } });
  return results[0].publication_id;
}

/** The key of a cluster of two near duplicates that different profiles list. */
async function cluster(world: World): Promise<string> {
  const own = `Sediment transport in shallow tidal basins of ${world.profile()}`;
  const ids: number[] = [];
  for (const title of [own, own.replace('transport', 'transsport')]) {
    const profile = world.profile();
    const scholar = await track(world.db, world.owner.userId, profile);
    const row = makeRow(`${profile}:work`, { title, authors: 'E Lund, K Berg, A Holm', year: 2014 });
    await savePageOf(world.db, scholar, [row]);
    const links = world.db
      .selectFrom('user_publications')
      .select('publication_id')
      .where('first_scholar_id', '=', scholar);
    ids.push((await links.executeTakeFirstOrThrow()).publication_id);
  }
  const { clusters } = await world.admin.ok('POST', DUPLICATES, { body: {} });
  const found = clusters.find((one: { winner_publication_id: number }) => ids.includes(one.winner_publication_id));
  return found.cluster_key;
}

const merge = async (world: World) => ({
  dry_run: false,
  selected_cluster_keys: [await cluster(world)],
  confirmation_text: CONFIRMATION,
});

export const publications: Readonly<Record<string, Preparation>> = {
  getPublicationsToday: async (world) => {
    await publication(world);
    return { client: world.owner };
  },
  postPublications: async ({ owner, sandbox, profile }) => {
    const doi = `10.5555/${profile().toLowerCase()}`;
    sandbox.addPublication('AdaLoopback1', { title: `Silt of ${doi}`, italic: null, doi });
    return [
      { client: owner, query: { dry_run: true }, body: { reference: doi } },
      { client: owner, body: { references: [doi, 'words that name nothing'] } },
      { client: owner, body: { reference: '10.5555/nothing' }, status: 422 },
    ];
  },
  putPublicationsByIdAdded: async (world) => [
    { client: world.owner, path: { id: await added(world) } },
    { client: world.stranger, path: { id: await added(world) }, status: 404 },
  ],
  deletePublicationsByIdAdded: async (world) => [
    { client: world.owner, path: { id: await added(world) } },
    { client: world.owner, path: { id: (await publication(world)).id }, status: 404 },
  ],
  getPublications: async (world) => {
    const { scholarId } = await publication(world);
    await endedRun(world.db, world.owner.userId);
    const { snapshot, next_cursor: cursor } = await world.owner.ok('GET', '/publications?page_size=1');
    const query = { mode: 'unread', favorite_only: false, scholar_profile_id: scholarId, search: 'work', snapshot };
    return [
      { client: world.owner, query: { ...query, sort_by: 'title', sort_dir: 'asc', page: 1, page_size: 2 } },
      { client: world.owner, query: { sort_by: 'reading' } },
      { client: world.owner, query: { limit: 2, offset: 1 } },
      { client: world.owner, query: { cursor, snapshot, year_from: 2000, year_to: 2030 } },
      { client: world.owner, query: { cursor: 'x' }, status: 400 },
      { client: world.owner, query: { snapshot: 'x' }, status: 400 },
      { client: world.stranger, query: { scholar_profile_id: scholarId }, status: 404 },
    ];
  },
  getPublicationsExport: async (world) => {
    const { id, scholarId } = await publication(world);
    return [
      { client: world.owner, query: { format: 'bibtex', ids: id, scholar_profile_id: scholarId, sort_by: 'title' } },
      { client: world.owner, query: { format: 'csv', search: 'work', year_to: 2030 } },
      { client: world.owner, query: { format: 'ris' } },
      { client: world.owner, query: { format: 'csl-json', mode: 'unread' } },
      { client: world.owner, query: { format: 'markdown' } },
      { client: world.owner, query: { format: 'bibtex', ids: 'x' }, status: 400 },
      { client: world.stranger, query: { format: 'bibtex', ids: id }, status: 404 },
      { client: world.stranger, query: { format: 'bibtex', scholar_profile_id: scholarId }, status: 404 },
    ];
  },
  postPublicationsMarkRead: async (world) => {
    const { id, scholarId } = await publication(world);
    return [
      { client: world.owner, body: { publication_ids: [id], is_read: true } },
      { client: world.owner, body: { selections: [{ publication_id: id, scholar_profile_id: scholarId }] } },
    ];
  },
  postPublicationsMarkAllRead: async (world) => {
    const { scholarId } = await publication(world);
    const { snapshot } = await world.owner.ok('GET', '/publications');
    return [
      { client: world.owner, body: { scholar_profile_id: scholarId, snapshot } },
      { client: world.owner },
      { client: world.stranger, body: { scholar_profile_id: scholarId }, status: 404 },
    ];
  },
  postPublicationsMarkAllReadUndo: async (world) => {
    await publication(world);
    const { undo_token } = await world.owner.ok('POST', '/publications/mark-all-read');
    return [
      { client: world.owner, body: { undo_token } },
      { client: world.owner, body: { undo_token }, status: 409 },
      { client: world.stranger, body: { undo_token }, status: 404 },
      { client: world.owner, body: { undo_token: 'x' }, status: 400 },
    ];
  },
  getPublicationsById: async (world) => {
    const { id } = await publication(world);
    await putPdf(world.db, id, { status: 'resolved' });
    return [
      { client: world.owner, path: { id } },
      { client: world.stranger, path: { id }, status: 404 },
    ];
  },
  postPublicationsByIdFavorite: async (world) => {
    const { id, scholarId } = await publication(world);
    return { client: world.owner, path: { id }, body: { is_favorite: true, scholar_profile_id: scholarId } };
  },
  putPublicationsByIdAcknowledgedNotice: async (world) => {
    const { id } = await publication(world);
    return [
      { client: world.owner, path: { id } },
      { client: world.stranger, path: { id }, status: 404 },
    ];
  },
  putPublicationsByIdInterest: async (world) => {
    const { id } = await publication(world);
    return [
      { client: world.owner, path: { id }, body: { mark: 'less' } },
      { client: world.stranger, path: { id }, body: { mark: 'more' }, status: 404 },
    ];
  },
  deletePublicationsByIdInterest: async (world) => {
    const { id } = await publication(world);
    return [
      { client: world.owner, path: { id } },
      { client: world.stranger, path: { id }, status: 404 },
    ];
  },
  postPublicationsByIdRetryPdf: async (world) => {
    const { id, scholarId } = await publication(world);
    return { client: world.owner, path: { id }, body: { scholar_profile_id: scholarId } };
  },
  getAdminDbPdfQueue: async (world) => {
    const { id } = await publication(world);
    await putPdf(world.db, id, { status: 'failed', reason: 'no_open_copy', requestedBy: world.owner.userId });
    return [
      { client: world.admin, query: { status: 'failed', page: 1, page_size: 5 } },
      { client: world.admin, query: { status: 'untracked' } },
    ];
  },
  postAdminDbPdfQueueByIdRequeue: async (world) => ({
    client: world.admin,
    path: { id: (await publication(world)).id },
  }),
  postAdminDbPdfQueueRequeueAll: async (world) => {
    const { id } = await publication(world);
    await putPdf(world.db, id, { status: 'failed', reason: 'no_open_copy' });
    return { client: world.admin, query: { limit: 10 } };
  },
  postAdminDbRepairsPublicationNearDuplicates: async (world) => {
    const body = await merge(world);
    return [
      { client: world.admin, body },
      { client: world.admin },
      { client: world.admin, body: { ...body, confirmation_text: 'yes' }, status: 400 },
    ];
  },
  postAdminDbRepairsPublicationNearDuplicatesDismiss: async (world) => ({
    client: world.admin,
    body: { cluster_keys: [await cluster(world), 'zz.zzz'], requested_by: 'operator', max_clusters: 10 },
  }),
  postAdminDbRepairsByJobIdUndo: async (world) => {
    const { job_id } = await world.admin.ok('POST', DUPLICATES, { body: await merge(world) });
    return { client: world.admin, path: { job_id } };
  },
  postAdminDbDropAllPublications: async (world) => {
    await publication(world);
    return [
      { client: world.admin, body: { confirmation_text: 'DROP ALL PUBLICATIONS' } },
      { client: world.admin, status: 400 },
    ];
  },
};
