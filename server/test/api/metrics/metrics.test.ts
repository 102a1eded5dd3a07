import { request } from 'node:http';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { NOTHING_YET } from '../../../src/enrichment/progress.ts';
import { makeEnrichmentWorld, trackScholars } from '../../jobs/enrichment-world.ts';
import { addPublications } from '../../support/library.ts';
import { type Service, serviceOfFile, startService } from '../../support/service.ts';
import { untilWaiting } from '../../support/wait.ts';

const openAllowing = serviceOfFile({ env: { TRUSTED_PROXIES: '127.0.0.1', METRICS_ALLOW: '192.0.2.0/24,fd00::/8' } });
const openService = serviceOfFile();

/** The response to a request for metrics with these headers. */
async function scrape(url: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/metrics`, { headers });
  return { status: response.status, text: await response.text() };
}

/** The value of one series, given by its name and labels as in the text; null if it is missing. */
function figure(text: string, series: string): number | null {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
}

const COUNT = 'lectern_http_request_duration_seconds_count';

/** The log lines of requests. */
function requestLines({ log }: Service): Record<string, unknown>[] {
  const lines = log().split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => 'route' in line);
}

test('requests are counted by route, and those without a route under one name, whatever a client sends', async () => {
  // the process counts from its start
  const service = await startService();
  await service.admin.ok('GET', '/settings');
  for (let at = 0; at < 20; at += 1) {
    await service.admin.fails(404, 'not_found', 'GET', `/nothing-${at}?key=sesame`);
    await fetch(`${service.url}/elsewhere-${at}`);
  }
  await service.admin.fails(405, 'method_not_allowed', 'PURGE', '/settings');
  const { text } = await scrape(service.url);
  expect(figure(text, `${COUNT}{method="GET",route="/api/v1/settings",status="200"}`)).toBe(1);
  expect(figure(text, `${COUNT}{method="GET",route="none",status="404"}`)).toBe(40);
  expect(figure(text, `${COUNT}{method="other",route="none",status="405"}`)).toBe(1);
  expect(text).not.toMatch(/nothing-|elsewhere-|sesame/);
});

test('each request has one log line, with the token of the request', async () => {
  const service = await openService();
  const body = { name: 'a script', scope: 'read' };
  const { id, token } = await service.admin.ok('POST', '/auth/tokens', { body, status: 201 });
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': 'with-a-token' };
  await fetch(`${service.url}/api/v1/settings?q=sesame`, { headers });
  await fetch(`${service.url}/api/v1/scholars`, { headers: { ...headers, 'x-request-id': 'listed' } });
  await service.admin.call('GET', '/settings', { headers: { 'x-request-id': 'with-a-session' } });
  const me = await service.admin.ok('GET', '/auth/me');
  const lineOf = (requestId: string) => requestLines(service).filter((line) => line.request_id === requestId);
  const user_id = Number(me.user?.id ?? me.id);
  expect(lineOf('with-a-token')).toEqual([
    expect.objectContaining({ user_id, token_id: id, method: 'GET', route: '/api/v1/settings', status: 422 }),
  ]);
  expect(lineOf('listed')).toEqual([expect.objectContaining({ token_id: id, status: 200, ms: expect.any(Number) })]);
  expect(lineOf('with-a-session')).toEqual([expect.objectContaining({ user_id, status: 200 })]);
  expect(lineOf('with-a-session')[0]).not.toHaveProperty('token_id');
  expect(service.log()).not.toContain('sesame');
});

test('a request whose client disconnects before the response has one log line too', async () => {
  const service = await openService();
  await service.db.transaction().execute(async (tx) => {
    await sql`lock table user_settings in access exclusive mode`.execute(tx);
    const cookie = [...service.admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const requested = request(`${service.url}/api/v1/settings`, { headers: { cookie, 'x-request-id': 'given-up' } });
    requested.on('error', () => undefined).end();
    await untilWaiting(service.db, 1);
    requested.destroy();
    await expect.poll(() => service.log()).toContain('given-up');
  });
  await service.admin.ok('GET', '/settings');
  const lines = requestLines(service).filter((line) => line.request_id === 'given-up');
  expect(lines).toEqual([expect.objectContaining({ route: '/api/v1/settings', status: 499, aborted: true })]);
});

test('the metrics from the database describe the queue, runs, sources, enrichment and workers', async () => {
  const world = await makeEnrichmentWorld(6, 0);
  const { service } = world;
  await trackScholars(world);
  await sql`insert into source_states (source, cooldown_until, cooldown_reason, last_success_at, unreachable_in_a_row)
    values ('google_scholar', now() + interval '1 hour', 'blocked_failure_threshold_exceeded', 'epoch', 2)
    on conflict (source, credential) do update set cooldown_until = excluded.cooldown_until, last_success_at = 'epoch', unreachable_in_a_row = 2`.execute(
    service.db,
  );
  await addPublications(
    service.db,
    Array.from({ length: 4 }, (_, n) => ({ title: `Work ${n}` })),
  );
  await sql`insert into enrichment (publication_id, source, progress) select id, case when id % 3 = 0 then 'arxiv' else 'web' end, ${JSON.stringify(NOTHING_YET)}::jsonb from publications where id <> (select max(id) from publications)`.execute(
    service.db,
  );
  await sql`insert into enrichment (publication_id, status) select id, case when id = (select max(id) from publications) then 'failed' when id % 3 = 0 then 'running' else 'queued' end from publications on conflict (publication_id) do update set status = excluded.status`.execute(
    service.db,
  );
  await sql`insert into runs (user_id, trigger_type, status) select id, 'manual', 'running' from users limit 1`.execute(
    service.db,
  );
  await sql`insert into runs (user_id, trigger_type, status, end_dt) select id, 'manual', s, now() from users, unnest(array['failed', 'success', 'success']) s
    where id = (select min(id) from users)`.execute(service.db);
  const { text } = await scrape(service.url);
  expect(figure(text, 'lectern_queue_items{status="queued"}')).toBe(6);
  expect(figure(text, 'lectern_queue_oldest_due_seconds')).toBeGreaterThan(0);
  expect(figure(text, 'lectern_worker_pools')).toBe(0);
  expect(figure(text, 'lectern_database_up')).toBe(1);
  expect(figure(text, 'lectern_database_pool_connections_max')).toBe(10);
  expect(figure(text, 'lectern_database_pool_waiting')).toBe(0);
  expect(figure(text, 'lectern_source_ready{source="openalex"}')).toBe(1);
  expect(figure(text, 'lectern_source_budget_limit{source="openalex"}')).toBe(1000);
  expect(figure(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(figure(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);

  expect(figure(text, 'lectern_source_ready{source="google_scholar"}')).toBe(0);
  expect(figure(text, 'lectern_source_cooldown_seconds{source="google_scholar"}')).toBeGreaterThan(3500);
  expect(figure(text, 'lectern_source_last_success_timestamp_seconds{source="google_scholar"}')).toBe(0);
  expect(figure(text, 'lectern_runs_active{status="running"}')).toBe(1);
  expect(figure(text, 'lectern_runs_recent{status="success"}')).toBe(2);
  expect(figure(text, 'lectern_runs_recent{status="canceled"}')).toBe(0);
  expect(figure(text, 'lectern_pdf_searches{status="queued"}')).toBe(2);
  expect(figure(text, 'lectern_pdf_searches{status="running"}')).toBe(1);
  expect(figure(text, 'lectern_pdf_searches{status="failed"}')).toBe(1);
  expect(figure(text, 'lectern_lookups_waiting{source="web"}')).toBe(2);
  expect(figure(text, 'lectern_lookups_waiting{source="arxiv"}')).toBe(1);
  await service.startWorker();
  // values are refreshed when they are five seconds old
  await vi.waitFor(async () => expect(figure((await scrape(service.url)).text, 'lectern_worker_pools')).toBe(1), {
    timeout: 60_000,
    interval: 500,
  });
});

test('if the database is slow or unreachable, the metrics of the process are returned without delay', async () => {
  const service = await openService();
  await service.db.transaction().execute(async (tx) => {
    await sql`lock table queue_items in access exclusive mode`.execute(tx);
    const [one, two] = await Promise.all([scrape(service.url), scrape(service.url)]);
    for (const { status, text } of [one, two]) {
      expect(status).toBe(200);
      expect(figure(text, 'lectern_database_up')).toBe(0);
      expect(figure(text, 'lectern_queue_items{status="queued"}')).toBeNull();
      expect(figure(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
    }
  });
  expect(figure((await scrape(service.url)).text, 'lectern_database_up')).toBe(1);
});

test('metrics are available to this machine and the allowed clients, and not found for all others', async () => {
  const nothing = { status: 404, text: expect.stringContaining('not_found') };
  const plain = await openService();
  expect((await scrape(plain.url)).status).toBe(200);
  // a proxy on this machine that is not configured as trusted: it may forward requests of anyone
  for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via'])
    expect(await scrape(plain.url, { [name]: '127.0.0.1' })).toEqual(nothing);

  const { url } = await openAllowing();
  expect((await scrape(url)).status).toBe(200);
  for (const inside of ['192.0.2.7', 'fd00::7', '203.0.113.9, 192.0.2.7'])
    expect([inside, (await scrape(url, { 'X-Forwarded-For': inside })).status]).toEqual([inside, 200]);
  for (const outside of ['::1', '127.0.0.1', '203.0.113.9', '192.0.2.7, 203.0.113.9', 'fe80::1', 'nobody', ''])
    expect([outside, await scrape(url, { 'X-Forwarded-For': outside })]).toEqual([outside, nothing]);
  // a trusted proxy that names no client
  expect(await scrape(url, { Via: '1.1 proxy' })).toEqual(nothing);
});
