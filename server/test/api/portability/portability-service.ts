import type { Client } from '../../support/client.ts';
import { makeRow, savePageOf, track } from '../../support/library.ts';
import type { Service } from '../../support/service.ts';

/** The origin of the source in the test service. Addresses of its rows contain their keys. */
export const SOURCE = 'http://127.0.0.1:9';
export const ADA = 'AAAAAAAAAAA1';
export const BEN = 'BBBBBBBBBBB2';

/** A row of a profile at the source. Its address contains its key. */
export function sourceRow(profile: string, code: string, change: Parameters<typeof makeRow>[1] = {}) {
  const key = `${profile}:${code}`;
  const url = `${SOURCE}/citations?view_op=view_citation&hl=en&user=${profile}&citation_for_view=${key}`;
  return makeRow(key, { url, ...change });
}

/** A user with two scholars who share a publication, and with all kinds of marks, and with views. */
export async function startLibrary(
  openService: () => Promise<Service>,
): Promise<Service & { adminId: number; scholars: readonly number[] }> {
  const service = await openService();
  const { admin, db } = service;
  const adminId = (await admin.ok('GET', '/auth/me')).user.id;
  const scholars = [await track(db, adminId, ADA), await track(db, adminId, BEN)] as const;
  const shared = {
    title: 'A work that both wrote',
    clusterKey: 'cluster:777',
    venue: 'Journal of Tests 1',
    citations: 12,
  };
  await savePageOf(db, scholars[0], [
    sourceRow(ADA, 'shared000001', shared),
    sourceRow(ADA, 'plain0000001', {
      title: 'Ünïcödé “quotes” \\ and \n lines',
      authors: 'Ada A, B Ben',
      venue: 'doi:10.1000/xyz123',
    }),
    sourceRow(ADA, 'editorial001', { title: 'Editorial', authors: null, year: null }),
  ]);
  await savePageOf(db, scholars[1], [sourceRow(BEN, 'shared000002', shared), sourceRow(BEN, 'own000000001')]);
  const { publications } = await admin.ok('GET', '/publications');
  const idOf = (begin: string) =>
    publications.find((one: { title: string }) => one.title.startsWith(begin)).publication_id;
  await admin.ok('POST', '/publications/mark-read', { body: { publication_ids: [idOf('Editorial')] } });
  await admin.ok('POST', `/publications/${idOf('Ünï')}/favorite`, { body: { is_favorite: true } });
  await admin.ok('PUT', `/publications/${idOf('Ünï')}/tags`, { body: { tags: ['Ünïcödé “quotes”', 'to cite'] } });
  await admin.ok('PUT', '/notes/1c6f0a52-8f3d-4e0b-9d0c-0f8b1f6a7a11', {
    body: { publication_id: idOf('Ünï'), text: '“Quotes” \\ and \n **lines**', revision: 0 },
  });
  await admin.ok('PUT', `/publications/${idOf('A work')}/tags`, { body: { tags: ['to cite'] } });
  for (const view of [
    { name: 'Of Ada', layout: 'abstracts', parameters: { mode: 'unread', scholar_profile_id: scholars[0] } },
    { name: 'To cite', parameters: { search: 'tag:"to cite"', sort_by: 'year' } },
  ])
    await admin.ok('POST', '/views', { body: view, status: 201 });
  return Object.assign(service, { adminId, scholars });
}

const COUNTS = [
  'scholars_created',
  'scholars_updated',
  'publications_created',
  'publications_updated',
  'links_created',
  'links_updated',
];

/** The counts of an import, in the order of the contract. */
export function countsOf(response: Record<string, number>): (number | undefined)[] {
  return COUNTS.map((name) => response[name]);
}

// biome-ignore lint/suspicious/noExplicitAny: the test that wrote the file knows its type
export async function importInto(client: Client, payload: any, query = ''): Promise<any> {
  return client.ok('POST', `/scholars/import${query}`, { body: payload });
}

/** The library as a user sees it, without what differs between installations. */
export async function seenBy(client: Client): Promise<Record<string, unknown>[]> {
  const { publications } = await client.ok('GET', '/publications?page_size=500');
  return (publications as Record<string, unknown>[])
    .map(
      ({
        publication_id: _i,
        scholar_profile_id: _s,
        scholars,
        tags,
        pdf_status: _p,
        pdf_attempt_count: _c,
        ...rest
      }) => ({
        ...rest,
        tags: (tags as { name: string; color: string }[]).map(({ name, color }) => ({ name, color })),
        scholars: (scholars as { label: string }[]).map(({ label }) => label),
      }),
    )
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
