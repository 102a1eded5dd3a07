import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { dropAllPublications } from '../../src/maintenance/drop-all-publications.ts';
import { adminId, makeRows, savePageOf, track } from '../support/library.ts';
import { profileId, startService } from '../support/service.ts';
import { until, untilQueueIsDone } from '../support/wait.ts';

const ONE = profileId(1);
const PATH = '/admin/db/repairs/publication-links';
const ALL = { scope_mode: 'all_users', dry_run: false, confirmation_text: 'REPAIR ALL USERS' };
const DROP = '/admin/db/drop-all-publications';
const CONFIRMED = { body: { confirmation_text: 'DROP ALL PUBLICATIONS' } };

test('repairs beside crawls, marks, tracking and untracking lose nothing and duplicate nothing', async () => {
  const { admin, newUser, sandbox, db, services, track, log } = await startService({
    sources: 'google_scholar',
    env: { INGESTION_PAGE_SIZE: '10' },
    workers: 2,
  });
  const ids = [1, 2, 3].map(profileId);
  for (const [at, id] of ids.entries()) {
    sandbox.addScholar(id, 50, { shares: at === 0 ? [] : [{ id: ONE, first: 0, count: 10 }] });
  }
  const other = await newUser('other');
  for (const id of ids) for (const client of [admin, other]) await track(client, id);
  let over = false;
  const busy = Promise.all([
    (async () => {
      while (!over) await admin.ok('POST', PATH, { body: { ...ALL, gc_orphan_publications: true } });
    })(),
    (async () => {
      while (!over) await admin.ok('POST', '/publications/mark-all-read', { body: {} });
    })(),
    (async () => {
      while (!over) {
        const { scholars } = await other.ok('GET', '/scholars');
        await other.ok('DELETE', `/scholars/${scholars[0].id}`);
        await track(other, scholars[0].scholar_id);
        // delete and hide library entries in ways that the service never would
        await services.db.transaction().execute(async (tx) => {
          await sql`select from libraries for update`.execute(tx);
          await sql`delete from user_publications u using unread r where u.publication_id % 7 = 0 and r.user_id = u.user_id and r.publication_id = u.publication_id`.execute(
            tx,
          );
          await sql`update user_publications set hidden_as = 'unread', scholar_ids = '{}' where publication_id % 7 = 1`.execute(
            tx,
          );
        });
      }
    })(),
  ]);
  await untilQueueIsDone(admin);
  over = true;
  await busy;
  await untilQueueIsDone(other);
  await admin.ok('POST', PATH, { body: ALL });
  const { summary } = await admin.ok('POST', PATH, { body: { ...ALL, gc_orphan_publications: true } });
  const { dry_run: _, users_examined, links_in_scope, ...repairs } = summary;
  expect([users_examined, links_in_scope]).toEqual([2, 260]);
  expect(Object.entries(repairs).filter(([, count]) => count !== 0)).toEqual([]);
  for (const client of [admin, other]) expect((await client.ok('GET', '/publications')).total_count).toBe(130);
  const { rows } = await sql`
    select user_id from user_publications group by user_id, entry_number having count(*) > 1`.execute(db);
  expect(rows, 'numbers given twice').toEqual([]);
  expect(log()).not.toMatch(/deadlock|could not be saved|request failed/);
});

test('publications that were deleted as orphans are crawled again, even if their profile was fresh', async () => {
  const { admin, sandbox, db, collect } = await startService({
    sources: 'google_scholar',
    env: { PROFILE_FRESH_MINUTES: '60', INGESTION_PAGE_SIZE: '10' },
  });
  sandbox.addScholar(ONE, 35);
  const [scholar] = await collect(admin, [ONE]);
  await admin.ok('DELETE', `/scholars/${scholar}`);
  await sql`delete from user_publications where publication_id % 2 = 0`.execute(db);
  const { summary } = await admin.ok('POST', PATH, { body: { ...ALL, gc_orphan_publications: true } });
  expect(summary.publications_deleted).toBeGreaterThan(15);
  await collect(admin, [ONE]);
  expect(await untilQueueIsDone(admin)).toEqual([]);
  expect((await admin.ok('GET', '/publications')).total_count).toBe(35);
  expect((await db.selectFrom('publications').select('id').execute()).length).toBe(35);
});

