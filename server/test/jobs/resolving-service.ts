import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import type { Client } from '../support/client.ts';
import { type CrawlService, profileId, startCrawlService, until } from './crawl-service.ts';

export const ONE = profileId(1);

/** The service with the other sources, and one scholar without works whom the administrator has collected already: what comes now is new to a run. */
export async function startResolvingService(
  options: { env?: Record<string, string>; workers?: number } = {},
): Promise<CrawlService & { scholarId: number }> {
  const service = await startCrawlService({ lookups: true, ...options });
  service.sandbox.addScholar(ONE, 0);
  const [scholarId = 0] = await service.collect(service.admin, [ONE]);
  return Object.assign(service, { scholarId });
}

export async function startRun(client: Client): Promise<number> {
  return (await client.ok('POST', '/runs/manual', { status: 201 })).run_id;
}

export async function untilStatus(client: Client, runId: number, status: string): Promise<void> {
  await until(async () => expect((await client.ok('GET', `/runs/${runId}`)).run.status).toBe(status));
}

/** Waits until nothing is left to find out about any work. */
export async function untilNoLookups(db: Database, seconds = 30): Promise<void> {
  await until(async () => expect((await sql`select from lookups`.execute(db)).rows).toEqual([]), seconds);
}

/** Lets time pass at a source: its cooldown is over, what waits there is due, and the workers know. */
export async function makeLookupsDue(db: Database, source: string): Promise<void> {
  await sql`update source_states set cooldown_until = now() where source = ${source}`.execute(db);
  await sql`update lookups set due_at = now() where source = ${source}`.execute(db);
  const key = `look-up:${source}`;
  await sql`
    select graphile_worker.add_job('look-up', json_build_object('source', ${source}::text), job_key := ${key}, queue_name := ${key})`.execute(
    db,
  );
}

/** What the followers of a run were told, in order. */
// biome-ignore lint/suspicious/noExplicitAny: an event is looked into by the test that asked for it
export async function listTold(db: Database, runId: number): Promise<{ number: number; kind: string; data: any }[]> {
  const events = db.selectFrom('run_events').select(['number', 'kind', 'data']).where('run_id', '=', runId);
  return events.orderBy('number').execute();
}
