import { expect, test } from 'vitest';
import type { Client } from '../../support/client.ts';
import { adminId, makeRow, savePageOf, track } from '../../support/library.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile();

const REPAIR = '/admin/db/repairs/publication-near-duplicates';
const CONFIRMATION = 'MERGE SELECTED DUPLICATES';

interface Publication {
  readonly title: string;
  readonly authors?: string;
  readonly venue?: string;
  readonly year?: number | null;
  readonly citations?: number;
}

const TIDES = {
  title: 'Sediment transport in shallow tidal basins of the north',
  authors: 'E Lund, K Berg, A Holm',
  venue: 'Journal of Coastal Research 12 (3), 1-20',
  year: 2014,
};
const MISSPELT = { ...TIDES, title: 'Sediment transsport in shallow tidal basins of the north' };
const WINDS = {
  title: 'Katabatic winds over the central plateau and their seasons',
  authors: 'P Rossi, M Bianchi',
  venue: 'Meteorology Letters 4, 88-97',
  year: 2018,
};

/** A service whose administrator tracks one profile per publication, so that no profile lists two of them. */
async function startWith(publications: readonly Publication[]) {
  const service = await openService();
  const user = await adminId(service.db);
  let made = 0;
  const add = async (more: readonly Publication[]) => {
    for (const publication of more) {
      made += 1;
      const profile = `P${String(made).padStart(11, '0')}`;
      const scholar = await track(service.db, user, profile);
      await savePageOf(service.db, scholar, [makeRow(`${profile}:work`, { year: 2014, ...publication })]);
    }
  };
  await add(publications);
  const search = async (body: Record<string, unknown> = {}) => service.admin.ok('POST', REPAIR, { body });
  const keysOf = async (body: Record<string, unknown> = {}): Promise<string[]> =>
    (await search(body)).clusters.map((cluster: { cluster_key: string }) => cluster.cluster_key);
  return { ...service, user, add, search, keysOf };
}

async function idsOf(admin: Client): Promise<number[]> {
  const { publications } = await admin.ok('GET', '/publications');
  return publications
    .map((one: { publication_id: number }) => one.publication_id)
    .sort((x: number, y: number) => x - y);
}

test('near duplicates are found with the evidence for and against, and nothing is merged', async () => {
  const { search, admin } = await startWith([{ ...TIDES, citations: 3 }, WINDS, { ...MISSPELT, citations: 40 }]);
  const [first = 0, , third = 0] = await idsOf(admin);
  const answer = await search();
  expect(answer).toMatchObject({
    job_id: expect.any(Number),
    status: 'completed',
    scope: { max_year_delta: 1, max_clusters: 200, selected_cluster_keys: [] },
    summary: {
      dry_run: true,
      candidate_cluster_count: 1,
      merged_publications: 0,
      publication_count: 3,
      cluster_count: 1,
      duplicate_count: 1,
      merged_cluster_count: 0,
      unknown_cluster_keys: [],
    },
  });
  expect(answer.clusters).toEqual([
    {
      cluster_key: expect.any(String),
      winner_publication_id: third,
      member_count: 2,
      similarity_score: expect.any(Number),
      can_merge_without_review: expect.any(Boolean),
      is_listed_apart: false,
      members: [
        {
          publication_id: third,
          title: MISSPELT.title,
          year: 2014,
          citation_count: 40,
          author_text: TIDES.authors,
          venue_text: TIDES.venue,
          library_count: 1,
          identifiers: [],
        },
        {
          publication_id: first,
          title: TIDES.title,
          year: 2014,
          citation_count: 3,
          author_text: TIDES.authors,
          venue_text: TIDES.venue,
          library_count: 1,
          identifiers: [],
        },
      ],
      evidence: [
        { publication_id: first, similarity_score: answer.clusters[0].similarity_score, fields: expect.any(Array) },
      ],
    },
  ]);
  const fields: { field: string; verdict: string }[] = answer.clusters[0].evidence[0].fields;
  expect(fields).toContainEqual(expect.objectContaining({ field: 'authors', verdict: 'agree' }));
  expect(await idsOf(admin)).toHaveLength(3);
  const { jobs } = await admin.ok('GET', '/admin/db/repair-jobs');
  expect(jobs).toMatchObject([
    {
      id: answer.job_id,
      job_name: 'publication_near_duplicates',
      requested_by: 'admin@lectern.example',
      dry_run: true,
      status: 'completed',
    },
  ]);
});

