import { sql } from 'kysely';
import { openImages, saveFetched } from '../../../../src/scholars/image-store.ts';
import { shrinkImage } from '../../../../src/scholars/shrink-image.ts';
import { makeFlatPng } from '../../../support/make-images.ts';
import type { Preparation } from '../call.ts';
import type { World } from '../world.ts';

const PICTURE = 'https://people.example/ada.png';

function form(): FormData {
  const made = new FormData();
  made.append('image', new Blob([new Uint8Array(makeFlatPng(20, 20))], { type: 'image/png' }), 'a.png');
  return made;
}

const ofScholar: Preparation = async (world) => ({ client: world.owner, path: { id: (await world.scholar()).id } });

/** Stores an author id as if publications of the scholar listed it. */
async function suggestProfile({ db }: World, scholarId: number): Promise<{ source: string; id: string }> {
  const id = `A50000${scholarId}`;
  await sql`
    insert into author_ids (profile_id, source, source_id, name, listed_count, publication_count)
    select profile_id, 'openalex', ${id}, 'Ada B. Loopback', 3, 7 from scholars where id = ${scholarId}`.execute(db);
  return { source: 'openalex', id };
}

/** Stores pictures as if the scheduled job had fetched them. */
async function fetchPictures({ db }: World): Promise<void> {
  await openImages(db);
  const kept = await shrinkImage(makeFlatPng(30, 30));
  if ('refusal' in kept) throw new Error(kept.refusal);
  const wanted = await sql<{ id: number; url: string }>`select id, url from fetched_images where image is null`.execute(
    db,
  );
  for (const one of wanted.rows) await saveFetched(db, one, kept);
}

/** A request for a picture, and one with the ETag of the first response. */
async function picture(world: World, id: number, kind: string): Promise<ReturnType<Preparation>> {
  const path = { scholar_profile_id: id };
  const shown = await world.owner.raw('GET', `/scholar-images/${id}/${kind}`);
  const known = { 'if-none-match': shown.headers.get('etag') ?? '' };
  return [
    { client: world.owner, path, query: { v: '000000000000' } },
    { client: world.owner, path, headers: known, status: 304 },
  ];
}

const library = (profile: string) => ({
  schema_version: 1,
  scholars: [{ scholar_id: profile, display_name: 'Imported', is_enabled: true, profile_image_override_url: null }],
  // one item is accepted, the other is skipped with a warning
  publications: [
    {
      scholar_id: profile,
      cluster_id: null,
      title: `What ${profile} wrote`,
      year: 2020,
      citation_count: 3,
      author_text: 'A Author',
      venue_text: null,
      pub_url: null,
      doi: null,
      pdf_url: null,
      identifiers: [{ kind: 'doi', value: `10.1000/${profile}` }],
      is_read: true,
      is_favorite: true,
      first_seen_at: '2026-01-02T03:04:05.000Z',
    },
    {},
  ],
});

