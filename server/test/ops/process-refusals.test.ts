import { access } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findPostmaster } from '../support/embedded-openers.ts';
import { makeTestDatabase, withDatabase } from '../support/test-database.ts';
import { makeDataDir, runProgram, type ServiceProcess } from './process-runner.ts';

/** Expects exit code 1 and a message for an operator, without a stack trace. */
async function refusal(service: ServiceProcess): Promise<string> {
  expect(await service.end(), service.output()).toBe(1);
  expect(service.output()).not.toMatch(/\n {4}at |"stack"|sesame/);
  return service.output();
}

async function takePort(): Promise<string> {
  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  onTestFinished(() => void holder.close());
  return String((holder.address() as AddressInfo).port);
}

test('a port in use is reported, and the PostgreSQL that was started for the service is stopped', async () => {
  const dataDir = await makeDataDir();
  const port = await takePort();
  const words = await refusal(runProgram('all.js', { DATA_DIR: dataDir, APP_PORT: port }));
  expect(words).toContain(`Lectern cannot listen on 127.0.0.1, port ${port}. The port is in use.`);
  await access(dataDir);
  expect(await findPostmaster(dataDir)).toBeUndefined();
});

test('the demo reports that the port of its sandbox is in use, and names the setting for it', async () => {
  const dataDir = await makeDataDir();
  const port = await takePort();
  const words = await refusal(runProgram('demo.js', { DATA_DIR: dataDir, SANDBOX_PORT: port }));
  expect(words).toContain(`Port ${port} is already in use`);
  expect(words).toContain('Set SANDBOX_PORT to another port');
  await expect(access(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('invalid settings are listed before anything is changed', async () => {
  const dataDir = await makeDataDir();
  const wrong = { APP_PORT: 'http', LOG_LEVEL: 'loud', TZ: 'Mars/Olympus', DATABASE_URL: 'mysql://a:sesame@b/c' };
  const words = await refusal(runProgram('all.js', { DATA_DIR: dataDir, ...wrong }));
  for (const name of Object.keys(wrong)) expect(words).toContain(`  - ${name} `);
  await expect(access(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a database that is missing or closes the connection is reported without its password', async () => {
  const dataDir = await makeDataDir();
  const start = (url: string) => refusal(runProgram('all.js', { DATA_DIR: dataDir, DATABASE_URL: url }));
  // The server reads everything before it closes, because closing with unread bytes may or may not reset the
  // connection.
  const silent = createServer((socket) => socket.resume().end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  // commands.test.ts has a port at which nothing listens
  const [missing, mute] = await Promise.all([
    start(withDatabase(inject('databaseServer'), 'no_such_database')),
    start(`postgresql://lectern:sesame@127.0.0.1:${port}/library`),
  ]);
  expect(missing).toMatch(/cannot be used: database "no_such_database" does not exist/);
  expect(mute).toMatch(/cannot be used: Connection terminated/);
  await expect(access(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('an outdated schema is reported if migrations at the start are disabled', async () => {
  const database = await makeTestDatabase({ empty: true });
  const start = { DATABASE_URL: database.url, MIGRATE_ON_START: '0' };
  const words = await refusal(runProgram('all.js', start));
  expect(words).toMatch(/The database is at migration \(none\), this version needs \d{4}-\w+/);
  expect(words).toContain('MIGRATE_ON_START=1');
  await database.drop();
});
