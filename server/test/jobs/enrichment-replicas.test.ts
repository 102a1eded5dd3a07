import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runJob } from '../support/due.ts';
import { startRun } from '../support/runs.ts';
import { ONE, startService } from '../support/service.ts';
import { until, untilEnded, untilNoLookups } from '../support/wait.ts';
import { startWorker } from './enrichment-processes.ts';
import { finishWorld, makeEnrichmentWorld, startWorldRuns, trackScholars } from './enrichment-world.ts';

test('two worker processes perform each step once', { timeout: 240_000 }, async () => {
  const world = await makeEnrichmentWorld(40, 0);
  const { db, sandbox } = world.service;
  const workers = [startWorker(world), startWorker(world)];
  await Promise.all(workers.map(({ ready }) => ready));
  await trackScholars(world);
  await finishWorld(world);
  await finishWorld(world, await startWorldRuns(world, 10));
  const { rows } = await sql`
    select status in ('resolved', 'failed') as is_over, attempt_count, count(*) > 200 as are_many from enrichment group by 1, 2`.execute(
    db,
  );
  expect(rows).toEqual([{ is_over: true, attempt_count: 1, are_many: true }]);
  for (const source of ['crossref', 'unpaywall', 'europepmc']) {
    const asked = sandbox.requests.filter(
      (one) => one.source === source && !one.path.startsWith('/europepmc/articles/'),
    );
    const answers = await sql`select from source_responses where source = ${source}`.execute(db);
    expect(asked, `requests to ${source}, beside its answers`).toHaveLength(answers.rows.length);
  }
  for (const worker of workers) {
    expect(worker.output()).not.toMatch(/deadlock/i);
    expect((await worker.terminate()).exitCode, worker.output().slice(-2000)).toBe(0);
  }
});

test('only one of two workers uses a source that allows one request at a time', async () => {
  const service = await startService({ sources: 'all', scholar: 'collected', workers: 2 });
  const { sandbox, admin, db } = service;
  const count = 6;
  // no source knows them: after Crossref and Europe PMC, arXiv is searched for each title
  for (let number = 1; number <= count; number += 1)
    sandbox.addPublication(ONE, {
      oddity: 'unlisted',
      title: `Nobody heard of ${number} silent things`,
      venue: 'Annals',
    });
  sandbox.setFault('arxiv', { kind: 'hang' });
  const runId = await startRun(admin);
  await until(async () => {
    const { rows } = await sql`select from enrichment where source is not null and source <> 'arxiv'`.execute(db);
    expect(rows).toEqual([]);
  });
  for (let number = 1; number <= count; number += 1) {
    await until(async () => expect(sandbox.requestCount('arxiv')).toBe(number));
    await runJob(db, 'retry-due-pdfs');
    expect(sandbox.requestCount('arxiv'), 'no other request beside the one that is held').toBe(number);
    sandbox.release();
  }
  expect((await untilEnded(admin, runId)).run).toMatchObject({ status: 'success' });
  await untilNoLookups(db);
  expect(sandbox.requestCount('arxiv')).toBe(count);
});