test('the selected clusters are merged even if publications were added in the meantime; an unknown key is reported and is not an error', async () => {
  const { search, keysOf, add, admin } = await startWith([TIDES, MISSPELT, WINDS, { ...WINDS, year: 2019 }]);
  const keys = await keysOf();
  expect(keys).toHaveLength(2);
  expect(await keysOf()).toEqual(keys);
  const [one = 0, two = 0, three = 0, four = 0] = await idsOf(admin);
  const tides = keys.find((key) => key === `${one.toString(36)}.${two.toString(36)}`) ?? '';
  await add([{ ...TIDES, title: 'Sediment transport in shallow tidal basin of the north' }]);
  const chosen = { selected_cluster_keys: [tides, 'zz.zzz', 'no key'] };
  const looked = await search(chosen);
  expect(looked).toMatchObject({ summary: { cluster_count: 1, unknown_cluster_keys: ['zz.zzz', 'no key'] } });
  const merged = await search({ ...chosen, dry_run: false, confirmation_text: CONFIRMATION, requested_by: ' Ada ' });
  expect(merged).toMatchObject({
    status: 'completed',
    summary: { merged_cluster_count: 1, merged_publication_count: 1, unknown_cluster_keys: ['zz.zzz', 'no key'] },
    clusters: [{ cluster_key: tides, winner_publication_id: one }],
  });
  expect(await idsOf(admin)).toEqual([one, three, four, expect.any(Number)]);
  const { jobs } = await admin.ok('GET', '/admin/db/repair-jobs?limit=1');
  expect(jobs).toMatchObject([{ requested_by: 'Ada', dry_run: false, status: 'completed', summary: merged.summary }]);
  // the second request finds the publication already merged
  const again = await search({ dry_run: false, selected_cluster_keys: [tides], confirmation_text: CONFIRMATION });
  expect(again).toMatchObject({
    summary: { merged_cluster_count: 0, unknown_cluster_keys: [tides], overlapping_cluster_keys: [] },
    clusters: [],
  });
});

test('of two selected clusters that share a publication, only the first is merged', async () => {
  const third = { ...TIDES, title: 'Sediment transport in shallow tidal basin of the north' };
  const { admin, search } = await startWith([TIDES, MISSPELT, third]);
  const [one = 0, two = 0, three = 0] = await idsOf(admin);
  const keys = [`${one.toString(36)}.${two.toString(36)}`, `${two.toString(36)}.${three.toString(36)}`];
  const merged = await search({ dry_run: false, selected_cluster_keys: keys, confirmation_text: CONFIRMATION });
  expect(merged.summary).toMatchObject({
    dry_run: false,
    candidate_cluster_count: 2,
    merged_publications: 1,
    merged_cluster_count: 1,
    unknown_cluster_keys: [],
    overlapping_cluster_keys: [keys[1]],
  });
  expect(await idsOf(admin)).toEqual([one, three]);
});

test('dismissed pairs never return, even if a third publication joins the cluster', async () => {
  const { keysOf, search, add, admin } = await startWith([TIDES, MISSPELT]);
  const [one = 0, two = 0] = await idsOf(admin);
  const [key = ''] = await keysOf();
  const dismissed = { dismissed_count: 1, unknown_cluster_keys: ['nothing'], message: expect.any(String) };
  const body = { cluster_keys: [key, 'nothing', key], similarity_threshold: 0.5, max_year_delta: 0 };
  expect(await admin.ok('POST', `${REPAIR}/dismiss`, { body })).toEqual(dismissed);
  expect(await admin.ok('POST', `${REPAIR}/dismiss`, { body })).toEqual(dismissed);
  expect(await keysOf()).toEqual([]);
  expect(await search({ selected_cluster_keys: [key] })).toMatchObject({
    clusters: [],
    summary: { unknown_cluster_keys: [key] },
  });
  const refused = await search({ dry_run: false, selected_cluster_keys: [key], confirmation_text: CONFIRMATION });
  expect(refused.summary).toMatchObject({ merged_cluster_count: 0, unknown_cluster_keys: [key] });
  await add([{ ...TIDES, title: `${TIDES.title}.`, year: 2015 }]);
  for (const { members } of (await search()).clusters) {
    const ids = members.map((member: { publication_id: number }) => member.publication_id);
    expect(ids.includes(one) && ids.includes(two)).toBe(false);
  }
  expect(await keysOf()).toHaveLength(1);
});

