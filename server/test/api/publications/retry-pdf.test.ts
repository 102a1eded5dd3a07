import { expect, test } from 'vitest';
import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import { otherSources } from '../../support/other-sources.ts';
import { addPublications, listLookups, openLookup, putPdf } from '../../support/pdfs.ts';
import { serviceOfFile } from '../../support/service.ts';

const openService = serviceOfFile({ env: otherSources(true) });

async function startWithPublications() {
  const service = await openService();
  const { admin, db } = service;
  const userId = await adminId(db);
  const ids = await addPublications(db, userId, 'AAAAAAAAAAAA', 3);
  const retry = (id: number | undefined, body: object = {}) =>
    admin.ok('POST', `/publications/${id}/retry-pdf`, { body });
  return { ...service, userId, ids, retry };
}

test('a publication without a search is queued before background work', async () => {
  const { db, admin, userId, ids } = await startWithPublications();
  const id = ids[2];
  const before = Date.now();
  const response = await admin.ok('POST', `/publications/${id}/retry-pdf`);
  // also in the order by PDF status, at once
  const { publications } = await admin.ok('GET', '/publications?sort_by=pdf_status');
  expect(publications[0]).toMatchObject({ publication_id: id, pdf_status: 'queued', pdf_url: null });
  expect(response).toEqual({
    message: 'A PDF will be looked for.',
    queued: true,
    resolved_pdf: false,
    publication: publications[0],
  });
  const [lookup] = await listLookups(db);
  expect(lookup).toEqual({
    publication_id: id,
    priority: 0,
    user_id: userId,
    ignores_answers_before: expect.any(Date),
  });
  expect(lookup?.ignores_answers_before?.getTime()).toBeGreaterThan(before - 60_000);
  expect((await admin.ok('GET', '/admin/db/pdf-queue')).items).toMatchObject([{ requested_by_user_id: userId }]);
});

test('a queued or running search does not start twice, but gets priority', async () => {
  const { db, ids, retry } = await startWithPublications();
  const [queued = 0, running = 0, found = 0] = ids;
  await putPdf(db, queued, { status: 'queued' });
  await putPdf(db, running, { status: 'running', minutesAgo: 3 });
  await putPdf(db, found, { status: 'resolved', minutesAgo: 1 });
  await openLookup(db, found);
  const responses = [await retry(queued), await retry(running), await retry(found)];
  expect(responses).toMatchObject([
    { message: 'The search for a PDF is already queued.', queued: true, resolved_pdf: false },
    { message: 'The search for a PDF is already running.', queued: true, resolved_pdf: false },
    { message: 'The link is already being checked.', queued: true, resolved_pdf: true },
  ]);
  expect(responses.map(({ publication }) => publication.pdf_status)).toEqual(['queued', 'running', 'resolved']);
  for (const lookup of await listLookups(db))
    expect(lookup, 'kept responses still count, now before others').toMatchObject({
      priority: 0,
      ignores_answers_before: null,
    });
});

test('many concurrent requests start one search', async () => {
  const { db, newUser, ids, retry } = await startWithPublications();
  const other = await newUser('other');
  await savePageOf(db, await track(db, other.userId, 'AAAAAAAAAAAA'), makeRows('AAAAAAAAAAAA', [0, 3]));
  const requests = Array.from({ length: 8 }, (_, n) =>
    n % 2 === 0 ? retry(ids[0]) : other.ok('POST', `/publications/${ids[0]}/retry-pdf`),
  );
  const responses = await Promise.all(requests);
  expect(responses.map(({ queued }) => queued)).toEqual(new Array(8).fill(true));
  expect(responses.filter(({ message }) => message === 'A PDF will be looked for.')).toHaveLength(1);
  expect(await listLookups(db)).toHaveLength(1);
});

test('a retry soon after a search uses cached responses, and a later one requests them again', async () => {
  const { db, ids, retry } = await startWithPublications();
  const [young = 0, old = 0] = ids;
  await putPdf(db, young, { status: 'failed', reason: 'no_open_copy', minutesAgo: 9.5 });
  await putPdf(db, old, { status: 'failed', minutesAgo: 10.1 });
  for (const id of [young, old]) {
    expect(await retry(id)).toMatchObject({ message: 'A PDF will be looked for.', queued: true, resolved_pdf: false });
  }
  const ignoresCache = new Map(
    (await listLookups(db)).map((one) => [one.publication_id, one.ignores_answers_before !== null]),
  );
  expect(ignoresCache).toEqual(
    new Map([
      [young, false],
      [old, true],
    ]),
  );
});

test('the response has the label of the requested scholar', async () => {
  const { db, userId, ids, retry } = await startWithPublications();
  const second = await track(db, userId, 'BBBBBBBBBBBB');
  await savePageOf(db, second, makeRows('AAAAAAAAAAAA', [0, 3]), { name: 'Ben' });
  const { publication } = await retry(ids[0], { scholar_profile_id: second });
  expect(publication).toMatchObject({ scholar_profile_id: second, scholar_label: 'Ben' });
  expect((await retry(ids[0], { scholar_profile_id: null })).publication.scholar_profile_id).not.toBe(second);
});