export const scholars: Readonly<Record<string, Preparation>> = {
  getScholars: async (world) => {
    await world.scholar();
    return [{ client: world.owner }, { client: world.owner, query: { search: 'ada', limit: 3 } }];
  },
  getScholarsById: ofScholar,
  postScholars: async ({ owner, profile }) => {
    const body = { scholar_id: profile(), profile_image_url: PICTURE, unread_past: 'none' };
    return [
      { client: owner, body },
      { client: owner, body, status: 409 },
      { client: owner, body: { scholar_id: 'no profile' }, status: 422 },
    ];
  },
  postScholarsBatch: async ({ owner, profile }) => {
    const lines = ['name,id', `Ada,${profile()}`, 'Bo,'];
    return [
      { client: owner, body: { lines, unread_past: 'recent' } },
      { client: owner, body: { lines: [] }, status: 422 },
    ];
  },
  getScholarsSearch: async ({ owner }) => ({ client: owner, query: { query: 'ada loopback', limit: 5 } }),
  getScholarsExport: async (world) => {
    const { id, publicationIds } = await world.scholar();
    await world.owner.ok('POST', `/publications/${publicationIds[0]}/favorite`);
    return [
      { client: world.owner, query: { ids: id } },
      { client: world.owner },
      { client: world.owner, query: { ids: 'x' }, status: 400 },
      { client: world.stranger, query: { ids: id }, status: 404 },
    ];
  },
  postScholarsImport: async ({ owner, profile }) => {
    const body = library(profile());
    return [
      { client: owner, query: { dry_run: true }, body },
      { client: owner, query: { dry_run: false }, body },
      {
        client: owner,
        query: { dry_run: true, mark_read: true },
        body: '@article{a, title = {Silt}}',
        headers: { 'content-type': 'application/x-bibtex' },
      },
      { client: owner, body: { ...body, schema_version: 2 }, status: 422 },
    ];
  },
  getScholarsByIdStatistics: ofScholar,
  getScholarsByIdProfiles: async (world) => {
    const { id } = await world.scholar();
    await suggestProfile(world, id);
    return { client: world.owner, path: { id } };
  },
  getScholarsByIdCoAuthors: ofScholar,
  putScholarsByIdProfiles: async (world) => {
    const { id } = await world.scholar();
    const suggested = await suggestProfile(world, id);
    return [
      { client: world.owner, path: { id }, body: { ...suggested, decision: 'confirmed' } },
      { client: world.owner, path: { id }, body: { ...suggested, id: 'nobody', decision: null }, status: 422 },
    ];
  },
  postScholarsByIdJoin: async (world) => {
    const [{ id }, other] = [await world.scholar(), await world.scholar()];
    return [
      { client: world.owner, path: { id }, body: { scholar_profile_id: other.id } },
      { client: world.owner, path: { id }, body: { scholar_profile_id: other.id }, status: 404 },
    ];
  },
  deleteScholarsByIdJoin: async (world) => {
    const [{ id }, other] = [await world.scholar(), await world.scholar()];
    await world.owner.ok('POST', `/scholars/${id}/join`, { body: { scholar_profile_id: other.id } });
    return [
      { client: world.owner, path: { id } },
      { client: world.owner, path: { id }, status: 409 },
    ];
  },
  getScholarsByIdRejectedPublications: async (world) => {
    const { id, publicationIds } = await world.scholar();
    await world.owner.ok('PUT', `/scholars/${id}/rejected-publications/${publicationIds[0]}`);
    return { client: world.owner, path: { id } };
  },
  putScholarsByIdRejectedPublicationsByPublicationId: async (world) => {
    const { id, publicationIds } = await world.scholar();
    return [
      { client: world.owner, path: { id, publication_id: publicationIds[0] ?? 0 } },
      { client: world.owner, path: { id, publication_id: 999_999_999 }, status: 404 },
    ];
  },
  deleteScholarsByIdRejectedPublicationsByPublicationId: async (world) => {
    const { id, publicationIds } = await world.scholar();
    await world.owner.ok('PUT', `/scholars/${id}/rejected-publications/${publicationIds[0]}`);
    return { client: world.owner, path: { id, publication_id: publicationIds[0] ?? 0 } };
  },
  patchScholarsByIdToggle: ofScholar,
  deleteScholarsById: ofScholar,
  putScholarsByIdImageUrl: async (world) => {
    const path = { id: (await world.scholar()).id };
    return [
      { client: world.owner, path, body: { image_url: PICTURE } },
      { client: world.owner, path, body: { image_url: 'javascript:alert(1)' }, status: 422 },
    ];
  },
  postScholarsByIdImageUpload: async (world) => ({
    client: world.owner,
    path: { id: (await world.scholar()).id },
    body: form(),
  }),
  deleteScholarsByIdImage: ofScholar,
  getScholarImagesByScholarProfileIdUpload: async (world) => {
    const { id } = await world.scholar();
    await world.owner.ok('POST', `/scholars/${id}/image/upload`, { body: form() });
    return picture(world, id, 'upload');
  },
  getScholarImagesByScholarProfileIdOverride: async (world) => {
    const { id } = await world.scholar();
    await world.owner.ok('PUT', `/scholars/${id}/image/url`, { body: { image_url: PICTURE } });
    await fetchPictures(world);
    return picture(world, id, 'override');
  },
  getScholarImagesByScholarProfileIdScraped: async (world) => {
    const { id } = await world.scholar();
    const { db } = world;
    await sql`update profiles set image_url = ${PICTURE} from scholars s where s.profile_id = profiles.id and s.id = ${id}`.execute(
      db,
    );
    await fetchPictures(world);
    return picture(world, id, 'scraped');
  },
};
