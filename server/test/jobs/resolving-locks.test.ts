import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { until, untilEnded } from './crawl-service.ts';
import { ONE, startResolvingService, startRun, untilNoLookups, untilStatus } from './resolving-service.ts';

test('a run that is to wait for searches takes them in the order of their works, as those do who settle them', async () => {
  const { sandbox, admin, newUser, collect, db, log } = await startResolvingService();
  const other = await newUser('other');
  await collect(other, [ONE]);
  for (const copy of ['direct', 'closed'] as const) sandbox.addWork(ONE, { copy });
  sandbox.setFault('crossref', { kind: 'hang' });
  const first = await startRun(other);
  await untilStatus(other, first, 'resolving');
  const ids = (await sql<{ id: number }>`select publication_id as id from lookups order by 1`.execute(db)).rows;
  const [early, late] = ids.map(({ id }) => id);
  // somebody waits for the one, nobody for the other
  await sql`update lookups set priority = 1 where publication_id = ${late}`.execute(db);
  const lock = (id: number | undefined) => sql`select from lookups where publication_id = ${id} for update`;
  const second = await db.transaction().execute(async (tx) => {
    await lock(early).execute(tx);
    const runId = await startRun(admin);
    await until(async () => {
      const waiting = sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%lookups%'`;
      expect((await waiting.execute(db)).rows).toHaveLength(1);
    });
    await lock(late).execute(tx);
    return runId;
  });
  await untilStatus(admin, second, 'resolving');
  const { rows } = await sql`select priority from lookups`.execute(db);
  expect(rows, 'somebody waits for both').toEqual([{ priority: 0 }, { priority: 0 }]);
  sandbox.setFault('crossref', null);
  sandbox.release();
  for (const [client, runId] of [[other, first] as const, [admin, second] as const])
    expect((await untilEnded(client, runId)).run).toMatchObject({ status: 'success', new_publication_count: 2 });
  await untilNoLookups(db);
  expect(log()).not.toMatch(/deadlock/i);
});
