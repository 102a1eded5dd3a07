import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Client } from '../support/client.ts';
import { profileId, type Service, startService } from '../support/service.ts';
import { until, untilQueueIsDone } from '../support/wait.ts';
import { noteRequests, type RequestNotes } from './request-notes.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { visitProcess } from './visit-process.ts';

export interface ReplicaSize {
  readonly scholars: number;
  readonly publications: number;
  readonly floorSeconds: number;
  /** users with scheduled runs, including the two who track scholars */
  readonly users: number;
  /** how long the work may take on a machine that does much else */
  readonly seconds: number;
}

interface Replicas {
  readonly service: Service;
  readonly apis: readonly ServiceProcess[];
  readonly workers: readonly ServiceProcess[];
  readonly notes: RequestNotes;
}

const PAGE_SIZE = 10;

/**
 * Two users at different API processes track scholars, four of ten in common. Three worker processes crawl them, and
 * then the scheduled runs of all users start. No page is requested more often than users track its profile, with the
 * minimum interval. Each user has one run, and both APIs return the same.
 */
export async function crawlWithReplicas(size: ReplicaSize): Promise<void> {
  const replicas = await startReplicas(size);
  const { service, apis, workers, notes } = replicas;
  const { admin, db } = service;
  const other = await service.newUser('other');
  const clients = [admin, other].map((client, index) => visitProcess(client, apis[index]));
  await Promise.all(clients.map((client, index) => trackShare(client, index, size)));
  for (const client of clients) expect(await untilQueueIsDone(client, size.seconds), 'work given up').toEqual([]);
  expectNoPageRequestedTooOften(replicas, size);
  const perUser = Math.floor(size.scholars * 0.7) * size.publications;
  for (const client of clients) {
    expect(await client.ok('GET', '/publications')).toMatchObject({ total_count: perUser, unread_count: perUser });
  }
  const { rows } = await sql<{ publications: number; listings: number; profiles: number }>`
    select (select count(*) from publications) as publications, (select count(*) from listings) as listings,
      (select count(*) from profiles) as profiles`.execute(db);
  const total = size.scholars * size.publications;
  expect(rows, 'every publication once').toEqual([{ publications: total, listings: total, profiles: size.scholars }]);

  const everybody = [admin, other];
  for (let number = 3; number <= size.users; number += 1) {
    const user = await service.newUser(`user${number}`);
    await service.track(visitProcess(user, apis[number % 2]), profileId(1 + (number % size.scholars)));
    everybody.push(user);
  }
  for (const client of everybody) await untilQueueIsDone(client, size.seconds);
  await sql`update user_settings set auto_run_enabled = true`.execute(db);
  await until(async () => {
    const ended = await sql`select distinct user_id from runs where end_dt is not null`.execute(db);
    expect(ended.rows.length, 'users whose run has ended').toBe(everybody.length);
  }, size.seconds);
  await expectSameAnswers(everybody, apis);
  const all = [...apis, ...workers];
  await Promise.all(
    all.map(async (process) => {
      expect((await process.terminate()).exitCode, process.output().slice(-2000)).toBe(0);
    }),
  );
  const runs = await sql`
    select user_id, count(*) as runs, min(trigger_type) as trigger, min(status) as status from runs group by 1 order by 1`.execute(
    db,
  );
  expect(runs.rows, 'one run each').toEqual(
    runs.rows.map((row) => ({ ...(row as object), runs: 1, trigger: 'scheduled', status: 'success' })),
  );
  expectNoPageRequestedTooOften(replicas, size);
  await notes.expectDistance(size.floorSeconds);
}

async function startReplicas({ scholars, publications, floorSeconds }: ReplicaSize): Promise<Replicas> {
  const env = {
    INGESTION_MIN_REQUEST_DELAY_SECONDS: String(floorSeconds),
    INGESTION_PAGE_SIZE: String(PAGE_SIZE),
    PROFILE_FRESH_MINUTES: '60',
    SCHEDULER_TICK_SECONDS: '1',
    SESSION_COOKIE_SECURE: '0',
  };
  const service = await startService({ sources: 'google_scholar', env, workers: 0 });
  const notes = await noteRequests(service);
  for (let number = 1; number <= scholars; number += 1) service.sandbox.addScholar(profileId(number), publications);
  const start = (program: 'api.js' | 'worker.js') => startServiceProcess(service, env, program);
  const apis = [start('api.js'), start('api.js')];
  const workers = [start('worker.js'), start('worker.js'), start('worker.js')];
  await Promise.all([...apis, ...workers].map(({ ready }) => ready));
  return { service, apis, workers, notes };
}

async function trackShare(client: Client, index: number, { scholars }: ReplicaSize): Promise<void> {
  const share = Math.floor(scholars * 0.7);
  const first = index === 0 ? 1 : scholars - share + 1;
  for (let number = first; number < first + share; number += 1) {
    await client.ok('POST', '/scholars', { body: { scholar_id: profileId(number) }, status: 201 });
  }
}

/**
 * If a crawl stalls for half a minute, as on a busy machine, the other user's crawl of the profile begins at its first
 * page. So a page may be requested twice.
 */
function expectNoPageRequestedTooOften(
  { service: { sandbox } }: Replicas,
  { scholars, publications }: ReplicaSize,
): void {
  const counts = new Map<string, number>();
  for (const { path } of sandbox.requests) counts.set(path, (counts.get(path) ?? 0) + 1);
  const often = [...counts].filter(([, count]) => count > 2);
  expect(often, 'pages that were requested more often than users track them').toEqual([]);
  expect(counts.size, 'pages').toBe(scholars * Math.ceil(publications / PAGE_SIZE));
}

async function expectSameAnswers(clients: readonly Client[], apis: readonly ServiceProcess[]): Promise<void> {
  const paths = ['/publications?page_size=100', '/publications?mode=latest', '/scholars', '/runs', '/runs/queue/items'];
  for (const client of clients) {
    for (const path of paths) {
      const [one, two] = await Promise.all(apis.map((api) => visitProcess(client, api).ok('GET', path)));
      expect(two, `${path} at the second API, beside the first`).toEqual(one);
    }
  }
}
