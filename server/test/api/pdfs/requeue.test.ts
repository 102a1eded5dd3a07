import { expect, test } from 'vitest';
import { adminId } from '../../support/library.ts';
import { merge } from '../../support/merges.ts';
import { otherSources } from '../../support/other-sources.ts';
import { addPublications, listLookups, putPdf } from '../../support/pdfs.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile({ env: otherSources(true) });

async function startWithPublications(count: number) {
  const service = await openService();
  const user = await service.newUser('reader');
  const ids = await addPublications(service.db, user.userId, 'AAAAAAAAAAAA', count);
  return { ...service, ids };
}

test('an administrator can requeue any publication, however recent its last search is', async () => {
  const { db, admin, ids } = await startWithPublications(4);
  const [failed = 0, resolved = 0, running = 0, untracked = 0] = ids;
  await putPdf(db, failed, { status: 'failed', minutesAgo: 1 });
  await putPdf(db, resolved, { status: 'resolved', minutesAgo: 1 });
  await putPdf(db, running, { status: 'running' });
  expect(await admin.ok('POST', `/admin/db/pdf-queue/${resolved}/requeue`)).toEqual({
    publication_id: resolved,
    queued: true,
    status: 'resolved',
    message: 'The link will be checked.',
  });
  for (const id of [failed, untracked]) {
    expect(await admin.ok('POST', `/admin/db/pdf-queue/${id}/requeue`)).toEqual({
      publication_id: id,
      queued: true,
      status: 'queued',
      message: 'A PDF will be looked for.',
    });
  }
  const again = { queued: true, status: 'queued', message: 'The search for a PDF is already queued.' };
  expect(await admin.ok('POST', `/admin/db/pdf-queue/${failed}/requeue`)).toEqual({ publication_id: failed, ...again });
  expect(await admin.ok('POST', `/admin/db/pdf-queue/${running}/requeue`, { body: {} })).toEqual({
    publication_id: running,
    queued: true,
    status: 'running',
    message: 'The search for a PDF is already running.',
  });
  const lookups = await listLookups(db);
  expect(lookups.map(({ publication_id }) => publication_id)).toEqual([...ids].sort((a, b) => a - b));
  expect(
    lookups.filter(({ ignores_answers_before }) => ignores_answers_before !== null),
    'all but the one under way',
  ).toHaveLength(3);
  const { items } = await admin.ok('GET', '/admin/db/pdf-queue?status=queued');
  expect(new Set(items.map((item: { requested_by_user_id: number }) => item.requested_by_user_id))).toEqual(
    new Set([await adminId(db)]),
  );
});

test('requeuing a merged publication queues its canonical publication', async () => {
  const { db, admin, ids } = await startWithPublications(3);
  const [standing = 0, merged = 0, mergedTwice = 0] = ids;
  await merge(db, merged, mergedTwice);
  await merge(db, standing, merged);
  expect(await admin.ok('POST', `/admin/db/pdf-queue/${mergedTwice}/requeue`)).toMatchObject({
    publication_id: standing,
    queued: true,
  });
  expect((await listLookups(db)).map(({ publication_id }) => publication_id)).toEqual([standing]);
});

test('requeuing all missing PDFs takes the oldest failures first, up to the limit', async () => {
  const { db, admin, ids } = await startWithPublications(8);
  const [young = 0, old = 0, middle = 0, resolved = 0, running = 0, merged = 0, first = 0, second = 0] = ids;
  await putPdf(db, young, { status: 'failed', minutesAgo: 1 });
  await putPdf(db, old, { status: 'failed', minutesAgo: 900 });
  await putPdf(db, middle, { status: 'failed', minutesAgo: 90 });
  await putPdf(db, resolved, { status: 'resolved', minutesAgo: 9000 });
  await putPdf(db, running, { status: 'running' });
  await merge(db, resolved, merged);
  const opened = async (query: string) => {
    const before = new Set((await listLookups(db)).map(({ publication_id }) => publication_id));
    const answer = await admin.ok('POST', `/admin/db/pdf-queue/requeue-all${query}`);
    const now = (await listLookups(db)).map(({ publication_id }) => publication_id);
    const fresh = now.filter((id) => !before.has(id));
    expect(answer).toEqual({
      requested_count: fresh.length,
      queued_count: fresh.length,
      message: `${fresh.length} queued.`,
    });
    return fresh;
  };
  expect(await opened('?limit=1')).toEqual([old]);
  expect(await opened('?limit=1')).toEqual([middle]);
  expect(await opened('?limit=2')).toEqual([young, first].sort((a, b) => a - b));
  expect(await opened('')).toEqual([second]);
  expect(await opened('?limit=5000')).toEqual([]);
  const { items } = await admin.ok('GET', '/admin/db/pdf-queue?status=resolved');
  expect(items).toMatchObject([{ publication_id: resolved }]);
  for (const lookup of await listLookups(db))
    expect(lookup, 'people who wait go first, and kept answers count').toMatchObject({
      priority: 1,
      ignores_answers_before: null,
    });
});
