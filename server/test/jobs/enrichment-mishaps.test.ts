import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startRun } from '../support/runs.ts';
import { ONE, startService } from '../support/service.ts';
import { until, untilEnded, untilNoLookups } from '../support/wait.ts';
import { expectSameRows } from './describe-rows.ts';
import { startWorker } from './enrichment-processes.ts';
import { describeWorld, finishWorld, makeEnrichmentWorld, trackScholars } from './enrichment-world.ts';

test('a process continues after all its database connections are cut during enrichment', {
  timeout: 400_000,
}, async () => {
  const calm = await makeEnrichmentWorld(40, 1);
  await trackScholars(calm);
  await finishWorld(calm);

  const world = await makeEnrichmentWorld(40, 0);
  const { db } = world.service;
  await trackScholars(world);
  const process = startWorker(world);
  for (let cut = 1; cut <= 4; cut += 1) {
    const asked = world.asked();
    await until(async () => expect(world.asked()).toBeGreaterThan(asked + 8));
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'lectern%'`.execute(db);
    expect(rows.length).toBeGreaterThan(1);
  }
  await finishWorld(world);
  expect(process.child.exitCode, process.output()).toBeNull();
  expectSameRows(await describeWorld(world), await describeWorld(calm));
  expect(await process.terminate()).toMatchObject({ exitCode: 0 });
});

/** Enriches three publications while the database rejects something of the second. Returns the final states of their PDFs. */
async function resolveWithTrigger(table: string, event: string) {
  const env = { INGESTION_CONTINUATION_BASE_DELAY_SECONDS: '0' };
  const service = await startService({ sources: 'all', scholar: 'collected', env });
  const { sandbox, admin, db } = service;
  for (const number of [1, 2, 3]) {
    const title = `The ${number === 2 ? 'refused' : 'welcome'} case of ${number} rows`;
    sandbox.addPublication(ONE, { copy: 'direct', title, italic: null, arxivId: null });
  }
  sandbox.setFault('crossref', { kind: 'hang' });
  const runId = await startRun(admin);
  await until(async () => expect(sandbox.requestCount('crossref')).toBe(1));
  await sql
    .raw(`
    create function refuse() returns trigger language plpgsql as $$ begin
      if exists (select from publications where id = new.publication_id and title like '%refused%') then raise 'refused'; end if;
      return new;
    end $$;
    create trigger refuse before ${event} on ${table} for each row execute function refuse();`)
    .execute(db);
  sandbox.setFault('crossref', null);
  sandbox.release();
  const states = async () => {
    const { publications } = await admin.ok('GET', '/publications?sort_by=title&sort_dir=asc');
    return publications.map((one: { pdf_status: string }) => one.pdf_status);
  };
  return { ...service, runId, states };
}

test('a publication whose identifiers cannot be saved blocks no other, and is skipped after a few attempts', async () => {
  const { admin, db, runId, states } = await resolveWithTrigger('publication_identifiers', 'insert');
  expect((await untilEnded(admin, runId)).run).toMatchObject({ status: 'success' });
  await untilNoLookups(db);
  // by title: the rejected one comes first
  expect(await states()).toEqual(['failed', 'resolved', 'resolved']);
});

test('a publication whose delay cannot be saved either blocks no other', async () => {
  const { states, log } = await resolveWithTrigger('enrichment', 'update');
  await until(async () => expect((await states()).slice(1)).toEqual(['resolved', 'resolved']));
  expect(log()).toContain('could not be saved');
});
