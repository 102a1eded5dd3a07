import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkIntegrity } from '../../src/maintenance/check-integrity.ts';
import { follow } from '../support/follow.ts';
import { makeRows, savePageOf, track } from '../support/library.ts';
import { expectSound, merge } from '../support/merges.ts';
import { startRun } from '../support/runs.ts';
import { ONE, startService } from '../support/service.ts';
import { until, untilEnded, untilNoLookups, untilStatus } from '../support/wait.ts';

test('reports that run while works are merged and taken apart find no fault, and hold nobody up', async () => {
  const { db, admin, newUser } = await startService();
  for (const name of ['one', 'two']) {
    const { userId } = await newUser(name);
    await savePageOf(db, await track(db, userId, 'P'), makeRows('P', [0, 40]));
  }
  const works = (await db.selectFrom('publications').select('id').orderBy('id').execute()).map(({ id }) => id);
  let isDone = false;
  const changing = (async () => {
    for (let round = 0; round < 2; round += 1) {
      const jobs: number[] = [];
      for (let at = 0; at + 1 < works.length; at += 2) jobs.push(await merge(db, works[at] ?? 0, works[at + 1] ?? 0));
      for (const job of jobs.toReversed()) await admin.ok('POST', `/admin/db/repairs/${job}/undo`);
    }
  })().finally(() => {
    isDone = true;
  });
  let reports = 0;
  do {
    const { status, failures, checks } = await checkIntegrity(db);
    expect([status, failures]).toEqual(['passed', []]);
    expect(checks.filter(({ severity, count }) => severity === 'warning' && count > 0)).toEqual([]);
    reports += 1;
  } while (!isDone);
  await changing;
  expect(reports).toBeGreaterThan(1);
});

test('works that a run is searching for are merged and taken apart under it, and it ends when all is known', async () => {
  const { sandbox, admin, db } = await startService({ sources: 'all', scholar: 'collected' });
  for (let at = 0; at < 3; at += 1) sandbox.addWork(ONE, { copy: 'direct' });
  sandbox.setFault('crossref', { kind: 'hang', times: 1 });
  const runId = await startRun(admin);
  const follower = await follow(admin, runId);
  await untilStatus(admin, runId, 'resolving');
  await until(async () => expect(sandbox.requestCount('crossref')).toBeGreaterThan(0));
  const [a = 0, b = 0, c = 0] = (await db.selectFrom('publications').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  );
  const kept = await merge(db, a, b);
  const undone = await merge(db, c, a);
  expect((await checkIntegrity(db)).failures).toEqual([]);
  await admin.ok('POST', `/admin/db/repairs/${undone}/undo`);
  sandbox.release();
  expect(await follower.over).toBe('ended');
  expect((await untilEnded(admin, runId)).run).toMatchObject({ status: 'success', new_publication_count: 3 });
  await untilNoLookups(db);
  expect((await sql`select from run_enrichment`.execute(db)).rows).toEqual([]);
  await admin.ok('POST', `/admin/db/repairs/${kept}/undo`);
  await untilNoLookups(db);
  const { publications } = await admin.ok('GET', '/publications');
  expect(publications.map((one: { pdf_status: string }) => one.pdf_status)).toEqual(Array(3).fill('resolved'));
  await expectSound(db);
  const { status, failures, warnings } = await checkIntegrity(db);
  expect({ status, failures, warnings }).toEqual({ status: 'passed', failures: [], warnings: [] });
});
