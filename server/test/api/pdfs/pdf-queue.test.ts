import { expect, test } from 'vitest';
import { listQueries } from '../../support/list-queries.ts';
import { merge } from '../../support/merges.ts';
import { otherSources } from '../../support/other-sources.ts';
import { addPublications, putPdf } from '../../support/pdfs.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile({ env: otherSources(true) });

/** A user's publications. The searches for the first five changed in this order; the others were never started. */
async function startWithQueue() {
  const service = await openService();
  const { db, newUser } = service;
  const user = await newUser('reader');
  const ids = await addPublications(db, user.userId, 'AAAAAAAAAAAA', 7);
  const states = ['failed', 'resolved', 'queued', 'failed', 'running'] as const;
  for (const [at, status] of states.entries())
    await putPdf(db, ids[at] ?? 0, { status, minutesAgo: 50 - at, requestedBy: user.userId });
  return { ...service, user, ids };
}

const idsOf = ({ items }: { items: { publication_id: number }[] }) => items.map((item) => item.publication_id);

test('an item of the queue has exactly the documented fields, and the page has its position', async () => {
  const { db, admin, user, ids } = await startWithQueue();
  const [failed = 0, resolved = 0] = ids;
  const url = 'https://doi.org/10.1000/x';
  const identifier = { kind: 'doi', value: '10.1000/x', label: 'DOI: 10.1000/x', url, confidence_score: 0.9 };
  const shown = { display_identifier: JSON.stringify(identifier) };
  await db.updateTable('publications').set(shown).where('id', '=', failed).execute();
  const why = { attempts: 2, reason: 'not_a_pdf', detail: 'The link leads to a web page.', source: 'unpaywall' };
  await putPdf(db, failed, { status: 'failed', ...why, requestedBy: user.userId, minutesAgo: 9 });
  await putPdf(db, resolved, { status: 'resolved', attempts: 1, source: 'arxiv', minutesAgo: 10 });
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const place = { page: 1, page_size: 2, has_prev: false, has_next: true, total_count: 5 };
  expect(await admin.ok('GET', '/admin/db/pdf-queue?page_size=2')).toEqual({
    items: [
      {
        publication_id: failed,
        title: 'Work AAAAAAAAAAAA:0',
        display_identifier: identifier,
        pdf_url: null,
        status: 'failed',
        attempt_count: 2,
        last_failure_reason: 'not_a_pdf',
        last_failure_detail: 'The link leads to a web page.',
        last_source: 'unpaywall',
        requested_by_user_id: user.userId,
        requested_by_email: 'reader@lectern.example',
        queued_at: time,
        last_attempt_at: time,
        next_attempt_at: null,
        resolved_at: null,
        updated_at: time,
      },
      expect.objectContaining({
        publication_id: resolved,
        display_identifier: null,
        pdf_url: `https://files.example/${resolved}.pdf`,
        status: 'resolved',
        requested_by_user_id: null,
        requested_by_email: null,
        resolved_at: time,
      }),
    ],
    ...place,
    pagination: place,
  });
});

test('the list is sorted by the latest change, and can be filtered by status', async () => {
  const { admin, ids } = await startWithQueue();
  const [failed, resolved, queued, failedLater, running, untracked, untrackedOlder] = ids;
  const list = (query: string) => admin.ok('GET', `/admin/db/pdf-queue?${query}`);
  const all = [running, failedLater, queued, resolved, failed];
  const { pagination, ...rest } = await list('');
  expect(idsOf(rest as never)).toEqual(all);
  expect(pagination).toEqual({ page: 1, page_size: 100, has_prev: false, has_next: false, total_count: 5 });
  const pages = [await list('page_size=2'), await list('page_size=2&page=2'), await list('page_size=2&page=3')];
  expect(pages.flatMap(idsOf)).toEqual(all);
  expect(pages.map(({ has_prev, has_next }) => [has_prev, has_next])).toEqual([
    [false, true],
    [true, true],
    [true, false],
  ]);
  expect(idsOf(await list('page=9&page_size=500'))).toEqual([]);
  for (const [status, expected] of Object.entries({
    queued: [queued],
    running: [running],
    resolved: [resolved],
    failed: [failedLater, failed],
    untracked: [untrackedOlder, untracked],
  })) {
    const page = await list(`status=${status}`);
    expect([idsOf(page), page.total_count], status).toEqual([expected, expected.length]);
    expect(new Set(page.items.map((item: { status: string }) => item.status))).toEqual(new Set([status]));
  }
});

test('the list includes publications without a search', async () => {
  const { db, admin, ids } = await startWithQueue();
  const [merged = 0, shown = 0] = ids.slice(-2);
  await merge(db, Number(ids[0]), merged);
  const { items, total_count } = await admin.ok('GET', '/admin/db/pdf-queue?status=untracked');
  expect(total_count).toBe(1);
  expect(items).toMatchObject([
    { publication_id: shown, status: 'untracked', attempt_count: 0, queued_at: null, updated_at: null },
  ]);
});

test('a page needs the same number of queries whatever its size', async () => {
  const { admin } = await startWithQueue();
  for (const query of ['page_size=1', 'page_size=500', 'page_size=500&status=failed', 'status=untracked']) {
    const { queries } = await listQueries(() => admin.ok('GET', `/admin/db/pdf-queue?${query}`));
    const requested = queries.filter(({ text }) => !text.startsWith('set '));
    expect(requested, `${query}: the session, the page, the count`).toHaveLength(3);
  }
});