test('the options of the search are respected: threshold, years, number of clusters', async () => {
  const { keysOf, search } = await startWith([TIDES, MISSPELT, WINDS, { ...WINDS, year: 2020 }]);
  expect(await keysOf({ max_year_delta: 0 })).toHaveLength(1);
  expect(await keysOf({ max_year_delta: 2, similarity_threshold: 0.1 })).toHaveLength(2);
  expect(await keysOf({ similarity_threshold: 1 })).toEqual([]);
  const one = await search({ max_year_delta: 2, similarity_threshold: 0.1, max_clusters: 1, min_shared_tokens: 3 });
  expect(one.clusters).toHaveLength(1);
  expect(one.summary).toMatchObject({ cluster_count: 2, shown_cluster_count: 1 });
});

test('publications with a very common title, or that one profile lists separately, are never merged without a review', async () => {
  const notes = Array.from({ length: 30 }, (_, at) => ({
    title: "Editor's notes",
    authors: 'M Winslett',
    venue: `SIGMOD Record ${at + 1}`,
    year: 2000 + (at % 3),
  }));
  const { db, user, search } = await startWith(notes);
  expect((await search()).clusters).toEqual([]);
  expect((await search({ similarity_threshold: 0 })).clusters, 'two for certain, whatever is requested').toEqual([]);
  const scholar = await track(db, user, 'BOTH00000000');
  await savePageOf(db, scholar, [makeRow('both:1', TIDES), makeRow('both:2', { ...TIDES, title: `${TIDES.title}.` })]);
  const apart = (await search()).clusters;
  expect(apart).toMatchObject([{ is_listed_apart: true, can_merge_without_review: false }]);
});

test('hostile titles are processed like any others', async () => {
  const { search } = await startWith([
    { ...TIDES, title: `${'long '.repeat(20_000)}end` },
    { ...TIDES, title: 'x'.repeat(100_000) },
    { ...TIDES, title: '\u202eTides \u2066and\u2069 <script>alert(1)</script> 🌊🌊' },
    ...['…', '🜁🜂🜃🜄', '{{{{', '<<<<', '\\'.repeat(999)].map((title) => ({ ...TIDES, title, authors: title })),
    TIDES,
    MISSPELT,
  ]);
  expect((await search()).clusters).toHaveLength(1);
});

test('a merge requires the confirmation text and a selection', async () => {
  const { admin } = await startWith([TIDES, MISSPELT]);
  const fails = (status: number, code: string, body: unknown) => admin.fails(status, code, 'POST', REPAIR, { body });
  const keys = { selected_cluster_keys: ['1.2'] };
  await fails(400, 'confirmation_required', { dry_run: false, ...keys });
  const inSmallLetters = { confirmation_text: 'merge selected duplicates' };
  await fails(400, 'confirmation_required', { dry_run: false, ...keys, ...inSmallLetters });
  const { error } = await fails(422, 'validation_error', { dry_run: false, confirmation_text: CONFIRMATION });
  expect(error.details).toMatchObject([{ path: 'selected_cluster_keys' }]);
  await fails(422, 'validation_error', { dry_run: false, confirmation_text: CONFIRMATION, selected_cluster_keys: [] });
  expect(await idsOf(admin)).toHaveLength(2);
  expect((await admin.ok('GET', '/admin/db/repair-jobs')).jobs).toEqual([]);
});
