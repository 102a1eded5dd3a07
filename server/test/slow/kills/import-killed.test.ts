import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectDatabase } from '../../../src/platform/database/database.ts';
import { runProgram } from '../../ops/process-runner.ts';
import { Client } from '../../support/client.ts';
import { makeTestDatabase } from '../../support/test-database.ts';

const ACCOUNT = { email: 'first@lectern.example', password: 'the first phrase of all' };
const ADMIN = { BOOTSTRAP_ADMIN_EMAIL: ACCOUNT.email, BOOTSTRAP_ADMIN_PASSWORD: ACCOUNT.password };
const SCHOLAR = 'AAAAAAAAAAA1';
const FILE = {
  scholars: [{ scholar_id: SCHOLAR }],
  publications: Array.from({ length: 3000 }, (_, n) => ({
    scholar_id: SCHOLAR,
    title: `Work number ${n} of a file`,
    author_text: 'A Author',
    year: 2000 + (n % 20),
    cluster_id: String(1000 + n),
    is_read: n % 2 === 0,
  })),
};

test('an import that is killed leaves nothing, and the next process imports the whole file', async () => {
  const database = await makeTestDatabase();
  const { db, close } = connectDatabase({
    url: database.url,
    maxConnections: 2,
    name: 'test',
    onError: () => undefined,
  });
  const countAll = async () => {
    const { rows } = await sql`
      select (select count(*) from publications) as publications, (select count(*) from scholars) as scholars, (select count(*) from profiles) as profiles,
        (select count(*) from user_publications) as entries, (select count(*) from records) as records,
        (select count(*) from queue_items) as items, (select count(*) from enrichment where source is not null) as lookups`.execute(
      db,
    );
    return rows[0];
  };
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and query like '%libraries%' and wait_event_type = 'Lock'`.execute(
      db,
    );
    return rows.length;
  };
  const start = async () => {
    const service = runProgram('api.js', { ...ADMIN, DATABASE_URL: database.url });
    const client = new Client(await service.url());
    await client.signIn(ACCOUNT.email, ACCOUNT.password);
    return { service, client };
  };
  const first = await start();
  const before = await countAll();
  await db.transaction().execute(async (tx) => {
    // publications are written, entries are not
    await sql`select from libraries for update`.execute(tx);
    const answer = first.client.ok('POST', '/scholars/import', { body: FILE }).then(
      () => 'answered',
      () => 'broken off',
    );
    await expect.poll(waiting, { timeout: 120_000 }).toBe(1);
    await first.service.stop('SIGKILL');
    expect(await answer).toBe('broken off');
  });
  const next = await start();
  // PostgreSQL notices a lost client only when it next sends something
  await expect
    .poll(
      async () =>
        (await next.client.call('POST', '/scholars/import?dry_run=true', { body: { publications: [] } })).status,
      { timeout: 120_000 },
    )
    .toBe(200);
  expect(await countAll()).toEqual(before);
  expect(await next.client.ok('POST', '/scholars/import', { body: FILE })).toMatchObject({
    scholars_created: 1,
    publications_created: 3000,
    links_created: 3000,
    skipped_records: 0,
  });
  expect(await next.client.ok('POST', '/scholars/import', { body: FILE })).toMatchObject({
    scholars_created: 0,
    publications_created: 0,
    links_created: 0,
    links_updated: 0,
  });
  expect((await next.service.stop('SIGTERM')).code).toBe(0);
  await close();
  await database.drop();
});
