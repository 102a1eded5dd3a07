import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeLookupsDue } from '../support/due.ts';
import { listTold, startRun } from '../support/runs.ts';
import { ONE, startService } from '../support/service.ts';
import { until, untilEnded, untilNoLookups, untilStatus } from '../support/wait.ts';

const publications = async ({ admin }: Awaited<ReturnType<typeof startService>>) =>
  (await admin.ok('GET', '/publications?page_size=100')).publications;
/** A publication that only a title search finds. */
const plain = (number: number) => ({ title: `On the ${number} ways of waiting`, italic: null, venue: 'Annals' });

test('a cooldown defers steps: the run succeeds, and enrichment continues after the cooldown', async () => {
  const service = await startService({ sources: 'all', scholar: 'collected' });
  const { sandbox, admin, db } = service;
  sandbox.addPublication(ONE, { copy: 'direct', doi: '10.5555/later.1' });
  sandbox.setFault('crossref', { kind: 'unusual', times: 1 });
  const runId = await startRun(admin);
  const { run, safety_state } = await untilEnded(admin, runId);
  expect(run).toMatchObject({ status: 'success', failed_count: 0, partial_count: 0 });
  expect(safety_state).toMatchObject({ cooldown_active: false, counters: { consecutive_blocked_runs: 0 } });
  expect(await publications(service)).toMatchObject([{ pdf_status: 'queued', pdf_attempt_count: 0, doi: null }]);
  const { rows } = await sql<{ wait: number; failure_count: number }>`
    select extract(epoch from j.next_attempt_at - now())::float8 as wait, j.failure_count, j.failure_reason
    from enrichment j where source is not null`.execute(db);
  expect(rows).toMatchObject([{ failure_count: 0, failure_reason: null }]);
  expect(rows[0]?.wait, 'half an hour').toBeGreaterThan(1500);
  expect(rows[0]?.wait).toBeLessThan(1810);
  const told = await listTold(db, runId);
  expect(told.at(-1)?.kind).toBe('run_complete');

  await makeLookupsDue(db, 'crossref');
  await untilNoLookups(db);
  expect(await publications(service)).toMatchObject([
    { pdf_status: 'resolved', pdf_attempt_count: 1, doi: '10.5555/later.1', pdf_failure_reason: null },
  ]);
  expect(await listTold(db, runId), 'the run had ended').toEqual(told);
});

test('during a cooldown, a run with more publications than one request or chunk ends at once', async () => {
  const service = await startService({ sources: 'all', scholar: 'collected' });
  const { sandbox, admin, db } = service;
  await sql`
    insert into source_states (source, cooldown_until) values ('crossref', now() + interval '1 hour')
    on conflict (source, credential) do update set cooldown_until = excluded.cooldown_until`.execute(db);
  for (let number = 1; number <= 80; number += 1) sandbox.addPublication(ONE, { ...plain(number), copy: 'closed' });
  const { run } = await untilEnded(admin, await startRun(admin));
  expect(run).toMatchObject({ status: 'success', new_publication_count: 80 });
  expect(sandbox.requestCount('crossref')).toBe(0);
  const works = await publications(service);
  expect(works.filter((one: { pdf_status: string }) => one.pdf_status === 'queued')).toHaveLength(80);
});

test('a run with many publications ends at once after a refusal', async () => {
  const { sandbox, admin } = await startService({ sources: 'all', scholar: 'collected' });
  for (let number = 1; number <= 80; number += 1) sandbox.addPublication(ONE, { ...plain(number), copy: 'closed' });
  sandbox.setFault('crossref', { kind: 'unusual' });
  const { run } = await untilEnded(admin, await startRun(admin));
  expect(run).toMatchObject({ status: 'success', new_publication_count: 80 });
  expect(sandbox.requestCount('crossref'), 'those under way at once').toBeLessThanOrEqual(3);
});

test('an unreachable source defers steps; after three failures, enrichment continues without it', async () => {
  const constants = { networkFailureThreshold: 100 };
  const service = await startService({ sources: 'all', scholar: 'collected', constants });
  const { sandbox, admin, db } = service;
  sandbox.addPublication(ONE, { copy: 'direct', arxivId: null });
  sandbox.setFault('crossref', { kind: 'reset' });
  const { run } = await untilEnded(admin, await startRun(admin));
  expect(run).toMatchObject({ status: 'success', failed_count: 0 });
  expect(await publications(service)).toMatchObject([{ pdf_status: 'queued', pdf_attempt_count: 0 }]);
  const failures = async () =>
    (await sql`select source, failure_count from enrichment where source is not null`.execute(db)).rows;
  expect(await failures()).toEqual([{ source: 'crossref', failure_count: 1 }]);
  await makeLookupsDue(db, 'crossref');
  await until(async () => expect(await failures()).toEqual([{ source: 'crossref', failure_count: 2 }]));
  await makeLookupsDue(db, 'crossref');
  await untilNoLookups(db);
  expect(sandbox.requestCount('crossref')).toBe(3);
  expect(await publications(service)).toMatchObject([
    { pdf_status: 'resolved', pdf_attempt_count: 1, display_identifier: { kind: 'doi' } },
  ]);
});

test('two network failures in a row start a cooldown, which does not count as a failure of the waiting steps', async () => {
  const service = await startService({ sources: 'all', scholar: 'collected' });
  const { sandbox, admin, db } = service;
  for (let number = 1; number <= 12; number += 1) sandbox.addPublication(ONE, { ...plain(number), copy: 'direct' });
  sandbox.setFault('crossref', { kind: 'reset' });
  const { run } = await untilEnded(admin, await startRun(admin));
  expect(run).toMatchObject({ status: 'success', new_publication_count: 12 });
  expect(sandbox.requestCount('crossref'), 'those under way at once').toBeLessThanOrEqual(4);
  sandbox.setFault('crossref', null);
  await makeLookupsDue(db, 'crossref');
  await untilNoLookups(db);
  for (const work of await publications(service)) expect(work).toMatchObject({ pdf_status: 'resolved' });
});

test('a spent budget defers the steps that need that source until it resets', async () => {
  const service = await startService({ sources: 'all', scholar: 'collected' });
  const { sandbox, admin, db } = service;
  await sql`
    insert into source_states (source, credential, spent, resets_at) values
      ('unpaywall', 'shared', 100000, now() + interval '1 hour'), ('openalex', 'shared', 1000, now() + interval '1 hour')
    on conflict (source, credential) do update set spent = excluded.spent, resets_at = excluded.resets_at`.execute(db);
  sandbox.addPublication(ONE, { copy: 'repository' });
  sandbox.addPublication(ONE, { copy: 'direct' });
  const { run } = await untilEnded(admin, await startRun(admin));
  expect(run).toMatchObject({ status: 'success', failed_count: 0 });
  expect(sandbox.requestCount('unpaywall')).toBe(0);
  const states = async () => (await publications(service)).map((one: { pdf_status: string }) => one.pdf_status).sort();
  expect(await states()).toEqual(['queued', 'resolved']);
  await sql`update source_states set resets_at = now()`.execute(db);
  await makeLookupsDue(db, 'unpaywall');
  await untilNoLookups(db);
  expect(await states()).toEqual(['resolved', 'resolved']);
  await untilStatus(admin, run.id, 'success');
});
