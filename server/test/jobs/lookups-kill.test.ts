import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { between, randomFrom } from '../../src/sandbox/random.ts';
import { concurrencyAt } from '../../src/sources/etiquette.ts';
import { expireClaims } from '../support/due.ts';
import { expectSameRows } from './describe-rows.ts';
import {
  describeWorld,
  finishWorld,
  type LookupWorld,
  makeLookupWorld,
  startWorldRuns,
  trackScholars,
  untilLookedUp,
} from './lookup-world.ts';
import { startServiceProcess } from './service-process.ts';

const WORKS = 60;
const NEW_WORKS = 10;
const KILLS = 13;
const FIRST_KILLS = 9;
/** Links that are looked at at once, and those of which the answers are not written down yet. */
const MOST_LINKS_LOST = 6 + 25;

/** Lets workers live and die: each life ends with SIGKILL, soon after a few requests to other sources. Returns how many died over open lookups. */
async function killRepeatedly(world: LookupWorld, kills: number, random: () => number): Promise<number> {
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

test('killed again and again in the middle of lookups, every search ends as if nothing had happened', {
  timeout: 600_000,
}, async () => {
  const calm = await makeLookupWorld(WORKS, 1);
  await trackScholars(calm);
  await finishWorld(calm);
  await finishWorld(calm, await startWorldRuns(calm, NEW_WORKS));

  const random = randomFrom('lookups-kill');
  const killed = await makeLookupWorld(WORKS, 0);
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
    const underWay = concurrencyAt(calm.service.services.config.sources, source);
    expect(more, `requests to ${source} that were sent twice`).toBeLessThanOrEqual(KILLS * underWay);
  }
  const links = (world: LookupWorld) => world.asked('publisher') + world.asked('repository');
  expect(links(killed) - links(calm), 'links looked at twice').toBeLessThanOrEqual(KILLS * MOST_LINKS_LOST);
});
