import { expect, test } from 'vitest';
import { adminId } from '../../support/library.ts';
import { listQueries } from '../../support/list-queries.ts';
import { otherSources } from '../../support/other-sources.ts';
import { addPublications, listLookups, putPdf } from '../../support/pdfs.ts';
import { type Service, serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile({ env: otherSources(true) });

interface Shown {
  publication_id: number;
  pdf_status: string;
}

/** Publications 0 to 6, the newest first: failed, resolved, without a search, queued, running, resolved, failed. */
async function startWithPdfs(): Promise<Service & { ids: number[] }> {
  const service = await openService();
  const { db } = service;
  const ids = await addPublications(db, await adminId(db), 'AAAAAAAAAAAA', 7);
  const states = ['failed', 'resolved', null, 'queued', 'running', 'resolved', 'failed'] as const;
  for (const [at, status] of states.entries()) if (status) await putPdf(db, ids[at] ?? 0, { status, minutesAgo: at });
  return { ...service, ids };
}

test('an item has the state of its PDF search, and reading it queues nothing', async () => {
  const { db, admin, ids } = await startWithPdfs();
  const [failed = 0, resolved = 0, untracked, queued, running] = ids;
  await putPdf(db, failed, {
    status: 'failed',
    attempts: 3,
    reason: 'not_a_pdf',
    detail: 'The link leads to a web page.',
  });
  await putPdf(db, resolved, { status: 'resolved', url: 'https://files.example/1.pdf', attempts: 1 });
  const lookups = await listLookups(db);
  const { result, queries } = await listQueries(() => admin.ok('GET', '/publications'));
  expect(queries, 'the session, and all of the page').toHaveLength(2);
  const none = { pdf_url: null, pdf_attempt_count: 0, pdf_failure_reason: null, pdf_failure_detail: null };
  expect(result.publications.slice(0, 5)).toMatchObject([
    {
      publication_id: failed,
      pdf_url: null,
      pdf_status: 'failed',
      pdf_attempt_count: 3,
      pdf_failure_reason: 'not_a_pdf',
      pdf_failure_detail: 'The link leads to a web page.',
    },
    {
      publication_id: resolved,
      pdf_url: 'https://files.example/1.pdf',
      pdf_status: 'resolved',
      pdf_attempt_count: 1,
      pdf_failure_reason: null,
      pdf_failure_detail: null,
    },
    { publication_id: untracked, ...none, pdf_status: 'untracked' },
    { publication_id: queued, ...none, pdf_status: 'queued' },
    { publication_id: running, ...none, pdf_status: 'running' },
  ]);
  const { publication } = await admin.ok('POST', `/publications/${failed}/favorite`);
  expect(publication).toEqual({ ...result.publications[0], is_favorite: true });
  expect(await listLookups(db)).toEqual(lookups);
  expect((await admin.ok('GET', '/admin/db/pdf-queue')).total_count).toBe(6);
});

test('the order by PDF status begins with available PDFs, and among equals with the newest', async () => {
  const { db, admin, newUser, ids } = await startWithPdfs();
  const list = async (query: string): Promise<Shown[]> =>
    (await admin.ok('GET', `/publications?sort_by=pdf_status&${query}`)).publications;
  const at = (items: Shown[]) => items.map(({ publication_id }) => ids.indexOf(publication_id));
  const nearest = [1, 5, 4, 3, 0, 6, 2];
  const farthest = nearest.toReversed();
  expect(at(await list(''))).toEqual(nearest);
  expect(at(await list('sort_dir=desc'))).toEqual(nearest);
  expect(at(await list('sort_dir=asc'))).toEqual(farthest);
  expect(at(await list('search=work'))).toEqual(nearest);
  expect(at(await list('mode=unread&search=work&sort_dir=asc'))).toEqual(farthest);

  const other = await newUser('other');
  await addPublications(db, other.userId, 'BBBBBBBBBBBB', 2);
  const { snapshot } = await admin.ok('GET', '/publications');
  const later = await addPublications(db, await adminId(db), 'CCCCCCCCCCCC', 3);
  await putPdf(db, later[0] ?? 0, { status: 'resolved' });
  const pages = [];
  for (const page of [1, 2, 3, 4]) pages.push(...(await list(`snapshot=${snapshot}&page_size=2&page=${page}`)));
  expect(at(pages), 'pages of a snapshot neither repeat nor skip').toEqual(nearest);
  expect((await list('')).map(({ pdf_status }) => pdf_status).slice(0, 3)).toEqual([
    'resolved',
    'resolved',
    'resolved',
  ]);
});
