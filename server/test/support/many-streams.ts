import { between, randomFrom } from '@lectern/sandbox';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import type { Client } from './client.ts';
import { activeRun, complete, emit, type Follower, follow, numbersTo, progress } from './follow.ts';
import { adminId } from './library.ts';

/**
 * Many clients follow one run while it happens. Every second one disconnects after a random event and reconnects with
 * its Last-Event-ID. Each of them must have the exact sequence.
 */
export async function followInNumbers(
  { db, admin }: { db: Database; admin: Client },
  { clients, events, seed }: { clients: number; events: number; seed: string },
): Promise<void> {
  const random = randomFrom(seed);
  const runId = await activeRun(db, await adminId(db));
  const followers: Follower[] = [];
  while (followers.length < clients) {
    const some = Math.min(50, clients - followers.length);
    followers.push(...(await Promise.all(numbersTo(some).map(() => follow(admin, runId)))));
  }
  const readings = followers.map((follower, at) => {
    const dropAfter = at % 2 === 0 ? null : between(random, 1, events);
    return readToTheEnd(admin, runId, follower, dropAfter);
  });
  let sent = 0;
  while (sent < events) {
    const count = Math.min(between(random, 1, 12), events - sent);
    await emit(db, runId, progress(count, sent + 1));
    sent += count;
  }
  await complete(db, runId);
  const expected = numbersTo(events + 1);
  let resumed = 0;
  for (const { ids, drops } of await Promise.all(readings)) {
    expect(ids, seed).toEqual(expected);
    resumed += drops;
  }
  expect(resumed, seed).toBe(Math.floor(clients / 2));
}

async function readToTheEnd(
  client: Client,
  runId: number,
  follower: Follower,
  dropAfter: number | null,
): Promise<{ ids: number[]; drops: number }> {
  if (dropAfter === null) {
    expect(await follower.over).toBe('ended');
    return { ids: follower.ids(), drops: 0 };
  }
  await follower.until(() => follower.events.length >= dropAfter);
  follower.drop();
  await follower.over;
  const before = follower.ids();
  const resumed = await follow(client, runId, { lastEventId: before.at(-1) });
  expect(await resumed.over).toBe('ended');
  return { ids: [...before, ...resumed.ids()], drops: 1 };
}
