import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkIntegrity } from '../../src/maintenance/check-integrity.ts';
import { follow } from '../support/follow.ts';
import { expectSound, merge } from '../support/merges.ts';
import { startRun } from '../support/runs.ts';
import { ONE, startService } from '../support/service.ts';
import { until, untilEnded, untilNoLookups, untilStatus } from '../support/wait.ts';

test('publications can be merged and unmerged while a run resolves them, and the run ends with the enrichment', async () => {
  const { sandbox, admin, db } = await startService({ sources: 'all', scholar: 'collected' });
  for (let at = 0; at < 3; at += 1) sandbox.addPublication(ONE, { copy: 'direct' });
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
