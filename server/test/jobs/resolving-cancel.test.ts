import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { follow } from '../support/follow.ts';
import { listTold, startRun } from '../support/runs.ts';
import { ONE, startService } from '../support/service.ts';
import { until, untilEnded, untilNoLookups, untilStatus } from '../support/wait.ts';

/** A run that resolves one publication, whose first response is delayed. */
async function startHeldRun() {
  const service = await startService({ sources: 'all', scholar: 'collected' });
  const { sandbox, admin } = service;
  sandbox.addPublication(ONE, { copy: 'direct', doi: '10.5555/held.1' });
  sandbox.setFault('crossref', { kind: 'hang', times: 1 });
  const runId = await startRun(admin);
  await untilStatus(admin, runId, 'resolving');
  await until(async () => expect(sandbox.requestCount('crossref')).toBe(1));
  return { ...service, runId };
}

test('canceling during the resolving phase ends the stream, and the searches continue without the run', async () => {
  const { sandbox, admin, db, runId } = await startHeldRun();
  const follower = await follow(admin, runId);
  const detail = await admin.ok('POST', `/runs/${runId}/cancel`);
  expect(detail.run).toMatchObject({ status: 'canceled', new_publication_count: 1 });
  expect(detail.run.end_dt).not.toBeNull();
  expect(detail.scholar_results).toMatchObject([{ outcome: 'success' }]);
  expect(await follower.over).toBe('ended');
  expect(follower.events.slice(-2).map(({ data }) => data)).toEqual([{ status: 'canceled' }, { status: 'canceled' }]);
  const told = await listTold(db, runId);
  expect((await sql`select from run_enrichment`.execute(db)).rows).toEqual([]);
  await admin.fails(409, 'run_not_cancelable', 'POST', `/runs/${runId}/cancel`);
  sandbox.release();
  await untilNoLookups(db);
  const { publications } = await admin.ok('GET', '/publications');
  expect(publications).toMatchObject([{ pdf_status: 'resolved', doi: '10.5555/held.1' }]);
  expect(await listTold(db, runId)).toEqual(told);
  expect((await admin.ok('GET', `/runs/${runId}`)).run.status).toBe('canceled');
});

test('a run after a canceled one does not report its publications', async () => {
  const { sandbox, admin, db, runId } = await startHeldRun();
  await admin.ok('POST', `/runs/${runId}/cancel`);
  const next = await startRun(admin);
  expect((await untilEnded(admin, next)).run).toMatchObject({ status: 'success', new_publication_count: 0 });
  sandbox.release();
  await untilNoLookups(db);
  const kinds = (await listTold(db, next)).map(({ kind }) => kind);
  expect(kinds).not.toContain('identifier_updated');
  expect(kinds).not.toContain('pdf_updated');
});

test('a run still reports the publication and ends if the user untracks the scholar', async () => {
  const { sandbox, admin, db, runId } = await startHeldRun();
  const { scholars } = await admin.ok('GET', '/scholars');
  await admin.ok('DELETE', `/scholars/${scholars[0].id}`);
  expect((await admin.ok('GET', `/runs/${runId}`)).run.status).toBe('resolving');
  sandbox.release();
  expect((await untilEnded(admin, runId)).run).toMatchObject({ status: 'success', new_publication_count: 1 });
  const kinds = (await listTold(db, runId)).map(({ kind }) => kind);
  expect(kinds.slice(-4)).toEqual(['identifier_updated', 'pdf_updated', 'run_status', 'run_complete']);
  await untilNoLookups(db);
});

test("a deactivated user's run resolves to its end", async () => {
  const { sandbox, admin, newUser, collect, db } = await startService({ sources: 'all', scholar: 'collected' });
  const other = await newUser('other');
  await collect(other, [ONE]);
  sandbox.addPublication(ONE, { copy: 'direct' });
  sandbox.setFault('crossref', { kind: 'hang', times: 1 });
  const runId = await startRun(other);
  await untilStatus(other, runId, 'resolving');
  await admin.ok('PATCH', `/admin/users/${other.userId}/active`, { body: { is_active: false } });
  await until(async () => expect(sandbox.requestCount('crossref')).toBe(1));
  sandbox.release();
  await untilNoLookups(db);
  const { rows } = await sql`select status, end_dt is null as goes_on from runs where id = ${runId}`.execute(db);
  expect(rows).toEqual([{ status: 'success', goes_on: false }]);
  const { publication_id } = (await listTold(db, runId)).find(({ kind }) => kind === 'pdf_updated')?.data ?? {};
  const pdfs = await sql`select status from enrichment where publication_id = ${publication_id}`.execute(db);
  expect(pdfs.rows).toEqual([{ status: 'resolved' }]);
});
