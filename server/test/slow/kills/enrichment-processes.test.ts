import { setTimeout as delay } from 'node:timers/promises';
import { between, randomFrom } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { maxConcurrency } from '../../../src/sources/source-limits.ts';
import { expectSameRows } from '../../jobs/describe-rows.ts';
import {
  describeWorld,
  type EnrichmentWorld,
  finishWorld,
  makeEnrichmentWorld,
  startWorker,
  startWorldRuns,
  trackScholars,
  untilLookedUp,
} from '../../jobs/enrichment-world.ts';
import { expireClaims, runJob } from '../../support/due.ts';
import { otherSources } from '../../support/other-sources.ts';
import { startRun } from '../../support/runs.ts';
import { ONE, profileId, startService } from '../../support/service.ts';
import { until, untilEnded, untilNoLookups, untilStatus } from '../../support/wait.ts';

/** Each kill costs the start of a process, so a change gets fewer of them. */
const IS_FULL = process.env.CI_FULL !== undefined;
const PUBLICATIONS = IS_FULL ? 60 : 30;
const NEW_PUBLICATIONS = 10;
const KILLS = IS_FULL ? 13 : 7;
const FIRST_KILLS = IS_FULL ? 9 : 5;
/** The links that are checked at the same time, and those whose results are not saved yet. */
const MOST_LINKS_LOST = 6 + 25;

/**
 * Starts workers and kills each with SIGKILL soon after a few requests to other sources. Returns how many died with
 * open enrichment.
 */
async function killRepeatedly(world: EnrichmentWorld, kills: number, random: () => number): Promise<number> {
  let amid = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    await expireClaims(world.service.db);
    const before = world.requested();
    const life = startWorker(world);
    await life.ready;
    await untilLookedUp(world, between(random, 1, 20));
    await delay(random() * 40);
    await life.kill();
    const open = await sql`select from enrichment where source is not null`.execute(world.service.db);
    if (open.rows.length > 0 && world.requested() > before) amid += 1;
  }
  return amid;
}

test('after many kills during enrichment, every search ends with the right result', {
  timeout: 600_000,
}, async () => {
  const calm = await makeEnrichmentWorld(PUBLICATIONS, 1);
  await trackScholars(calm);
  await finishWorld(calm);
  await finishWorld(calm, await startWorldRuns(calm, NEW_PUBLICATIONS));

  const random = randomFrom('lookups-kill');
  const killed = await makeEnrichmentWorld(PUBLICATIONS, 0);
  await trackScholars(killed);
  const first = await killRepeatedly(killed, FIRST_KILLS, random);
  const middle = startWorker(killed);
  await finishWorld(killed);
  await middle.kill();
  const runIds = await startWorldRuns(killed, NEW_PUBLICATIONS);
  const second = await killRepeatedly(killed, KILLS - FIRST_KILLS, random);
  const last = startWorker(killed);
  await finishWorld(killed, runIds);
  expect(await last.terminate()).toMatchObject({ exitCode: 0 });

  const rows = await describeWorld(killed);
  expectSameRows(rows, await describeWorld(calm));
  expect(rows.pdfs?.length).toBeGreaterThan(5 * PUBLICATIONS - 1);
  for (const pdf of rows.pdfs ?? []) expect(pdf).toMatchObject({ attempt_count: 1 });
  expect(rows.awaited).toEqual([]);
  for (const run of rows.runs ?? []) expect(run).toMatchObject({ status: 'success' });
  const deaths = first + second;
  expect(deaths, 'kills in the middle of lookups').toBeGreaterThanOrEqual(IS_FULL ? 8 : 4);
  for (const source of ['crossref', 'unpaywall', 'europepmc'] as const) {
    const more = killed.requested(source) - calm.requested(source);
    const underWay = maxConcurrency(calm.service.services.config.sources, source);
    expect(more, `requests to ${source} that were sent twice`).toBeLessThanOrEqual(KILLS * underWay);
  }
  const links = (world: EnrichmentWorld) => world.requested('publisher') + world.requested('repository');
  expect(links(killed) - links(calm), 'links looked at twice').toBeLessThanOrEqual(KILLS * MOST_LINKS_LOST);
});

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
    const requested = sandbox.requests.filter(
      (one) => one.source === source && !one.path.startsWith('/europepmc/articles/'),
    );
    const answers = await sql`select from source_responses where source = ${source}`.execute(db);
    expect(requested, `requests to ${source}, beside its answers`).toHaveLength(answers.rows.length);
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

/** A run in its resolving phase whose process stops while Crossref has not responded yet. */
async function leaveRunResolving() {
  const world = await makeEnrichmentWorld(10, 0);
  const { sandbox, admin } = world.service;
  const first = startWorker(world);
  await trackScholars(world);
  await finishWorld(world);
  sandbox.addPublication(profileId(1), {
    copy: 'europepmc',
    title: 'A work between two lives of a service',
    venue: 'Annals',
  });
  sandbox.setFault('crossref', { kind: 'hang' });
  const requested = world.requested('crossref');
  const runId = await startRun(admin);
  await until(async () => expect(world.requested('crossref')).toBe(requested + 1));
  await untilStatus(admin, runId, 'resolving');
  expect((await first.terminate()).exitCode, first.output().slice(-2000)).toBe(0);
  await untilStatus(admin, runId, 'resolving');
  sandbox.setFault('crossref', null);
  return { ...world, runId };
}

test.each([
  ['continues where the previous one stopped', {}, { pdf_status: 'resolved', pdf_failure_reason: null }],
  ['uses the other sources if one was disabled', { CROSSREF_ENABLED: '0' }, { pdf_status: 'resolved' }],
  ['ends the search if all sources were disabled', otherSources(false), { pdf_status: 'failed' }],
])('a process %s', { timeout: 240_000 }, async (_what, change, pdf) => {
  const { runId, ...world } = await leaveRunResolving();
  const { service } = world;
  const next = startWorker({ ...world, env: { ...world.env, ...change } });
  const { run } = await untilEnded(service.admin, runId);
  expect(run).toMatchObject({ status: 'success', new_publication_count: 1 });
  await untilNoLookups(service.db);
  const { publications } = await service.admin.ok('GET', '/publications?search=between+two+lives');
  expect(publications).toMatchObject([pdf]);
  expect((await next.terminate()).exitCode).toBe(0);
});

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
    const requested = world.requested();
    await until(async () => expect(world.requested()).toBeGreaterThan(requested + 8));
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

/**
 * Enriches three publications while the database rejects something of the second. Returns the final states of their
 * PDFs.
 */
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
