import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Services } from '../src/platform/http/endpoint.ts';
import { openInside } from './inside.ts';
import { below, type Figure, median } from './measure.ts';
import { load } from './product.ts';
import { residentMegabytes, type ServiceProcess, startService } from './service-process.ts';
import { Session } from './session.ts';

const { insertEvents } = await load<typeof import('../src/crawling/run-event-store.ts')>('crawling/run-event-store.js');

const CLIENTS = 1000;
const EVENTS = 50;
const USER = 1;

/** Measures how long an event takes from its commit to the clients that follow the run, and the memory of a thousand streams. */
export async function benchStreams(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  // without workers, because they would end a run without work
  const service = await startService(dataDir, {}, 'api');
  const { services, close } = await openInside(dataDir, {});
  try {
    const session = await new Session(service.url).signIn();
    const runId = await insertActiveRun(services);
    const one = await follow(service, session, runId);
    const alone = await measureEvents(services, runId, [one]);
    const before = await residentMegabytes(service, dataDir);
    const all = [one];
    while (all.length < CLIENTS) all.push(await follow(service, session, runId));
    const among = await measureEvents(services, runId, all);
    const after = await residentMegabytes(service, dataDir);
    for (const { request } of all) request.destroy();
    return [
      below('an event from commit to its only follower (median)', alone, 'ms', 50),
      below(`the same to each of ${CLIENTS} followers (median)`, among, 'ms', 50),
      below(
        `memory that ${CLIENTS} open streams add`,
        after.node + after.postgres - before.node - before.postgres,
        'MB',
        150,
      ),
    ];
  } finally {
    await close();
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Follower {
  readonly request: http.ClientRequest;
  /** the time of arrival of each event, by its number */
  readonly arrivedAt: Map<number, number>;
}

async function insertActiveRun({ db }: Services): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into runs (user_id, trigger_type, status, scholar_count) values (${USER}, 'manual', 'running', 1) returning id`.execute(
    db,
  );
  const id = rows[0]?.id ?? 0;
  await sql`with profile as (
      insert into profiles (source, source_id) values ('google_scholar', 'BenchRun' || ${id}) returning id
    )
    insert into run_scholars (run_id, scholar_id, profile_id) select ${id}, -1, id from profile`.execute(db);
  return id;
}

function follow(service: ServiceProcess, session: Session, runId: number): Promise<Follower> {
  return new Promise((resolve, reject) => {
    const arrivedAt = new Map<number, number>();
    const options = { agent: false as const, headers: { cookie: session.cookie } };
    const request = http.get(`${service.url}/api/v1/runs/${runId}/stream`, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the response of the stream is ${response.statusCode}`));
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        for (const [, number] of text.matchAll(/^id: ?(\d+)$/gm)) arrivedAt.set(Number(number), performance.now());
      });
      response.on('error', () => undefined);
      resolve({ request, arrivedAt });
    });
    request.on('error', reject);
  });
}

/** Sends events one after another. Returns the median of all delays in ms. */
async function measureEvents({ db }: Services, runId: number, followers: readonly Follower[]): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < EVENTS; n += 1) {
    const event = { kind: 'scholar_progress' as const, data: { visited: n, finished: 0, total: 1 } };
    await db.transaction().execute((tx) => insertEvents(tx, runId, [event]));
    const committedAt = performance.now();
    const { rows } = await sql<{ n: number }>`select last_event_number as n from runs where id = ${runId}`.execute(db);
    const number = rows[0]?.n ?? 0;
    const missing = () => followers.some(({ arrivedAt }) => !arrivedAt.has(number));
    for (const deadline = committedAt + 30_000; missing(); await pause(1)) {
      if (performance.now() > deadline) throw new Error(`event ${number} did not arrive everywhere`);
    }
    for (const { arrivedAt } of followers) taken.push(Math.max(0, (arrivedAt.get(number) ?? 0) - committedAt));
  }
  return median(taken);
}
