import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeWorkDue, runJob } from '../support/due.ts';
import { follow, numbersTo } from '../support/follow.ts';
import { startRun } from '../support/runs.ts';
import { ONE, profileId, startService } from '../support/service.ts';
import { untilEnded, untilStatus } from '../support/wait.ts';

const TWO = profileId(2);

test('a run in its resolving phase reports and awaits what the queue finds in the meantime', async () => {
  const { sandbox, admin, collect, db } = await startService({ sources: 'all', scholar: 'collected' });
  sandbox.addScholar(TWO, 0);
  await collect(admin, [TWO]);
  for (const id of [ONE, TWO]) sandbox.addPublication(id, { copy: 'direct' });
  sandbox.setFault(TWO, { kind: 'layout', times: 1 });
  sandbox.setFault('crossref', { kind: 'hang' });
  const runId = await startRun(admin);
  const follower = await follow(admin, runId);
  await untilStatus(admin, runId, 'resolving');
  await makeWorkDue(db);
  await follower.until(() => follower.events.filter(({ event }) => event === 'publication_discovered').length === 2);
  await untilStatus(admin, runId, 'resolving');
  expect((await sql`select from run_enrichment`.execute(db)).rows).toHaveLength(2);
  sandbox.setFault('crossref', null);
  sandbox.release();
  expect(await follower.over).toBe('ended');
  expect(follower.ids()).toEqual(numbersTo(follower.events.length));
  const kinds = follower.events.map(({ event }) => event);
  expect(kinds.filter((kind) => kind === 'pdf_updated')).toHaveLength(2);
  expect(kinds.lastIndexOf('pdf_updated')).toBeLessThan(kinds.indexOf('run_complete'));
  expect((await untilEnded(admin, runId)).run).toMatchObject({
    status: 'partial_failure',
    new_publication_count: 2,
    failed_count: 1,
  });
});

test('no scheduled run starts for a user whose run is resolving', async () => {
  const { sandbox, admin, db } = await startService({ sources: 'all', scholar: 'collected' });
  sandbox.addPublication(ONE, { copy: 'direct' });
  sandbox.setFault('crossref', { kind: 'hang' });
  const runId = await startRun(admin);
  await untilStatus(admin, runId, 'resolving');
  await sql`update user_settings set auto_run_enabled = true`.execute(db);
  await sql`update runs set start_dt = start_dt - interval '90 days'`.execute(db);
  await runJob(db, 'start-due-runs');
  expect((await admin.ok('GET', '/runs')).runs).toHaveLength(1);
  sandbox.setFault('crossref', null);
  sandbox.release();
  await untilEnded(admin, runId);
  await runJob(db, 'start-due-runs');
  expect((await admin.ok('GET', '/runs')).runs).toMatchObject([{ trigger_type: 'scheduled' }, { id: runId }]);
});

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
