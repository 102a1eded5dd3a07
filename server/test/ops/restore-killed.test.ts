import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { namesBeside } from '../../src/backups/database-store.ts';
import { describeTables, dumpOf, makeFolder, restoreTo, skipWithoutPostgresTools } from '../support/dumps.ts';
import { query } from '../support/embedded-openers.ts';
import { makeTestDatabase, queryServer } from '../support/test-database.ts';
import { until } from '../support/wait.ts';
import { runProgram } from './process-runner.ts';

// for busy machines
vi.setConfig({ testTimeout: 300_000 });
const PATIENCE_SECONDS = 200;

skipWithoutPostgresTools();

/** Creates a database with one user, and a plain SQL dump from before that user existed. */
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

/** Lists the existing databases that a restore of `name` uses. */
async function listBeside(name: string): Promise<unknown[]> {
  const names = Object.values(namesBeside(name)).map((one) => `'${one}'`);
  return queryServer(inject('databaseServer'), `select datname from pg_database where datname in (${names.join()})`);
}

/** Waits until no statement of the killed process is running. */
async function waitUntilGone(name: string): Promise<void> {
  await until(async () => {
    const sessions = await queryServer(
      inject('databaseServer'),
      `select from pg_stat_activity where application_name = 'lectern restore' and (datname in ('${name}', '${namesBeside(name).replacement}') or state <> 'idle' or query like '%${name}%')`,
    );
    expect(sessions).toHaveLength(0);
  }, PATIENCE_SECONDS);
}

test('if a restore is killed while it loads, the old data stays, and the next restore drops the leftovers', async () => {
  const { url, name, file } = await makeWorld();
  const before = await describeTables(url);
  const script = await readFile(file, 'utf8');
  const slow = join(await makeFolder(), 'slow.sql');
  await writeFile(slow, script.replace('\nSELECT pg_catalog.setval', '\nselect pg_sleep(600);\n$&'));
  const restore = startRestore(url, slow);
  await until(async () => {
    const sleeping = await queryServer(
      inject('databaseServer'),
      `select from pg_stat_activity where datname = '${namesBeside(name).replacement}' and query like '%pg_sleep%'`,
    );
    expect(sleeping).toHaveLength(1);
  }, PATIENCE_SECONDS);
  const second = startRestore(url, file);
  expect(await second.end()).toBe(1);
  expect(second.output()).toContain(`Another restore of database ${name} is running. Nothing was changed.`);
  expect((await restore.stop('SIGKILL')).code).toBe('SIGKILL');
  expect(await listBeside(name)).toHaveLength(1);
  expect(await describeTables(url)).toEqual(before);

  // also simulates a restore that was killed after the swap
  await queryServer(inject('databaseServer'), `create database ${namesBeside(name).replaced}`);
  const told = await restoreTo(url, file, { mayReplace: true });
  expect(told.filter((line) => line.startsWith('Dropped '))).toHaveLength(2);
  expect(await query(url, 'select from users')).toEqual([]);
  expect(await listBeside(name)).toEqual([]);
});

test('if a restore is killed during the swap, the old data stays and the database name always exists', async () => {
  const { url, name, file } = await makeWorld();
  const before = await describeTables(url);
  // blocks the rename while it is open
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

test('if a restore is killed at any moment, the database has either the old data or all of the new data', async () => {
  const { url, name, file } = await makeWorld();
  const stood: number[] = [];
  for (const words of [/Loading the dump/, /Checking the new database/, /Replacing the old database/, /is restored/]) {
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
  expect(stood[3], 'what it says is true').toBe(0);
  const last = startRestore(url, file);
  expect(await last.end(), last.output()).toBe(0);
  expect(await listBeside(name)).toEqual([]);
});

test('a restore that is interrupted by a signal cleans up and exits with 1', async () => {
  const { url, name, file } = await makeWorld();
  const slow = join(await makeFolder(), 'slow.sql');
  const script = await readFile(file, 'utf8');
  // a statement that ends by itself, so that the restore sees the interruption at the next step
  await writeFile(slow, script.replace(/^COPY public\.users /m, 'select pg_sleep(3);\n$&'));
  const restore = startRestore(url, slow);
  await restore.says(/Loading the dump/);
  expect((await restore.stop('SIGTERM')).code).toBe(1);
  expect(restore.output()).toContain('It was interrupted. Nothing was changed.');
  expect(await listBeside(name)).toEqual([]);
  expect(await query(url, 'select from users')).toHaveLength(1);
});
