import type { Publication } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeLinksDue, passTime } from '../support/due.ts';
import { findJob, withPdfSearches } from '../support/pdf-searches.ts';
import { serviceOfFile } from '../support/service.ts';
import { until } from '../support/wait.ts';

const openService = serviceOfFile({ sources: 'all', scholar: 'untracked' });

const DAY = 86_400;
const DOI = '10.5555/again.1';
const ARXIV = '2402.00001';
const PUBLICATION = {
  title: 'A link that is looked at again',
  copy: 'direct',
  doi: DOI,
  venue: `Again, doi:${DOI}`,
} as const;
const PDF = `/publisher/${DOI}.pdf`;

/** A publication whose PDF was found some time ago. */
async function startResolved(more: Partial<Publication> = {}) {
  const service = withPdfSearches(await openService());
  const { sandbox, db, admin } = service;
  await service.search({ ...PUBLICATION, ...more });
  await sql`update enrichment set resolved_at = '2020-01-01', last_attempt_at = '2020-01-01'`.execute(db);
  const requested = sandbox.requests.length;
  return {
    ...service,
    pdfUrl: `${sandbox.origin}${PDF}`,
    job: () => findJob(db, PUBLICATION.title),
    shown: async () => (await admin.ok('GET', '/publications')).publications[0],
    /** The requests since it was found. */
    requestedSince: () => sandbox.requests.slice(requested).map(({ path }) => path.split('?')[0]),
    /** Waits until the check is due and done. */
    async check() {
      await passTime(db);
      await service.untilSettled();
      return findJob(db, PUBLICATION.title);
    },
  };
}

test('a found link is checked after 30 days, and again after 30 more if it works', async () => {
  const { job, pdfUrl, check, requestedSince } = await startResolved();
  const { next_attempt_at } = await job();
  expect(Number(next_attempt_at) - Date.now()).toBeGreaterThan(29.9 * DAY * 1000);
  const checked = await check();
  expect(requestedSince()).toEqual([PDF]);
  expect(checked).toMatchObject({
    status: 'resolved',
    pdf_url: pdfUrl,
    version: 'published',
    license: 'cc-by',
    last_source: 'openalex',
    attempt_count: 2,
  });
  expect(Number(checked.resolved_at)).toBeGreaterThan(Date.parse('2026-01-01'));
  expect(checked.next_seconds).toBeGreaterThanOrEqual(30 * DAY);
  expect(checked.next_seconds).toBeLessThan(33 * DAY);
});

test('a link is shown while it is checked', async () => {
  const { sandbox, db, pdfUrl, shown, requestedSince, untilSettled } = await startResolved();
  sandbox.setFault('publisher', { kind: 'hang' });
  await passTime(db);
  await until(async () => expect(requestedSince()).toEqual([PDF]));
  expect(await shown()).toMatchObject({ pdf_status: 'resolved', pdf_url: pdfUrl });
  sandbox.release();
  await untilSettled();
  expect(await shown()).toMatchObject({ pdf_status: 'resolved', pdf_url: pdfUrl, pdf_attempt_count: 2 });
});

test('a dead link is replaced by another copy', async () => {
  const { sandbox, check, requestedSince } = await startResolved({ arxivId: ARXIV });
  sandbox.setFault('publisher', { kind: 'notfound' });
  expect(await check()).toMatchObject({
    status: 'resolved',
    pdf_url: `${sandbox.origin}/arxiv/pdf/${ARXIV}`,
    version: 'submitted',
    license: null,
    failure_reason: null,
  });
  expect(requestedSince()).toEqual([PDF, `/arxiv/pdf/${ARXIV}`]);
});

test('a dead link without another copy is removed, and the publication is searched like any other', async () => {
  const { sandbox, check, shown } = await startResolved();
  sandbox.setFault('publisher', { kind: 'notfound' });
  const job = await check();
  expect(job).toMatchObject({
    status: 'failed',
    failure_reason: 'dead_link',
    version: null,
    license: null,
    resolved_at: null,
  });
  expect(job.next_seconds).toBeGreaterThanOrEqual(3600);
  expect(job.next_seconds).toBeLessThan(4000);
  expect(await shown()).toMatchObject({ pdf_status: 'failed', pdf_url: null, pdf_failure_reason: 'dead_link' });
});

test('a link that fails once is kept, and checked again an hour later', async () => {
  const { sandbox, db, pdfUrl, job, shown, requestedSince, untilSettled } = await startResolved();
  sandbox.setFault('publisher', { kind: 'reset', times: 1 });
  await passTime(db);
  const { rows } = await until(async () => {
    const waiting = await sql<{ seconds: number }>`
      select extract(epoch from due_at - clock_timestamp())::float8 as seconds from enrichment where source is not null and failure_count = 1`.execute(
      db,
    );
    expect(waiting.rows).toHaveLength(1);
    return waiting;
  });
  expect(rows[0]?.seconds).toBeGreaterThan(3000);
  expect(await shown()).toMatchObject({ pdf_status: 'resolved', pdf_url: pdfUrl });
  expect(requestedSince()).toEqual([PDF]);
  await makeLinksDue(db);
  await untilSettled();
  expect(await job()).toMatchObject({ status: 'resolved', pdf_url: pdfUrl, attempt_count: 2 });
  expect(requestedSince()).toEqual([PDF, PDF]);
});

test('a link without a response in three checks is removed', async () => {
  const { sandbox, db, job, requestedSince, untilSettled } = await startResolved();
  sandbox.setFault('publisher', { kind: 'error' });
  await passTime(db);
  for (const failures of [1, 2]) {
    await until(async () => {
      const waiting =
        await sql`select from enrichment where source is not null and failure_count = ${failures}`.execute(db);
      expect(waiting.rows).toHaveLength(1);
    });
    await makeLinksDue(db);
  }
  await untilSettled();
  expect(await job()).toMatchObject({ status: 'failed', pdf_url: null, failure_reason: 'server_error' });
  expect(requestedSince().filter((path) => path === PDF)).toHaveLength(3);
});
