import type { Fault } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Client } from '../support/client.ts';
import { makeWorkDue } from '../support/due.ts';
import { profileId, type Service, type ServiceOptions, startService } from '../support/service.ts';
import { until, untilQueueIsDone } from '../support/wait.ts';
import { describeLibrary, expectSameRows, type Rows } from './describe-rows.ts';

/** A fault of the source and its expected result. */
export interface FaultRow {
  readonly name: string;
  readonly fault: Fault;
  readonly state: 'blocked_or_captcha' | 'network_error' | 'layout_changed';
  readonly reason: string;
  /** the length of the cooldown; null: other profiles are still requested */
  readonly cooldownSeconds: number | null;
  /** how often the page is requested before it counts as failed */
  readonly requests: number;
}

const FAULTY = profileId(1);
const SOUND = profileId(2);
const NEW_TITLES = ['A work that is found late', 'Another work that is found late'];

let undisturbed: Promise<Rows> | null = null;

/** What `open` opens for `expectRecovery`. */
export const FAULT_WORLD = {
  sources: 'google_scholar',
  workers: 0,
  env: { INGESTION_PAGE_SIZE: '10' },
} as const satisfies ServiceOptions;

/**
 * Applies the fault to the second of three pages in a first crawl that a run has taken over, and later to the first
 * page of a run. Each time it checks how the run and the item end, ends the fault and the wait, and expects the same
 * rows as without faults. A faulty page may take up to `seconds`.
 */
export async function expectRecovery(row: FaultRow, open: () => Promise<Service>, seconds = 150): Promise<void> {
  undisturbed ??= crawlUndisturbed();
  const expected = await undisturbed;
  const service = await open();
  await addScholars(service);
  const { sandbox, admin, startWorker, db, log } = service;
  sandbox.setFault(FAULTY, { ...row.fault, after: 1 });
  const { run_id: first } = await admin.ok('POST', '/runs/manual', { status: 201 });
  await startWorker();
  const detail = await untilRunEnds(admin, first, seconds);
  const [faulty, sound] = detail.scholar_results;
  expect(faulty, `${row.name}: the result of the scholar whose second page goes wrong`).toMatchObject({
    outcome: 'failed',
    state: row.state,
    state_reason: row.reason,
    attempt_count: 1,
    publication_count: 10,
    start_cstart: 0,
    continuation_cstart: 10,
    continuation_enqueued: true,
  });
  const outcomes = row.cooldownSeconds === null ? ['success'] : ['success', 'partial', 'skipped'];
  expect(outcomes, `${row.name}: the outcome of the other scholar`).toContain(sound.outcome);
  expectRightCounts(row, detail);
  await expectItemWaits(row, service, { resume_cstart: 10, last_run_id: first });
  expect(requestedPages(service), `${row.name}: requested pages`).toEqual({ 0: 1, 10: row.requests });

  await letItPass(service);
  expectSameRows(await describeLibrary(db), expected);
  expect(requestedPages(service), `${row.name}: requested pages when all is done`).toEqual({
    0: 1,
    10: row.requests + 1,
    20: 1,
  });
  await expectRecoveryOfLaterRun(row, service, seconds);
  expect(log(), `${row.name}: the log`).not.toMatch(/"level":(50|60|"error"|"fatal")/);
}

/** Publications that are found after a run failed count for the last completed run, which reports them. */
async function expectRecoveryOfLaterRun(row: FaultRow, service: Service, seconds: number): Promise<void> {
  const { sandbox, admin, runToEnd } = service;
  const { run: completed } = await runToEnd(admin);
  expect(completed, `${row.name}: a run without faults`).toMatchObject({ status: 'success', new_publication_count: 0 });
  const { scholars } = await admin.ok('GET', '/scholars');
  const other = scholars.find((scholar: { scholar_id: string }) => scholar.scholar_id === SOUND);
  await admin.ok('PATCH', `/scholars/${other.id}/toggle`);
  for (const title of NEW_TITLES) sandbox.addPublication(FAULTY, { title, italic: null });
  sandbox.setFault(FAULTY, row.fault);
  const { run_id } = await admin.ok('POST', '/runs/manual', { status: 201 });
  const detail = await untilRunEnds(admin, run_id, seconds);
  expect(detail.run, `${row.name}: the run`).toMatchObject({ status: 'failed', scholar_count: 1, failed_count: 1 });
  expect(detail.scholar_results, `${row.name}: its result`).toMatchObject([
    { outcome: 'failed', state: row.state, state_reason: row.reason, publication_count: 0, continuation_cstart: 0 },
  ]);
  await expectItemWaits(row, service, { resume_cstart: 0, last_run_id: run_id });
  await letItPass(service);
  const latest = await admin.ok('GET', '/publications?mode=latest');
  const found = latest.publications.map(({ title }: { title: string }) => title).sort();
  expect(found, `${row.name}: what was found after the fault`).toEqual([...NEW_TITLES].sort());
  expect((await admin.ok('GET', `/runs/${completed.id}`)).run.new_publication_count, row.name).toBe(2);
  expect((await admin.ok('GET', `/runs/${run_id}`)).run.new_publication_count, row.name).toBe(0);
  expect((await admin.ok('GET', '/publications')).total_count, row.name).toBe(25 + 12 + 2);
}

