import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import type { Client } from './client.ts';

/**
 * Less than the time limit of a test, so that the check that failed is reported. Long, because a loaded machine may be
 * ten times slower.
 */
const PATIENCE_SECONDS = 150;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

/**
 * Waits until the check passes. It checks less often the longer it waits, so that it does not slow down the tested
 * work.
 */
export async function until<T>(check: () => Promise<T>, seconds = PATIENCE_SECONDS): Promise<T> {
  const end = performance.now() + seconds * 1000;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await delay(pauseMs);
  }
}

/** Waits for a run's end. Returns its detail. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response
export async function untilEnded(client: Client, runId: number): Promise<any> {
  return until(async () => {
    const detail = await client.ok('GET', `/runs/${runId}`);
    expect(detail.run.end_dt).not.toBeNull();
    return detail;
  });
}

/** Waits until a user's queue has no open items. Returns the dropped ones. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response
export async function untilQueueIsDone(client: Client, seconds = PATIENCE_SECONDS): Promise<any[]> {
  return until(async () => {
    const { queue_items } = await client.ok('GET', '/runs/queue/items');
    expect(queue_items.filter((item: { status: string }) => item.status !== 'dropped')).toEqual([]);
    return queue_items;
  }, seconds);
}

/** Waits until a run has this status. */
export async function untilStatus(client: Client, runId: number, status: string): Promise<void> {
  await until(async () => expect((await client.ok('GET', `/runs/${runId}`)).run.status).toBe(status));
}

/** Waits until no enrichment is left. */
export async function untilNoLookups(db: Database, seconds = PATIENCE_SECONDS): Promise<void> {
  await until(
    async () => expect((await sql`select from enrichment where source is not null`.execute(db)).rows).toEqual([]),
    seconds,
  );
}

/** Waits until this many queries of the database wait for a lock. */
export async function untilWaiting(db: Database, queries: number): Promise<void> {
  await until(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    expect(rows).toHaveLength(queries);
  });
}
