import { expect, test } from 'vitest';
import { passTime, runJob, strike } from '../support/due.ts';
import { setClockBack } from '../support/pass-day.ts';
import { findJob, requestsAbout, withPdfSearches } from '../support/pdf-searches.ts';
import { serviceOfFile } from '../support/service.ts';

const DOI = '10.5555/retry.1';
const PUBLICATION = {
  title: 'A book that may come back',
  copy: 'direct',
  doi: DOI,
  venue: `Patience, doi:${DOI}`,
} as const;
const openService = serviceOfFile({
  sources: 'all',
  scholar: 'untracked',
  constants: { pdfRetry: { firstSeconds: 100, intervalSeconds: 5000, maxAttempts: 2, preprintSeconds: 500_000 } },
});

/** A publication without any PDF, searched once. */
async function startFailed() {
  const service = withPdfSearches(await openService());
  const { sandbox, db, admin, untilSettled } = service;
  sandbox.setFault('publisher', { kind: 'notfound' });
  await service.search(PUBLICATION);
  const tryAgain = async (begin: () => Promise<unknown>) => {
    await begin();
    await untilSettled();
    return findJob(db, PUBLICATION.title);
  };
  const state = async () => {
    const [item] = (await admin.ok('GET', '/admin/db/pdf-queue')).items;
    const [publication] = (await admin.ok('GET', '/publications')).publications;
    expect(publication.pdf_attempt_count).toBe(item.attempt_count);
    expect(publication.pdf_status).toBe(item.status);
    return { status: item.status, attempts: item.attempt_count, hasNext: item.next_attempt_at !== null };
  };
  const clock = () => tryAgain(() => passTime(db));
  return { ...service, tryAgain, state, clock };
}

function expectAbout(seconds: number | null, least: number): void {
  expect(seconds).toBeGreaterThanOrEqual(least);
  expect(seconds).toBeLessThanOrEqual(least * 1.11);
}

test('a failure is retried after the first interval, then after the other, up to the maximum', async () => {
  const { sandbox, db, job, clock, state } = await startFailed();
  expectAbout((await job(PUBLICATION.title)).next_seconds, 100);
  expect(await state()).toEqual({ status: 'failed', attempts: 1, hasNext: true });
  expectAbout((await clock()).next_seconds, 5000);
  expect(await state()).toEqual({ status: 'failed', attempts: 2, hasNext: true });
  expect((await clock()).next_attempt_at).toBeNull();
  expect(await state()).toEqual({ status: 'failed', attempts: 3, hasNext: false });
  const before = sandbox.requestCount();
  expect((await clock()).attempt_count).toBe(3);
  expect(sandbox.requestCount()).toBe(before);
  expect(requestsAbout(sandbox, DOI).filter((one) => one === `publisher /publisher/${DOI}.pdf`)).toHaveLength(3);
  expect((await findJob(db, PUBLICATION.title)).auto_retry_count).toBe(2);
});

test('nothing is retried early, and one of two simultaneous retry jobs acts', async () => {
  const { sandbox, db, tryAgain } = await startFailed();
  const before = sandbox.requestCount();
  expect((await tryAgain(() => strike(db))).attempt_count).toBe(1);
  expect(sandbox.requestCount()).toBe(before);
  const job = await tryAgain(() => Promise.all([passTime(db), strike(db), strike(db)]));
  expect(job).toMatchObject({ attempt_count: 2, auto_retry_count: 1 });
});

test('after the clock was set back, a search is repeated after as long as before', async () => {
  const { db, job } = await startFailed();
  await setClockBack(db);
  await runJob(db, 'correct-times');
  const { next_seconds } = await job(PUBLICATION.title);
  expect(Math.abs((next_seconds ?? 0) - 100)).toBeLessThan(75);
});

test("a user's retry resets the count", async () => {
  const { admin, state, clock, tryAgain } = await startFailed();
  await clock();
  const { id, next_attempt_at } = await clock();
  expect(next_attempt_at).toBeNull();
  const job = await tryAgain(() => admin.ok('POST', `/publications/${id}/retry-pdf`));
  expectAbout(job.next_seconds, 100);
  expect(job).toMatchObject({ status: 'failed', attempt_count: 4, auto_retry_count: 0 });
  expectAbout((await clock()).next_seconds, 5000);
  expect((await clock()).next_attempt_at).toBeNull();
  expect(await state()).toEqual({ status: 'failed', attempts: 6, hasNext: false });
});

test('a link that works again is found at the next retry, and the failure is cleared', async () => {
  const { sandbox, clock, state } = await startFailed();
  sandbox.setFault('publisher', null);
  expect(await clock()).toMatchObject({
    status: 'resolved',
    pdf_url: `${sandbox.origin}/publisher/${DOI}.pdf`,
    attempt_count: 2,
    auto_retry_count: 0,
    failure_reason: null,
    failure_detail: null,
  });
  expect(await state()).toEqual({ status: 'resolved', attempts: 2, hasNext: true });
});