/** Two scholars with three and two pages, tracked by one user. */
async function addScholars({ sandbox, track, admin }: Service): Promise<void> {
  sandbox.addScholar(FAULTY, 25);
  sandbox.addScholar(SOUND, 12);
  for (const id of [FAULTY, SOUND]) await track(admin, id);
}

async function crawlUndisturbed(): Promise<Rows> {
  const service = await startService({ ...FAULT_WORLD, workers: 1 });
  await addScholars(service);
  await untilQueueIsDone(service.admin);
  return describeLibrary(service.db);
}

// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response
async function untilRunEnds(client: Client, runId: number, seconds: number): Promise<any> {
  return until(async () => {
    const detail = await client.ok('GET', `/runs/${runId}`);
    expect(
      detail.run.end_dt,
      `the end of run ${runId}, whose results are ${JSON.stringify(detail.scholar_results)}`,
    ).not.toBeNull();
    return detail;
  }, seconds);
}

function expectRightCounts(
  { name }: FaultRow,
  { run, scholar_results: results }: { run: Record<string, unknown>; scholar_results: { outcome: string }[] },
): void {
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  expect(run, `${name}: the run's counts`).toMatchObject({
    status: count('success') + count('partial') > 0 ? 'partial_failure' : 'failed',
    scholar_count: 2,
    failed_count: count('failed'),
    partial_count: count('partial'),
    new_publication_count: 0,
  });
}

/**
 * The failed item waits for another attempt: two minutes plus or minus a quarter, and at least until the end of the
 * cooldown.
 */
async function expectItemWaits(
  { name, state, reason, cooldownSeconds }: FaultRow,
  { admin, db }: Service,
  item: { resume_cstart: number; last_run_id: number },
): Promise<void> {
  const { queue_items } = await admin.ok('GET', '/runs/queue/items');
  const { scholars } = await admin.ok('GET', '/scholars');
  const { id } = scholars.find((scholar: { scholar_id: string }) => scholar.scholar_id === FAULTY);
  const mine = queue_items.filter((one: { scholar_profile_id: number }) => one.scholar_profile_id === id);
  expect(mine, `${name}: the work that waits`).toMatchObject([
    { status: 'queued', reason: 'retry', attempt_count: 1, last_error: `${state}: ${reason}`, ...item },
  ]);
  const { rows } = await sql<{ item: number; cooldown: number | null }>`
    select extract(epoch from q.next_attempt_at - q.updated_at)::float8 as item,
      case when s.cooldown_until > now() then extract(epoch from s.cooldown_until - s.cooldown_entered_at)::float8 end as cooldown
    from queue_items q join source_states s on s.source = q.source where q.scholar_id = ${id}`.execute(db);
  const [waits] = rows;
  if (cooldownSeconds === null) {
    expect(waits?.cooldown, `${name}: no cooldown`).toBeNull();
    expect(waits?.item, `${name}: seconds until the next attempt`).toBeGreaterThan(85);
    expect(waits?.item, `${name}: seconds until the next attempt`).toBeLessThan(155);
    return;
  }
  // the second of two cooldowns is twice as long
  const factor = item.resume_cstart === 0 ? 2 : 1;
  expect(waits?.cooldown, `${name}: seconds of the cooldown`).toBeCloseTo(cooldownSeconds * factor, 0);
  expect(waits?.item, `${name}: the work waits out the cooldown`).toBeGreaterThanOrEqual(cooldownSeconds * factor - 5);
}

/** The number of requests for each page of the faulty scholar, without followed redirects. */
function requestedPages({ sandbox }: Service): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { path, profileId: id } of sandbox.requests) {
    const query = new URL(path, sandbox.origin).searchParams;
    if (id !== FAULTY || query.has('sandbox_loop')) continue;
    const page = query.get('cstart') ?? '0';
    counts[page] = (counts[page] ?? 0) + 1;
  }
  return counts;
}

async function letItPass({ sandbox, admin, db }: Service): Promise<void> {
  sandbox.setFault(FAULTY, null);
  await makeWorkDue(db);
  expect(await untilQueueIsDone(admin), 'work that was given up').toEqual([]);
}
