import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockActiveRun } from '../../src/crawling/run-store.ts';
import { makeLookupsDue, strike } from '../support/due.ts';
import { listShown, putBudget, replay, showSource, untilEnriched } from '../support/enrichment.ts';
import { follow, numbersTo } from '../support/follow.ts';
import { adminId } from '../support/library.ts';
import { startRun } from '../support/runs.ts';
import { ONE, profileId, serviceOfFile, startService } from '../support/service.ts';
import { until, untilEnded, untilNoLookups, untilStatus } from '../support/wait.ts';

const openService = serviceOfFile({ sources: 'all', scholar: 'collected' });

/** A publication that only a title search finds. */
const plain = (number: number) => ({ title: `On the ${number} ways of waiting`, italic: null, venue: 'Annals' });

test('a run awaits a step that is deferred for a moment', async () => {
  const { sandbox, admin } = await startService({
    sources: 'all',
    scholar: 'collected',
    env: { INGESTION_CONTINUATION_BASE_DELAY_SECONDS: '1' },
    constants: { networkFailureThreshold: 100 },
  });
  sandbox.addPublication(ONE, { copy: 'direct' });
  sandbox.setFault('crossref', { kind: 'reset', times: 1 });
  const follower = await follow(admin, await startRun(admin));
  expect(await follower.over).toBe('ended');
  expect(sandbox.requestCount('crossref')).toBe(2);
  expect(follower.events.at(-3)).toMatchObject({ event: 'pdf_updated', data: { pdf_status: 'resolved' } });
});

test('a cooldown defers steps: the run succeeds, and enrichment continues after the cooldown', async () => {
  const { sandbox, admin, db } = await openService();
  sandbox.addPublication(ONE, { copy: 'direct', doi: '10.5555/later.1' });
  sandbox.setFault('crossref', { kind: 'unusual', times: 1 });
  const runId = await startRun(admin);
  const { run, safety_state } = await untilEnded(admin, runId);
  expect(run).toMatchObject({ status: 'success', failed_count: 0, partial_count: 0 });
  expect(safety_state).toMatchObject({ cooldown_active: false, counters: { consecutive_blocked_runs: 0 } });
  expect(await listShown(admin)).toMatchObject([{ pdf_status: 'queued', pdf_attempt_count: 0, doi: null }]);
  const { queue } = await admin.ok('GET', '/admin/db/pdf-queue').then(({ items }) => ({ queue: items[0] }));
  expect(queue).toMatchObject({ last_failure_reason: null });
  const seconds = (Date.parse(queue.next_attempt_at) - Date.now()) / 1000;
  expect(seconds, 'half an hour').toBeGreaterThan(1500);
  expect(seconds).toBeLessThan(1810);
  const replayed = await replay(admin, runId);
  expect(replayed.at(-1)?.event).toBe('run_complete');

  await makeLookupsDue(db, 'crossref');
  expect(await untilEnriched(admin, 1)).toMatchObject([
    { pdf_status: 'resolved', pdf_attempt_count: 1, doi: '10.5555/later.1', pdf_failure_reason: null },
  ]);
  expect(await replay(admin, runId), 'the run had ended').toEqual(replayed);
});

test('a run with more publications than one request or chunk ends at once after a refusal, and during the cooldown', async () => {
  const { sandbox, admin } = await openService();
  sandbox.setFault('crossref', { kind: 'unusual' });
  for (const [first, requests] of [
    // those under way at once
    [1, 3],
    [81, 0],
  ] as const) {
    for (let number = first; number < first + 80; number += 1)
      sandbox.addPublication(ONE, { ...plain(number), copy: 'closed' });
    const before = sandbox.requestCount('crossref');
    const { run } = await untilEnded(admin, await startRun(admin));
    expect(run).toMatchObject({ status: 'success', new_publication_count: 80 });
    expect(sandbox.requestCount('crossref') - before).toBeLessThanOrEqual(requests);
  }
  expect((await listShown(admin)).map(({ pdf_status }) => pdf_status)).toEqual(Array(160).fill('queued'));
});

