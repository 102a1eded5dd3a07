import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { describeTables, dumpOf, makeFolder, restoreTo, skipWithoutPostgresTools } from '../support/dumps.ts';
import { query } from '../support/embedded-openers.ts';
import { makeTestDatabase, queryServer } from '../support/test-database.ts';
import { until } from '../support/wait.ts';
import { runProgram } from './process-runner.ts';

// a busy machine takes its time
vi.setConfig({ testTimeout: 300_000 });
const PATIENCE_SECONDS = 200;

skipWithoutPostgresTools();

/** A database with one user, and a dump of the time before that user, as plain SQL. */
async function makeWorld(): Promise<{ url: string; name: string; file: string }> {
  const { url, drop } = await makeTestDatabase();
  onTestFinished(drop);
  const file = await dumpOf(url, await makeFolder(), { plain: true });
  await query(url, `insert into users (email, email_key, password_hash) values ('a@x', 'a@x', 'x')`);
  return { url, name: /lectern_test_\w+/.exec(url)?.[0] ?? '', file };
}

function startRestore(url: string, file: string) {
  return runProgram('ops.js', { DATABASE_URL: url }, { args: ['restore', '--file', file, '--wipe-public'] });
}

async function listBeside(name: string): Promise<string[]> {
  const rows = await queryServer(inject('databaseServer'), 'select datname as name from pg_database order by 1');
  return rows.map((row) => String(row.name)).filter((one) => one.startsWith(`${name}_`));
}

/** No statement of the killed process goes on. */
async function waitUntilGone(name: string): Promise<void> {
  await until(async () => {
    const sessions = await queryServer(
      inject('databaseServer'),
      `select from pg_stat_activity where application_name = 'lectern restore' and (datname like '${name}%' or state <> 'idle' or query like '%${name}%')`,
    );
    expect(sessions).toHaveLength(0);
  }, PATIENCE_SECONDS);
}

test('killed while it loads, the old data stands, and the next restore removes what is left', async () => {
  const { url, name, file } = await makeWorld();
  const before = await describeTables(url);
  const script = await readFile(file, 'utf8');
  const slow = join(await makeFolder(), 'slow.sql');
  await writeFile(slow, script.replace('\nSELECT pg_catalog.setval', '\nselect pg_sleep(600);\n$&'));
  const restore = startRestore(url, slow);
  await until(async () => {
    const sleeping = await queryServer(
      inject('databaseServer'),
      `select from pg_stat_activity where datname like '${name}_restore_%' and query like '%pg_sleep%'`,
    );
    expect(sleeping).toHaveLength(1);
  }, PATIENCE_SECONDS);
  const second = startRestore(url, file);
  expect(await second.end()).toBe(1);
  expect(second.output()).toContain(`Another restore of database ${name} is under way. Nothing was changed.`);
  expect((await restore.stop('SIGKILL')).code).toBe('SIGKILL');
  expect(await listBeside(name)).toHaveLength(1);
  expect(await describeTables(url)).toEqual(before);

  // as if one had been killed between the swap and the end, too
  await queryServer(inject('databaseServer'), `create database "${name}_before_20200101T000000Z"`);
  const told = await restoreTo(url, file, { mayReplace: true });
  expect(told.filter((line) => line.startsWith('Removing '))).toHaveLength(2);
  expect(await query(url, 'select from users')).toEqual([]);
  expect(await listBeside(name)).toEqual([]);
});

test('killed at the swap, the name is never missing: the old data stands', async () => {
  const { url, name, file } = await makeWorld();
  const before = await describeTables(url);
  // holds up the renaming as long as it is open
  const server = new pg.Client(inject('databaseServer'));
  await server.connect();
  onTestFinished(() => server.end());
  await server.query(`begin; comment on database ${name} is 'in the way'`);
  const restore = startRestore(url, file);
  await until(async () => {
    const waiting = await queryServer(
      inject('databaseServer'),
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter database "${name}" rename%'`,
    );
    expect(waiting, restore.output()).toHaveLength(1);
  }, PATIENCE_SECONDS);
  await restore.stop('SIGKILL');
  await queryServer(
    inject('databaseServer'),
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'alter database "${name}" rename%'`,
  );
  await server.query('rollback');
  await waitUntilGone(name);
  expect(await describeTables(url)).toEqual(before);
  expect(await listBeside(name)).toHaveLength(1);
  await restoreTo(url, file, { mayReplace: true });
  expect(await listBeside(name)).toEqual([]);
});

test('killed at any moment, either the old data or all of the new stands', async () => {
  const { url, name, file } = await makeWorld();
  const stood: number[] = [];
  for (const words of [/is whole/, /Loading it/, /Checking it/, /Putting it in place/, /is restored/]) {
    const restore = startRestore(url, file);
    await restore.says(words);
    await restore.stop('SIGKILL');
    await waitUntilGone(name);
    const users = await query(url, 'select email from users');
    expect(users.length).toBeLessThanOrEqual(1);
    expect(await query(url, 'select count(*)::int as tables from kysely_migration')).toHaveLength(1);
    stood.push(users.length);
    if (users.length === 0)
      await query(url, `insert into users (email, email_key, password_hash) values ('a@x', 'a@x', 'x')`);
  }
  expect(stood[0], 'nothing is touched before it is loaded').toBe(1);
  expect(stood[4], 'what it says is true').toBe(0);
  const last = startRestore(url, file);
  expect(await last.end(), last.output()).toBe(0);
  expect(await listBeside(name)).toEqual([]);
});

test('interrupted in order it cleans up and ends with 1', async () => {
  const { url, name, file } = await makeWorld();
  const slow = join(await makeFolder(), 'slow.sql');
  const script = await readFile(file, 'utf8');
  // ends by itself, so that the interruption is seen when the next part begins
  await writeFile(slow, script.replace(/^COPY public\.users /m, 'select pg_sleep(3);\n$&'));
  const restore = startRestore(url, slow);
  await restore.says(/Loading it/);
  expect((await restore.stop('SIGTERM')).code).toBe(1);
  expect(restore.output()).toContain(`it was interrupted. Database ${name} is as it was.`);
  expect(await listBeside(name)).toEqual([]);
  expect(await query(url, 'select from users')).toHaveLength(1);
});
