import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { otherSources } from '../support/other-sources.ts';
import { startRun } from '../support/runs.ts';
import { profileId } from '../support/service.ts';
import { until, untilEnded, untilNoLookups, untilStatus } from '../support/wait.ts';
import { finishWorld, makeEnrichmentWorld, trackScholars } from './enrichment-world.ts';
import { startServiceProcess } from './service-process.ts';

/** A run in its resolving phase whose process stops while Crossref has not responded yet. */
async function leaveRunResolving() {
  const world = await makeEnrichmentWorld(10, 0);
  const { sandbox, admin } = world.service;
  const first = startServiceProcess(world.service, world.env, 'worker.js');
  await trackScholars(world);
  await finishWorld(world);
  sandbox.addPublication(profileId(1), {
    copy: 'europepmc',
    title: 'A work between two lives of a service',
    venue: 'Annals',
  });
  sandbox.setFault('crossref', { kind: 'hang' });
  const asked = world.asked('crossref');
  const runId = await startRun(admin);
  await until(async () => expect(world.asked('crossref')).toBe(asked + 1));
  await untilStatus(admin, runId, 'resolving');
  expect((await first.terminate()).exitCode, first.output().slice(-2000)).toBe(0);
  await untilStatus(admin, runId, 'resolving');
  sandbox.setFault('crossref', null);
  return { ...world, runId };
}

test.each([
  ['continues where the previous one stopped', {}, { status: 'resolved', failure_reason: null }],
  ['uses the other sources if one was disabled', { CROSSREF_ENABLED: '0' }, { status: 'resolved' }],
  ['ends the search if all sources were disabled', otherSources(false), { status: 'failed' }],
])('a process %s', { timeout: 240_000 }, async (_what, change, pdf) => {
  const { service, env, runId } = await leaveRunResolving();
  const next = startServiceProcess(service, { ...env, ...change }, 'worker.js');
  const { run } = await untilEnded(service.admin, runId);
  expect(run).toMatchObject({ status: 'success', new_publication_count: 1 });
  await untilNoLookups(service.db);
  const { rows } = await sql`
    select j.* from enrichment j join publications p on p.id = j.publication_id where p.title like 'A work between%'`.execute(
    service.db,
  );
  expect(rows).toMatchObject([pdf]);
  expect((await next.terminate()).exitCode).toBe(0);
});