test('an unreachable source defers steps; after three failures, enrichment continues without it', async () => {
  const constants = { networkFailureThreshold: 100 };
  const { sandbox, admin, db } = await startService({ sources: 'all', scholar: 'collected', constants });
  sandbox.addPublication(ONE, { copy: 'direct', arxivId: null });
  sandbox.setFault('crossref', { kind: 'reset' });
  const { run } = await untilEnded(admin, await startRun(admin));
  expect(run).toMatchObject({ status: 'success', failed_count: 0 });
  let deferredTo: string | null = null;
  for (const failures of [1, 2]) {
    // the source counts its failure before the step is deferred
    deferredTo = await until(async () => {
      const { items } = await admin.ok('GET', '/admin/db/pdf-queue');
      expect(items).toMatchObject([{ status: 'queued', next_attempt_at: expect.any(String) }]);
      expect(items[0].next_attempt_at).not.toBe(deferredTo);
      return items[0].next_attempt_at;
    });
    expect(await listShown(admin)).toMatchObject([{ pdf_status: 'queued', pdf_attempt_count: 0 }]);
    expect(await showSource(admin, 'crossref')).toMatchObject({ consecutive_unreachable: failures });
    await makeLookupsDue(db, 'crossref');
  }
  expect(await untilEnriched(admin, 1)).toMatchObject([
    { pdf_status: 'resolved', pdf_attempt_count: 1, display_identifier: { kind: 'doi' } },
  ]);
  expect(sandbox.requestCount('crossref')).toBe(3);
});

test('two network failures in a row start a cooldown, which does not count as a failure of the waiting steps', async () => {
  const { sandbox, admin, db } = await openService();
  for (let number = 1; number <= 12; number += 1) sandbox.addPublication(ONE, { ...plain(number), copy: 'direct' });
  sandbox.setFault('crossref', { kind: 'reset' });
  const { run } = await untilEnded(admin, await startRun(admin));
  expect(run).toMatchObject({ status: 'success', new_publication_count: 12 });
  expect(sandbox.requestCount('crossref'), 'those under way at once').toBeLessThanOrEqual(4);
  sandbox.setFault('crossref', null);
  await makeLookupsDue(db, 'crossref');
  for (const publication of await untilEnriched(admin, 12))
    expect(publication).toMatchObject({ pdf_status: 'resolved' });
});

test('a spent budget defers the steps that need that source until it resets', async () => {
  const { sandbox, admin, db } = await openService();
  await putBudget(db, 'unpaywall', 100_000);
  await putBudget(db, 'openalex', 1000);
  sandbox.addPublication(ONE, { copy: 'repository' });
  sandbox.addPublication(ONE, { copy: 'direct' });
  const { run } = await untilEnded(admin, await startRun(admin));
  expect(run).toMatchObject({ status: 'success', failed_count: 0 });
  expect(sandbox.requestCount('unpaywall')).toBe(0);
  const states = async () => (await listShown(admin)).map(({ pdf_status }) => pdf_status).sort();
  expect(await states()).toEqual(['queued', 'resolved']);
  await putBudget(db, 'unpaywall', 100_000, 0);
  await makeLookupsDue(db, 'unpaywall');
  await untilEnriched(admin, 2);
  expect(await states()).toEqual(['resolved', 'resolved']);
  await untilStatus(admin, run.id, 'success');
});

const BACKLOG = 150;

test('many publications that wait for a slow source do not delay a run with two', async () => {
  const env = { CROSSREF_MIN_INTERVAL_SECONDS: '0.2', OPENALEX_ENABLED: '0' };
  const { sandbox, admin, collect } = await startService({ sources: 'all', scholar: 'collected', env });
  const TWO = profileId(2);
  sandbox.addScholar(TWO, BACKLOG);
  await collect(admin, [TWO]);
  for (const copy of ['direct', 'repository'] as const) sandbox.addPublication(ONE, { copy, venue: 'Annals' });
  const before = sandbox.requestCount('crossref');
  const { run } = await untilEnded(admin, await startRun(admin));
  expect(run).toMatchObject({ status: 'success', new_publication_count: 2 });
  const replayed = (await replay(admin, run.id)).filter(({ event }) => event === 'pdf_updated');
  expect(replayed.map(({ data }) => data.pdf_status)).toEqual(['resolved', 'resolved']);
  const { total_count } = (await admin.ok('GET', '/admin/db/pdf-queue?status=queued')).pagination;
  expect(total_count, 'publications that still wait').toBeGreaterThan(BACKLOG / 2);
  // those that were planned already, and those that became due during the run
  expect(sandbox.requestCount('crossref') - before).toBeLessThan(100);
});

