import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runProgram } from '../../ops/process-runner.ts';
import { describeTables, dumpOf, makeFolder, skipWithoutPostgresTools } from '../../support/dumps.ts';
import { query } from '../../support/embedded-openers.ts';
import { makeTestDatabase } from '../../support/test-database.ts';
import { until } from '../../support/wait.ts';

// for busy machines
vi.setConfig({ testTimeout: 300_000 });
const PATIENCE_SECONDS = 200;

skipWithoutPostgresTools();

/** Creates a database with one user, and a dump from before that user existed. */
async function makeWorld(): Promise<{ url: string; restore: () => ReturnType<typeof runProgram> }> {
  const { url, drop } = await makeTestDatabase();
  onTestFinished(drop);
  const file = await dumpOf(url, join(await makeFolder(), 'dumps'));
  await query(url, `insert into users (email, email_key, password_hash) values ('a@x', 'a@x', 'x')`);
  const args = ['restore', '--file', file, '--wipe-public'];
  return { url, restore: () => runProgram('ops.js', { DATABASE_URL: url }, { args }) };
}

/** Waits until no session of a restore is left. */
async function waitUntilGone(url: string): Promise<void> {
  await until(async () => {
    const found = await query(
      url,
      `select from pg_stat_activity where application_name = 'lectern restore' and datname = current_database()`,
    );
    expect(found).toEqual([]);
  }, PATIENCE_SECONDS);
}

test('a restore that is killed or interrupted at any moment has changed nothing, until it says that the data is restored', async () => {
  const { url, restore } = await makeWorld();
  const before = await describeTables(url);
  const moments = [/Loading the dump/, /Checking the new data/, /Replacing the old data/];
  for (const signal of ['SIGKILL', 'SIGTERM'] as const)
    for (const words of moments) {
      const running = restore();
      await running.says(words);
      const { code } = await running.stop(signal);
      expect(code, running.output()).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 1);
      if (signal === 'SIGTERM') expect(running.output()).toContain('It was interrupted. Nothing was changed.');
      await waitUntilGone(url);
      expect(await describeTables(url), `${signal} at ${words}`).toEqual(before);
    }
  const whole = restore();
  await whole.says(/is restored/);
  await whole.stop('SIGKILL');
  expect(await query(url, 'select from users')).toEqual([]);
  const schemas = await query(url, `select nspname as name from pg_namespace where nspname ~ '^(public|lectern)'`);
  expect(schemas).toEqual([{ name: 'public' }]);
});
