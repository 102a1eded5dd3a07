import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Client } from '../support/client.ts';
import { profileId, type Service, startService } from '../support/service.ts';
import { until, untilEnded, untilQueueIsDone } from '../support/wait.ts';

export interface WorldSize {
  readonly scholars: number;
  publicationsOf(number: number): number;
  readonly env: Record<string, string>;
}

/** Two users who track scholars, some of them in common. */
export interface World {
  readonly service: Service;
  readonly clients: readonly Client[];
  readonly scholars: number;
}

/**
 * Two users and the given number of scholars. Every third shares 20 publications with the one before it. `workers` of 0
 * starts none.
 */
export async function makeWorld(
  { scholars, publicationsOf, env }: WorldSize,
  workers: number,
  database: { databaseUrl?: string } = {},
): Promise<World> {
  const service = await startService({ sources: 'google_scholar', env, workers, ...database });
  const { sandbox, admin, newUser } = service;
  const clients = [admin, await newUser('other')];
  for (let number = 1; number <= scholars; number += 1) {
    const shares = number % 3 === 0 ? [{ id: profileId(number - 1), first: 5, count: 20 }] : [];
    sandbox.addScholar(profileId(number), publicationsOf(number), { shares });
  }
  return { service, clients, scholars };
}

/** Each user tracks seven scholars of ten, four of them in common. */
export async function trackAll({ service, clients: [one, two], scholars }: World): Promise<void> {
  for (let number = 1; number <= scholars; number += 1) {
    if (one && number <= scholars * 0.7) await service.track(one, profileId(number));
    if (two && number > scholars * 0.3) await service.track(two, profileId(number));
  }
}

/** Adds three publications to every profile, and starts a run for both users. `round` makes the titles unique. */
export async function startRuns({ service, clients, scholars }: World, round = ''): Promise<number[]> {
  for (let number = 1; number <= scholars; number += 1) {
    for (const which of ['a', 'b', 'c']) {
      const title = `New work ${round}${which} of scholar ${number}`;
      service.sandbox.addPublication(profileId(number), { title, italic: null });
    }
  }
  const ids: number[] = [];
  for (const client of clients) ids.push((await client.ok('POST', '/runs/manual', { status: 201 })).run_id);
  return ids;
}

/** Waits for the given number of further requests, or until no work is left. */
export async function untilRequested({ service: { db, sandbox } }: World, times: number, seconds = 150): Promise<void> {
  const wanted = sandbox.requestCount() + times;
  await until(async () => {
    const open = await sql`select from queue_items limit 1`.execute(db);
    if (open.rows.length > 0) expect(sandbox.requestCount(), 'requests').toBeGreaterThanOrEqual(wanted);
  }, seconds);
}

/** Waits until no work is left. No item may have been dropped. */
export async function finish({ clients }: World, runIds: readonly number[] = [], seconds = 300): Promise<void> {
  for (const client of clients) expect(await untilQueueIsDone(client, seconds)).toEqual([]);
  for (const [index, client] of clients.entries()) {
    const runId = runIds[index];
    if (runId !== undefined) await untilEnded(client, runId);
  }
}
