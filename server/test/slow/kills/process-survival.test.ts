import { expect, test } from 'vitest';
import { makeDataDir, runProgram } from '../../ops/process-runner.ts';
import { Client } from '../../support/client.ts';
import { findPostmaster } from '../../support/embedded-openers.ts';
import { makeTestDatabase } from '../../support/test-database.ts';

const ACCOUNT = { email: 'first@lectern.example', password: 'the first phrase of all' };
const ADMIN = { BOOTSTRAP_ADMIN_EMAIL: ACCOUNT.email, BOOTSTRAP_ADMIN_PASSWORD: ACCOUNT.password };

test('a folder has one service at a time; if it is killed, its PostgreSQL ends too, and the next one has its rows', async () => {
  const dataDir = await makeDataDir();
  const first = runProgram('all.js', { ...ADMIN, DATA_DIR: dataDir });
  const client = new Client(await first.url());
  await client.signIn(ACCOUNT.email, ACCOUNT.password);
  await client.ok('POST', '/scholars', { body: { scholar_id: 'AAAAAAAAAAA1' }, status: 201 });
  const postmaster = await findPostmaster(dataDir);
  expect(postmaster).toBeGreaterThan(0);

  const second = runProgram('all.js', { DATA_DIR: dataDir });
  expect(await second.end()).toBe(1);
  expect(second.output()).toContain(`Another Lectern service is already running on DATA_DIR=${dataDir}`);
  expect(second.output()).not.toContain('    at ');
  await client.ok('GET', '/auth/me');

  await first.stop('SIGKILL');
  const third = runProgram('all.js', { DATA_DIR: dataDir });
  const heir = new Client(await third.url());
  await heir.signIn(ACCOUNT.email, ACCOUNT.password);
  expect((await heir.ok('GET', '/scholars')).scholars).toMatchObject([{ scholar_id: 'AAAAAAAAAAA1' }]);
  expect(await findPostmaster(dataDir)).not.toBe(postmaster);
  expect((await third.stop('SIGTERM')).code, third.output()).toBe(0);
  expect(await findPostmaster(dataDir)).toBeUndefined();
});

test('replicas that start together on an empty database migrate it once', async () => {
  const database = await makeTestDatabase({ empty: true });
  const start = () => runProgram('all.js', { ...ADMIN, DATABASE_URL: database.url, MIGRATE_ON_START: '1' });
  const both = [start(), start()];
  for (const service of both) {
    const client = new Client(await service.url());
    await client.signIn(ACCOUNT.email, ACCOUNT.password);
    expect((await client.ok('GET', '/admin/users')).users).toHaveLength(1);
  }
  const output = both.map((service) => service.output()).join('');
  expect(output.match(/migrated the database/g)).toHaveLength(1);
  expect(output.match(/created the administrator/g)).toHaveLength(1);
  expect(output).not.toMatch(/"level":"(warn|error|fatal)"/);
  for (const service of both) expect((await service.stop('SIGTERM')).code).toBe(0);
  await database.drop();
});
