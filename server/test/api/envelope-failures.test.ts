import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { type Service, startService } from '../support/service.ts';
import { queryServer } from '../support/test-database.ts';
import { expectNothingInside } from './envelope-requests.ts';

/** Makes the service's database unreachable until `back` is called. */
async function takeAway({ services }: Service): Promise<{ back(): Promise<void> }> {
  const server = inject('databaseServer');
  const name = /\/(lectern_test_\w+)/.exec(services.config.databaseUrl ?? '')?.[1];
  if (name === undefined) throw new Error('The test database has another name.');
  await queryServer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await queryServer(server, `alter database ${name} rename to ${name}_away`);
  let isAway = true;
  const back = async () => {
    if (isAway) await queryServer(server, `alter database ${name}_away rename to ${name}`);
    isAway = false;
  };
  onTestFinished(back);
  return { back };
}

test('an unexpected error is a 500 without details, and the log has the details under the same request id', async () => {
  const service = await startService();
  await queryServer(
    service.services.config.databaseUrl ?? '',
    'alter table user_publications rename first_seen_at to gone',
  );
  const answer = await service.admin.fails(500, 'internal_error', 'GET', '/publications');
  expectNothingInside(JSON.stringify(answer.error));
  expect(answer.error.details).toBeNull();
  const lines = service
    .log()
    .split('\n')
    .filter((line) => line.includes(answer.requestId));
  expect(lines.join('\n')).toContain('first_seen_at');
  expect(lines).toHaveLength(2);
  await service.admin.ok('GET', '/auth/me');
});

test('without its database the service responds 503, and continues when the database is back', async () => {
  const service = await startService();
  const { admin, url } = service;
  const { back } = await takeAway(service);
  const answers = [
    await admin.fails(503, 'not_ready', 'GET', '/auth/me'),
    await admin.fails(503, 'not_ready', 'GET', '/no/such/thing'),
    await admin.fails(503, 'not_ready', 'POST', '/runs/manual'),
    await admin.fails(503, 'not_ready', 'POST', '/auth/login', { body: { email: 'a@b.example', password: 'a' } }),
  ];
  for (const answer of answers) {
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.error.details).toEqual({ retry_after_seconds: Number(answer.headers.get('retry-after')) });
    expectNothingInside(answer.error.message);
  }
  const health = await fetch(`${url}/healthz`);
  const body = await health.json();
  expect([health.status, body]).toEqual([
    503,
    { status: 'unavailable', version: expect.any(String), reason: 'The database does not respond.' },
  ]);
  const feed = await fetch(`${url}/feeds/invented.atom`);
  expect(feed.status).toBe(503);
  expectNothingInside(await feed.text());
  await back();
  await admin.ok('GET', '/auth/me');
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

test('connections that the database server closes are replaced, and no request hangs', async () => {
  const service = await startService();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(service.db);
  const all = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${rows[0]?.name}'`;
  const requests = Array.from({ length: 20 }, () => service.admin.call('GET', '/publications'));
  await queryServer(inject('databaseServer'), all);
  for (const { status, error } of await Promise.all(requests)) {
    expect([200, 503]).toContain(status);
    if (status === 503) expect(error.code).toBe('not_ready');
  }
  await service.admin.ok('GET', '/publications');
});

test('a wait for a lock that takes too long, and a statement that is canceled, are a 503', async () => {
  const { admin, db } = await startService();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const [{ name } = { name: '' }] = rows;
  await db.transaction().execute(async (tx) => {
    await sql`select from libraries for update`.execute(tx);
    const mark = () => admin.fails(503, 'not_ready', 'POST', '/publications/mark-all-read');
    const canceled = mark();
    const waiting = sql`
      select pg_cancel_backend(pid) from pg_stat_activity where datname = ${name} and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1);
    const server = inject('databaseServer');
    await queryServer(server, `alter database ${name} set lock_timeout = '100ms'`);
    await queryServer(
      server,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and state = 'idle'`,
    );
    for (const answer of [await canceled, await mark()]) {
      expect(answer.error.details).toEqual({ retry_after_seconds: Number(answer.headers.get('retry-after')) });
      expectNothingInside(answer.error.message);
    }
  });
  await admin.ok('POST', '/publications/mark-all-read');
});
