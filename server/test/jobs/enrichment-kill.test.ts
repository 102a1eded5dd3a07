import { setTimeout as delay } from 'node:timers/promises';
import { between, randomFrom } from '@lectern/sandbox';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { maxConcurrency } from '../../src/sources/source-limits.ts';
import { expireClaims } from '../support/due.ts';
import { expectSameRows } from './describe-rows.ts';
import {
  describeWorld,
  type EnrichmentWorld,
  finishWorld,
  makeEnrichmentWorld,
  startWorldRuns,
  trackScholars,
  untilLookedUp,
} from './enrichment-world.ts';
import { startServiceProcess } from './service-process.ts';

const WORKS = 60;
const NEW_WORKS = 10;
const KILLS = 13;
const FIRST_KILLS = 9;
/** The links that are checked at the same time, and those whose results are not saved yet. */
const MOST_LINKS_LOST = 6 + 25;

/** Starts workers and kills each with SIGKILL soon after a few requests to other sources. Returns how many died with open enrichment. */
async function killRepeatedly(world: EnrichmentWorld, kills: number, random: () => number): Promise<number> {
  let amid = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    await expireClaims(world.service.db);
    const before = world.asked();
    const life = startServiceProcess(world.service, world.env, 'worker.js');
    await life.ready;
    await untilLookedUp(world, between(random, 1, 20));
    await delay(random() * 40);
    await life.kill();
    const open = await sql`select from enrichment where source is not null`.execute(world.service.db);
    if (open.rows.length > 0 && world.asked() > before) amid += 1;
  }
  return amid;
}

test('after many kills during enrichment, every search ends with the right result', {
  timeout: 600_000,
}, async () => {
  const calm = await makeEnrichmentWorld(WORKS, 1);
  await trackScholars(calm);
  await finishWorld(calm);
  await finishWorld(calm, await startWorldRuns(calm, NEW_WORKS));

  const random = randomFrom('lookups-kill');
  const killed = await makeEnrichmentWorld(WORKS, 0);
  await trackScholars(killed);
  const first = await killRepeatedly(killed, FIRST_KILLS, random);
  const middle = startServiceProcess(killed.service, killed.env, 'worker.js');
  await finishWorld(killed);
  await middle.kill();
  const runIds = await startWorldRuns(killed, NEW_WORKS);
  const second = await killRepeatedly(killed, KILLS - FIRST_KILLS, random);
  const last = startServiceProcess(killed.service, killed.env, 'worker.js');
  await finishWorld(killed, runIds);
  expect(await last.terminate()).toMatchObject({ exitCode: 0 });

  const rows = await describeWorld(killed);
  expectSameRows(rows, await describeWorld(calm));
  expect(rows.pdfs?.length).toBeGreaterThan(5 * WORKS - 1);
  for (const pdf of rows.pdfs ?? []) expect(pdf).toMatchObject({ attempt_count: 1 });
  expect(rows.awaited).toEqual([]);
  for (const run of rows.runs ?? []) expect(run).toMatchObject({ status: 'success' });
  const deaths = first + second;
  expect(deaths, 'kills in the middle of lookups').toBeGreaterThanOrEqual(8);
  for (const source of ['crossref', 'unpaywall', 'europepmc'] as const) {
    const more = killed.asked(source) - calm.asked(source);
    const underWay = maxConcurrency(calm.service.services.config.sources, source);
    expect(more, `requests to ${source} that were sent twice`).toBeLessThanOrEqual(KILLS * underWay);
  }
  const links = (world: EnrichmentWorld) => world.asked('publisher') + world.asked('repository');
  expect(links(killed) - links(calm), 'links looked at twice').toBeLessThanOrEqual(KILLS * MOST_LINKS_LOST);
});
