import { access, mkdir, readdir } from 'node:fs/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { listMigrations } from '../../src/platform/database/migrate.ts';
import { findPostmaster } from '../support/embedded-openers.ts';
import { makeTestDatabase } from '../support/test-database.ts';
import { makeDataDir, runProgram } from './process-runner.ts';

const NEWEST = `The database is at ${(await listMigrations()).at(-1)}.\n`;

async function migrate(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | string; said: string }> {
  const program = runProgram('migrate.js', env, { args });
  return { code: await program.end(), said: program.output() };
}

test('current and latest on a database of the operator', async () => {
  const database = await makeTestDatabase({ empty: true });
  const env = { DATABASE_URL: database.url };
  expect(await migrate(env, 'current')).toEqual({ code: 0, said: 'The database is at (no migration).\n' });
  expect(await migrate(env, 'latest')).toEqual({ code: 0, said: `Migrated: baseline\n${NEWEST}` });
  expect(await migrate(env, 'latest')).toEqual({ code: 0, said: `Nothing to migrate.\n${NEWEST}` });
  expect(await migrate(env, 'current')).toEqual({ code: 0, said: NEWEST });
  await database.drop();
});

test('current on a DATA_DIR that does not exist says so and creates nothing', async () => {
  const dataDir = await makeDataDir();
  const words = `There is no database in DATA_DIR=${dataDir}. Set DATA_DIR, DATABASE_URL or DATABASE_URL_FILE as for the service.\n`;
  expect(await migrate({ DATA_DIR: dataDir }, 'current')).toEqual({ code: 1, said: words });
  await expect(access(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
  // a folder without a cluster is not one either, and stays as it is
  await mkdir(dataDir);
  expect(await migrate({ DATA_DIR: dataDir }, 'current')).toEqual({ code: 1, said: words });
  expect(await readdir(dataDir)).toEqual([]);
});

test('--help lists the commands', async () => {
  const { code, said } = await migrate({ DATABASE_URL: 'mysql://a/b' }, '--help');
  expect([code, said]).toEqual([0, expect.stringMatching(/^Usage: .*\n {2}current .*\n {2}latest /)]);
});

test('other arguments are rejected with the usage', async () => {
  for (const args of [[], ['nonsense'], ['latest', 'twice']]) {
    const { code, said } = await migrate({ DATABASE_URL: 'postgresql://127.0.0.1:1/none' }, ...args);
    expect([code, said]).toEqual([1, expect.stringContaining('Usage: npm run migrate -- COMMAND')]);
    expect(said).not.toContain('    at ');
  }
  const unreachable = await migrate({ DATABASE_URL: 'postgresql://a:sesame@127.0.0.1:1/none' }, 'current');
  expect(unreachable).toEqual({ code: 1, said: expect.stringContaining('cannot be used') });
  expect(unreachable.said).not.toContain('sesame');
});

test('the embedded database is started and stopped if no process runs it, and otherwise left running', async () => {
  const dataDir = await makeDataDir();
  const env = { DATA_DIR: dataDir };
  expect(await migrate(env, 'latest')).toEqual({ code: 0, said: `Migrated: baseline\n${NEWEST}` });
  expect(await findPostmaster(dataDir)).toBeUndefined();
  const service = runProgram('all.js', env);
  const url = await service.url();
  const postmaster = await findPostmaster(dataDir);
  expect(await migrate(env, 'latest')).toEqual({ code: 0, said: `Nothing to migrate.\n${NEWEST}` });
  expect(await migrate(env, 'current')).toEqual({ code: 0, said: NEWEST });
  expect(await findPostmaster(dataDir)).toBe(postmaster);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await service.stop('SIGTERM')).code, service.output()).toBe(0);
  expect(await migrate(env, 'current')).toEqual({ code: 0, said: NEWEST });
  expect(await findPostmaster(dataDir)).toBeUndefined();
});

test('a database that a newer version has migrated is left alone', async () => {
  const database = await makeTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("insert into kysely_migration (name, timestamp) values ('9999-later', now()::text)");
  await client.end();
  for (const program of ['migrate.js', 'all.js'] as const) {
    const env = { DATABASE_URL: database.url, MIGRATE_ON_START: '1' };
    const child = runProgram(program, env, { args: program === 'migrate.js' ? ['latest'] : [] });
    expect(await child.end(), program).toBe(1);
    expect(child.output()).toContain('The database is at migration 9999-later, this version knows');
    expect(child.output()).not.toContain('    at ');
  }
  await database.drop();
});
