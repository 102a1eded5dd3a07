import { sql } from 'kysely';
import { expect, onTestFinished, vi } from 'vitest';
import { connectDatabase, type Database } from '../../src/platform/database/database.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { runWorker } from '../../src/start/run-worker.ts';
import type { Client } from '../support/client.ts';
import { otherSources } from '../support/other-sources.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

export interface CrawlService extends TestService {
  readonly sandbox: Sandbox;
  /** One more process's worth of workers, with connections of its own. */
  startWorker(): Promise<void>;
  /** Tracks a profile; gives the scholar's id. */
  track(client: Client, profileId: string): Promise<number>;
  /** Tracks profiles and waits until their first crawls are complete. */
  collect(client: Client, profileIds: readonly string[]): Promise<number[]>;
  /** Starts a run and waits for its end; gives its detail. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer is looked into by the test that asked for it
  runToEnd(client: Client): Promise<any>;
}

/** `Scholar_0001` and so on. */
export function profileId(number: number): string {
  return `Scholar_${String(number).padStart(4, '0')}`;
}

/**
 * The service with an empty sandbox in place of the source; users wait no time between requests; `workers` of 0 starts none; `lookups` lets it
 * ask the other sources, too, without any delay; `databaseUrl` as in startTestService.
 */
export async function startCrawlService({
  env = {},
  workers = 1,
  lookups = false,
  ...database
}: {
  env?: Record<string, string>;
  workers?: number;
  lookups?: boolean;
  databaseUrl?: string;
} = {}): Promise<CrawlService> {
  const sandbox = await startSandbox({ scholars: 'none' });
  onTestFinished(() => sandbox.close());
  const service = await startTestService({
    ...database,
    env: {
      GOOGLE_SCHOLAR_BASE_URL: sandbox.origin,
      INGESTION_RETRY_BACKOFF_SECONDS: '0',
      ...(lookups ? { ...otherSources(true), ...sandbox.env } : {}),
      ...env,
    },
  });
  await sql`alter table user_settings alter column request_delay_seconds set default 0`.execute(service.db);
  await sql`update user_settings set request_delay_seconds = 0`.execute(service.db);
  const startWorker = () => startWorkerOf(service);
  for (let started = 0; started < workers; started += 1) await startWorker();

  const track = async (client: Client, id: string): Promise<number> =>
    (await client.ok('POST', '/scholars', { body: { scholar_id: id }, status: 201 })).id;
  const collect = async (client: Client, ids: readonly string[]) => {
    const scholarIds: number[] = [];
    for (const id of ids) scholarIds.push(await track(client, id));
    await until(async () => {
      const { scholars } = await client.ok('GET', '/scholars');
      const mine = scholars.filter((one: { id: number }) => scholarIds.includes(one.id));
      const done = mine.filter((one: { baseline_completed: boolean }) => one.baseline_completed);
      expect(done).toHaveLength(ids.length);
    });
    return scholarIds;
  };
  const runToEnd = async (client: Client) => {
    const { run_id } = await client.ok('POST', '/runs/manual');
    return untilEnded(client, run_id);
  };
  return Object.assign(service, { sandbox, startWorker, track, collect, runToEnd });
}

async function startWorkerOf({ services }: TestService): Promise<void> {
  const url = services.config.databaseUrl ?? '';
  const connections = connectDatabase({
    url,
    maxConnections: 10,
    name: 'test worker',
    onError: (error) => services.log.warn({ err: error }, 'connection lost'),
  });
  const own = { ...services, db: connections.db };
  const worker = await runWorker(own, { pool: connections.pool, url });
  onTestFinished(async () => {
    await worker.stop();
    await connections.close();
  });
}

/** Waits until the check passes. */
export async function until<T>(check: () => Promise<T>, seconds = 30): Promise<T> {
  return vi.waitFor(check, { timeout: seconds * 1000, interval: 25 });
}

/** Waits for a run's end; gives its detail. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into by the test that asked for it
export async function untilEnded(client: Client, runId: number): Promise<any> {
  return until(async () => {
    const detail = await client.ok('GET', `/runs/${runId}`);
    expect(detail.run.end_dt).not.toBeNull();
    return detail;
  });
}

/** Waits until a user's queue has nothing that is open, and gives what was dropped. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into by the test that asked for it
export async function untilQueueIsDone(client: Client, seconds = 120): Promise<any[]> {
  return until(async () => {
    const { queue_items } = await client.ok('GET', '/runs/queue/items');
    expect(queue_items.filter((item: { status: string }) => item.status !== 'dropped')).toEqual([]);
    return queue_items;
  }, seconds);
}

/** Ends the cooldowns of all sources; locks their rows in the order in which the service does. */
export async function endCooldowns(db: Database): Promise<void> {
  await sql`
    with paused as (select source from source_states order by source for update)
    update source_states s set cooldown_until = now() from paused where s.source = paused.source`.execute(db);
}

/** Lets time pass: the cooldown is over, all that waits is due, and the workers know. */
export async function makeWorkDue(db: Database): Promise<void> {
  await endCooldowns(db);
  await sql`
    with due as (select id from queue_items where status = 'queued' order by id for update)
    update queue_items q set next_attempt_at = now() from due where q.id = due.id`.execute(db);
  await sql`select graphile_worker.add_job('work-on-source', '{"source": "google_scholar"}')`.execute(db);
}
