import { expect, test } from 'vitest';
import { adminId, makeRows, savePageOf, track } from '../../support/library.ts';
import { otherSources } from '../../support/other-sources.ts';
import { addWorks, listLookups, openLookup, putPdf } from '../../support/pdfs.ts';
import { startService } from '../../support/service.ts';

async function startWithWorks(env = otherSources(true)) {
  const service = await startService({ env });
  const { admin, db } = service;
  const userId = await adminId(db);
  const ids = await addWorks(db, userId, 'AAAAAAAAAAAA', 3);
  const retry = (id: number | undefined, body: object = {}) =>
    admin.ok('POST', `/publications/${id}/retry-pdf`, { body });
  return { ...service, userId, ids, retry };
}

test('a work that none was looked for is queued, before those that nobody waits for', async () => {
  const { db, admin, userId, ids } = await startWithWorks();
  const [id] = ids;
  const before = Date.now();
  const answer = await admin.ok('POST', `/publications/${id}/retry-pdf`);
  const { publications } = await admin.ok('GET', '/publications');
  expect(publications[0]).toMatchObject({ publication_id: id, pdf_status: 'queued', pdf_url: null });
  expect(answer).toEqual({
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
  const [job] = await db.selectFrom('enrichment').select('requested_by_user_id').execute();
  expect(job).toEqual({ requested_by_user_id: userId });
});

test('the publication moves to its place in the order by PDF status at once', async () => {
  const { admin, ids, retry } = await startWithWorks();
  const [, , last] = ids;
  const order = async () =>
    (await admin.ok('GET', '/publications?sort_by=pdf_status')).publications.map(
      (one: { publication_id: number }) => one.publication_id,
    );
  expect(await order()).toEqual(ids);
  await retry(last);
  expect(await order()).toEqual([last, ids[0], ids[1]]);
});

test('what waits or is under way is not begun twice, but goes ahead', async () => {
  const { db, ids, retry } = await startWithWorks();
  const [queued = 0, running = 0, found = 0] = ids;
  await putPdf(db, queued, { status: 'queued' });
  await putPdf(db, running, { status: 'running', minutesAgo: 3 });
  await putPdf(db, found, { status: 'resolved', minutesAgo: 1 });
  await openLookup(db, found);
  const answers = [await retry(queued), await retry(running), await retry(found)];
  expect(answers).toMatchObject([
    { message: 'The search for a PDF is queued already.', queued: true, resolved_pdf: false },
    { message: 'A PDF is being looked for already.', queued: true, resolved_pdf: false },
    { message: 'The link is being checked already.', queued: true, resolved_pdf: true },
  ]);
  expect(answers.map(({ publication }) => publication.pdf_status)).toEqual(['queued', 'running', 'resolved']);
  for (const lookup of await listLookups(db))
    expect(lookup, 'kept answers still count, now before others').toMatchObject({
      priority: 0,
      ignores_answers_before: null,
    });
});

test('many who ask at once ask once', async () => {
  const { db, newUser, ids, retry } = await startWithWorks();
  const other = await newUser('other');
  await savePageOf(db, await track(db, other.userId, 'AAAAAAAAAAAA'), makeRows('AAAAAAAAAAAA', [0, 3]));
  const asked = Array.from({ length: 8 }, (_, n) =>
    n % 2 === 0 ? retry(ids[0]) : other.ok('POST', `/publications/${ids[0]}/retry-pdf`),
  );
  const answers = await Promise.all(asked);
  expect(answers.map(({ queued }) => queued)).toEqual(new Array(8).fill(true));
  expect(answers.filter(({ message }) => message === 'A PDF will be looked for.')).toHaveLength(1);
  expect(await listLookups(db)).toHaveLength(1);
});

test('a retry soon after a search believes what sources answered, a later one asks them anew', async () => {
  const { db, ids, retry } = await startWithWorks();
  const [young = 0, old = 0, early = 0] = ids;
  await putPdf(db, young, { status: 'failed', reason: 'no_open_copy', minutesAgo: 9.5 });
  await putPdf(db, old, { status: 'failed', minutesAgo: 10.1 });
  await putPdf(db, early, { status: 'failed', minutesAgo: -60 });
  for (const id of [young, old, early]) {
    expect(await retry(id)).toMatchObject({ message: 'A PDF will be looked for.', queued: true, resolved_pdf: false });
  }
  const asksAnew = new Map(
    (await listLookups(db)).map((one) => [one.publication_id, one.ignores_answers_before !== null]),
  );
  expect(asksAnew).toEqual(
    new Map([
      [young, false],
      [old, true],
      [early, true],
    ]),
  );
});

test('a link that was found is checked again, and stays until it is known to be dead', async () => {
  const { db, ids, retry } = await startWithWorks();
  const [found = 0] = ids;
  await putPdf(db, found, { status: 'resolved', url: 'https://files.example/old.pdf', minutesAgo: 2 });
  expect(await retry(found)).toMatchObject({
    message: 'The link will be checked.',
    queued: true,
    resolved_pdf: true,
    publication: { pdf_status: 'resolved', pdf_url: 'https://files.example/old.pdf' },
  });
  expect(await listLookups(db)).toHaveLength(1);
});

test('nothing is queued when no source may be asked', async () => {
  const { db, ids, retry } = await startWithWorks(otherSources(false));
  expect(await retry(ids[0])).toMatchObject({
    message: 'No source that knows PDFs may be asked.',
    queued: false,
    resolved_pdf: false,
    publication: { pdf_status: 'untracked' },
  });
  expect(await listLookups(db)).toEqual([]);
});

test('the answer names the scholar that was asked for', async () => {
  const { db, userId, ids, retry } = await startWithWorks();
  const second = await track(db, userId, 'BBBBBBBBBBBB');
  await savePageOf(db, second, makeRows('AAAAAAAAAAAA', [0, 3]), { name: 'Ben' });
  const { publication } = await retry(ids[0], { scholar_profile_id: second });
  expect(publication).toMatchObject({ scholar_profile_id: second, scholar_label: 'Ben' });
  expect((await retry(ids[0], { scholar_profile_id: null })).publication.scholar_profile_id).not.toBe(second);
});

test('another user’s work and a hidden one are not found, and wrong input is refused', async () => {
  const { db, admin, newUser, ids } = await startWithWorks();
  const other = await newUser('other');
  const [foreign] = await addWorks(db, other.userId, 'BBBBBBBBBBBB', 1);
  await db
    .updateTable('user_publications')
    .set({ hidden_as: 'unread' })
    .where('publication_id', '=', Number(ids[1]))
    .execute();
  for (const id of [foreign, ids[1], 999_999])
    await admin.fails(404, 'publication_not_found', 'POST', `/publications/${id}/retry-pdf`);
  for (const id of ['x', '0', '-1', '1.5', '9007199254740993'])
    await admin.fails(422, 'validation_error', 'POST', `/publications/${id}/retry-pdf`);
  for (const body of [{ scholar_profile_id: 0 }, { scholar_profile_id: '1' }, { force: true }])
    await admin.fails(422, 'validation_error', 'POST', `/publications/${ids[0]}/retry-pdf`, { body });
  await admin.fails(403, 'csrf_missing', 'POST', `/publications/${ids[0]}/retry-pdf`, { csrf: false });
  expect(await listLookups(db)).toEqual([]);
});