/** A connection of the test that stays open when those of the service are terminated. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

/** Terminates all connections of the service, as if its process had been killed. */
async function killConnections(client: pg.Client): Promise<void> {
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
}

test('a repair that is killed in the middle continues where it was, and makes each change once', async () => {
  const { admin, db, services } = await startService({ sources: 'google_scholar', workers: 0 });
  const user = await adminId(db);
  const scholar = await track(db, user, 'P1');
  await savePageOf(db, scholar, makeRows('P1', [0, 4000]));
  await sql`delete from user_publications`.execute(db);
  const client = await connect(services.config.databaseUrl ?? '');
  try {
    const count = async () =>
      (await client.query('select count(*)::int as n from audit_log where repair_job_id is not null')).rows[0].n;
    const body = { user_id: user, dry_run: false };
    const killed = admin.call('POST', PATH, { body });
    await until(async () => expect(await count()).toBeGreaterThanOrEqual(500));
    await killConnections(client);
    expect((await killed).status).toBeGreaterThanOrEqual(500);
    const done = await count();
    expect(done).toBeLessThan(4000);
    expect(done % 500).toBe(0);
    expect((await admin.ok('POST', PATH, { body })).summary).toMatchObject({ links_added: 4000 - done });
    const { jobs } = await admin.ok('GET', '/admin/db/repair-jobs');
    expect(jobs.map((job: { status: string }) => job.status)).toEqual(['completed', 'failed']);
    const { rows } = await client.query(
      'select count(distinct publication_id)::int as publications, count(*)::int as changes from audit_log where repair_job_id is not null',
    );
    expect(rows).toEqual([{ publications: 4000, changes: 4000 }]);
    expect(await admin.ok('GET', '/publications')).toMatchObject({ total_count: 4000, unread_count: 4000 });
  } finally {
    await client.end();
  }
});

test('a drop waits for readers of the publications and gives up after a while; if it is killed, nothing is dropped', async () => {
  const { admin, db, services } = await startService({ sources: 'google_scholar', workers: 0 });
  const scholar = await track(db, await adminId(db), 'P1');
  await savePageOf(db, scholar, makeRows('P1', [0, 20]));
  const client = await connect(services.config.databaseUrl ?? '');
  try {
    await client.query('begin');
    await client.query('select count(*) from listings');
    const operator = { name: 'somebody', userId: null };
    const refused = dropAllPublications(services, operator, 'DROP ALL PUBLICATIONS', { maxWaitMs: 0 });
    await expect(refused).rejects.toMatchObject({ kind: 'conflict', code: 'publications_in_use' });

    const killed = admin.call('POST', DROP, CONFIRMED);
    await until(async () => {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where query ilike 'lock table%access exclusive%' and wait_event_type = 'Lock'`.execute(db);
      expect(rows).toHaveLength(1);
    });
    expect((await killed).status).toBeGreaterThanOrEqual(500);
    const states = await client.query(
      'select baseline_completed, (select count(*)::int from queue_items) as items from scholar_profiles',
    );
    expect(states.rows).toEqual([{ baseline_completed: true, items: 0 }]);
    expect((await admin.ok('GET', '/publications')).total_count).toBe(20);

    const waits = admin.ok('POST', DROP, CONFIRMED);
    await client.query('commit');
    expect(await waits).toMatchObject({ deleted_count: 20 });
    const { jobs } = await admin.ok('GET', '/admin/db/repair-jobs');
    expect(jobs.map((job: { status: string }) => job.status)).toEqual(['completed', 'failed', 'failed']);
    expect(jobs[2].error_text).toContain('Nothing was deleted');
  } finally {
    await client.end();
  }
});