test('a run locks the searches it awaits in the same order as the transaction that saves them', async () => {
  const { sandbox, admin, newUser, collect, db, log } = await openService();
  const other = await newUser('other');
  await collect(other, [ONE]);
  for (const copy of ['direct', 'closed'] as const) sandbox.addPublication(ONE, { copy });
  sandbox.setFault('crossref', { kind: 'hang' });
  const first = await startRun(other);
  await untilStatus(other, first, 'resolving');
  const ids = (
    await sql<{ id: number }>`select publication_id as id from enrichment where source is not null order by 1`.execute(
      db,
    )
  ).rows;
  const [early, late] = ids.map(({ id }) => id);
  // one is awaited, the other is not
  await sql`update enrichment set priority = 1 where publication_id = ${late}`.execute(db);
  const lock = (id: number | undefined) =>
    sql`select from enrichment where source is not null and publication_id = ${id} for update`;
  const second = await db.transaction().execute(async (tx) => {
    await lock(early).execute(tx);
    const runId = await startRun(admin);
    await until(async () => {
      const waiting = sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%enrichment%'`;
      expect((await waiting.execute(db)).rows).toHaveLength(1);
    });
    await lock(late).execute(tx);
    return runId;
  });
  await untilStatus(admin, second, 'resolving');
  const { rows } = await sql`select priority from enrichment where source is not null`.execute(db);
  expect(rows, 'somebody waits for both').toEqual([{ priority: 0 }, { priority: 0 }]);
  sandbox.setFault('crossref', null);
  sandbox.release();
  for (const [client, runId] of [[other, first] as const, [admin, second] as const])
    expect((await untilEnded(client, runId)).run).toMatchObject({ status: 'success', new_publication_count: 2 });
  await untilNoLookups(db);
  expect(log()).not.toMatch(/deadlock/i);
});

test('a library entry that names a run does not block that run', async () => {
  const { db } = await openService();
  const run = { user_id: await adminId(db), trigger_type: 'manual', status: 'running', idempotency_key: null } as const;
  const { id } = await db.insertInto('runs').values(run).returning('id').executeTakeFirstOrThrow();
  await db.transaction().execute(async (tx) => {
    // the lock that the foreign key of a new library entry takes
    await sql`select from runs where id = ${id} for key share`.execute(tx);
    const locked = await db.transaction().execute(async (other) => {
      await sql`set local lock_timeout = '10s'`.execute(other);
      return lockActiveRun(other, id);
    });
    expect(locked).toMatchObject({ id });
  });
});

const RETRY_AT_ONCE = { pdfRetry: { firstSeconds: 0, intervalSeconds: 0, maxAttempts: 3, preprintSeconds: 500_000 } };
const IDS = [1, 2, 3, 4].map(profileId);
const COPIES = ['direct', 'repository', 'closed', 'europepmc', 'dead'] as const;

test('users, scholars and workers with the same publications never deadlock', {
  timeout: 240_000,
}, async () => {
  const { sandbox, admin, newUser, collect, track, db, log } = await startService({
    sources: 'all',
    workers: 2,
    constants: RETRY_AT_ONCE,
  });
  for (const id of IDS) sandbox.addScholar(id, 0);
  const clients = [admin, await newUser('one'), await newUser('two')];
  for (const client of clients) await collect(client, IDS);
  const deadlocks = sql<{ n: number }>`select deadlocks as n from pg_stat_database where datname = current_database()`;
  const rounds = process.env.CI_FULL === undefined ? 1 : 4;
  const publications = 20;
  for (let round = 1; round <= rounds; round += 1) {
    for (let number = 1; number <= publications; number += 1) {
      const shared = sandbox.addPublication(IDS[number % 4] ?? '', {
        title: `What ${round} rounds of ${number} meetings teach`,
        italic: null,
        copy: COPIES[number % 5] ?? 'closed',
      });
      for (const id of IDS) if (id !== shared.owner) sandbox.addPublication(id, { ...shared });
    }
    // a first crawl that finds them in the meantime, and automatic retries
    const late = await newUser(`late${round}`);
    await track(late, IDS[round % 4] ?? '');
    const [runIds] = await Promise.all([Promise.all(clients.map(startRun)), strike(db)]);
    for (const [at, client] of clients.entries()) {
      const { run } = await untilEnded(client, runIds[at] ?? 0);
      expect(run).toMatchObject({ status: 'success', new_publication_count: publications });
      const follower = await follow(client, run.id);
      await follower.over;
      expect(follower.ids()).toEqual(numbersTo(follower.events.length));
      expect(follower.events.filter(({ event }) => event === 'run_complete')).toHaveLength(1);
    }
  }
  await untilNoLookups(db);
  expect(log()).not.toMatch(/deadlock/i);
  expect((await deadlocks.execute(db)).rows, 'deadlocks').toEqual([{ n: 0 }]);
});
