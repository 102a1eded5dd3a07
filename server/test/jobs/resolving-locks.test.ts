import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockActiveRun } from '../../src/crawling/run-store.ts';
import { adminId } from '../support/library.ts';
import { startRun } from '../support/runs.ts';
import { ONE, startService } from '../support/service.ts';
import { until, untilEnded, untilNoLookups, untilStatus } from '../support/wait.ts';

test('a run locks the searches it awaits in the same order as the transaction that saves them', async () => {
  const { sandbox, admin, newUser, collect, db, log } = await startService({ sources: 'all', scholar: 'collected' });
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
  const { db } = await startService();
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
