import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { strike } from '../support/due.ts';
import { requestsAbout, withPdfSearches } from '../support/pdf-searches.ts';
import { addPublications, putPdf } from '../support/pdfs.ts';
import { ONE, serviceOfFile } from '../support/service.ts';

const openService = serviceOfFile({ sources: 'all', scholar: 'untracked' });

const publicationOf = (n: number) => {
  const doi = `10.5555/requested.${n}`;
  return { title: `On a second request, part ${n}`, copy: 'direct', doi, venue: `Requests, doi:${doi}` } as const;
};
const pathsOf = (n: number) => ({
  record: `openalex /openalex/works/doi:${publicationOf(n).doi}`,
  pdf: `publisher /publisher/${publicationOf(n).doi}.pdf`,
});

/** Publications whose links were dead and work again now. */
async function startFailed(count: number) {
  const service = withPdfSearches(await openService());
  const { sandbox, db } = service;
  sandbox.setFault('publisher', { kind: 'notfound' });
  await service.search(...Array.from({ length: count }, (_, n) => publicationOf(n)));
  sandbox.setFault('publisher', null);
  const from = sandbox.requests.length;
  return {
    ...service,
    jobs: () => Promise.all(Array.from({ length: count }, (_, n) => service.job(publicationOf(n).title))),
    requested: (n: number) => requestsAbout(sandbox, publicationOf(n).doi, from),
    age: () => sql`update enrichment set last_attempt_at = now() - interval '1 hour'`.execute(db),
  };
}

test("a user's retry finds a new PDF, and queries the sources if their responses are old", async () => {
  const { admin, job, age, requested, untilSettled } = await startFailed(1);
  await age();
  const { id } = await job(publicationOf(0).title);
  const answer = await admin.ok('POST', `/publications/${id}/retry-pdf`);
  expect(answer).toMatchObject({ queued: true, resolved_pdf: false });
  await untilSettled();
  expect(await job(publicationOf(0).title)).toMatchObject({ status: 'resolved', attempt_count: 2 });
  expect(requested(0)).toEqual([pathsOf(0).record, pathsOf(0).pdf]);
});

test("a user's repeated retries check the link again, but query no source", async () => {
  const { sandbox, admin, job, requested, untilSettled } = await startFailed(1);
  sandbox.setFault('publisher', { kind: 'notfound' });
  const { id } = await job(publicationOf(0).title);
  for (let time = 0; time < 3; time += 1) {
    await admin.ok('POST', `/publications/${id}/retry-pdf`);
    await untilSettled();
  }
  expect(await job(publicationOf(0).title)).toMatchObject({
    status: 'failed',
    attempt_count: 4,
    requested_by_user_id: admin.userId,
  });
  expect(requested(0).filter((one) => one === pathsOf(0).pdf)).toHaveLength(3);
  expect(requested(0).filter((one) => !one.startsWith('publisher '))).toEqual([]);
});

test('a user can have a found link checked', async () => {
  const { sandbox, admin, newUser, job, search, untilSettled, collect } = withPdfSearches(await openService());
  await search(publicationOf(0));
  const reader = await newUser('reader');
  await collect(reader, [ONE]);
  const { id } = await job(publicationOf(0).title);
  const before = sandbox.requests.length;
  const answer = await reader.ok('POST', `/publications/${id}/retry-pdf`);
  expect(answer).toMatchObject({ message: 'The link will be checked.', queued: true, resolved_pdf: true });
  expect(answer.publication).toMatchObject({ pdf_status: 'resolved', pdf_url: expect.stringMatching(/\.pdf$/) });
  await untilSettled();
  expect(requestsAbout(sandbox, publicationOf(0).doi, before)).toEqual([pathsOf(0).pdf]);
  sandbox.setFault('publisher', { kind: 'notfound' });
  await reader.ok('POST', `/publications/${id}/retry-pdf`);
  await untilSettled();
  expect(await job(publicationOf(0).title)).toMatchObject({
    status: 'failed',
    failure_reason: 'dead_link',
    attempt_count: 3,
  });
  const { items } = await admin.ok('GET', '/admin/db/pdf-queue');
  expect(items[0]).toMatchObject({
    publication_id: id,
    status: 'failed',
    requested_by_email: 'reader@lectern.example',
  });
});

test('an administrator can start a search at once, whatever is cached', async () => {
  const { admin, job, requested, untilSettled } = await startFailed(1);
  const { id } = await job(publicationOf(0).title);
  expect(await admin.ok('POST', `/admin/db/pdf-queue/${id}/requeue`)).toMatchObject({ queued: true, status: 'queued' });
  await untilSettled();
  expect(requested(0)).toEqual([pathsOf(0).record, pathsOf(0).pdf]);
  expect(await job(publicationOf(0).title)).toMatchObject({
    status: 'resolved',
    attempt_count: 2,
    auto_retry_count: 0,
  });
});

test('all missing PDFs are searched again, each once however often it is requested', async () => {
  const { sandbox, admin, jobs, requested, untilSettled } = await startFailed(4);
  sandbox.setFault('publisher', { kind: 'hang' });
  expect(await admin.ok('POST', '/admin/db/pdf-queue/requeue-all?limit=3')).toMatchObject({
    requested_count: 3,
    queued_count: 3,
  });
  expect(await admin.ok('POST', '/admin/db/pdf-queue/requeue-all')).toMatchObject({
    requested_count: 1,
    queued_count: 1,
  });
  expect(await admin.ok('POST', '/admin/db/pdf-queue/requeue-all')).toMatchObject({
    requested_count: 0,
    queued_count: 0,
  });
  sandbox.setFault('publisher', null);
  sandbox.release();
  await untilSettled();
  for (const [n, job] of (await jobs()).entries()) {
    expect(job).toMatchObject({ status: 'resolved', attempt_count: 2 });
    expect(requested(n)).toEqual([pathsOf(n).pdf]);
  }
});

test('automatic retries and requests of users and administrators for the same publications start one search each', async () => {
  const { sandbox, db, admin, newUser, startWorker, untilSettled, log } = withPdfSearches(await openService());
  await startWorker();
  sandbox.setFault('crossref', { kind: 'hang' });
  const count = 80;
  const reader = await newUser('reader');
  const ids = await addPublications(db, reader.userId, ONE, count);
  for (const id of ids) await putPdf(db, id, { status: 'failed', attempts: 1, reason: 'no_open_copy', minutesAgo: 60 });
  await sql`update enrichment set next_attempt_at = now() - interval '1 minute'`.execute(db);
  const request = (id: number) => reader.call('POST', `/publications/${id}/retry-pdf`);
  const requeueAll = () => admin.call('POST', '/admin/db/pdf-queue/requeue-all');
  const answers = await Promise.all([
    strike(db),
    requeueAll(),
    strike(db),
    requeueAll(),
    ...ids.slice(0, 20).map(request),
  ]);
  const statuses = answers.flatMap((one) => (one ? one.status : []));
  expect(new Set(statuses)).toEqual(new Set([200]));
  sandbox.setFault('crossref', null);
  sandbox.release();
  await untilSettled();
  expect(log()).not.toContain('deadlock');
  const { rows } = await sql`select attempt_count, count(*)::int from enrichment group by 1`.execute(db);
  expect(rows).toEqual([{ attempt_count: 2, count: count }]);
});
