import { access, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { findPostmaster } from '../support/embedded-openers.ts';
import { makeTestDatabase } from '../support/test-database.ts';
import { makeDataDir, runProgram } from './process-runner.ts';

const LINK = /(http:\/\/[^\s"]+\/setup#token=[\w-]+)/g;
const ACCOUNT = { email: 'first@lectern.example', password: 'the first phrase of all' };

test('the first start creates a key and gives a link for creating the administrator, and the next start uses both', async () => {
  const dataDir = await makeDataDir();
  const first = runProgram('all.js', { APP_PROT: '1', STREAMS_PER_USER: '9' }, { cwd: dirname(dataDir) });
  await first.says(/APP_PROT is not a setting of Lectern\. Did you mean APP_PORT\?/);
  await first.says(/These settings have no effect any more: STREAMS_PER_USER\./);
  const link = await first.says(LINK);
  const url = await first.url();
  expect(link.startsWith(`${url}/setup#token=`)).toBe(true);
  expect(first.output()).toContain(`The data is in ${dataDir}`);
  const page = await fetch(link, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const visitor = new Client(url);
  visitor.csrf = (await visitor.ok('GET', '/auth/csrf')).csrf_token;
  const token = link.split('token=')[1];
  const made = await visitor.ok('POST', '/auth/setup', { body: { token, ...ACCOUNT }, status: 201 });
  expect(made.user).toMatchObject({ email: ACCOUNT.email, is_admin: true });
  expect(first.output().match(LINK)).toHaveLength(1);
  await visitor.signIn(ACCOUNT.email, ACCOUNT.password);
  await visitor.ok('PUT', '/settings', { body: { openalex_api_key: 'a-key-that-ends-in-wxyz' } });
  const file = join(dataDir, 'secrets.key');
  const key = await readFile(file, 'utf8');
  const { mode, ino } = await stat(file);
  expect(mode & 0o777, 'only its user may read it').toBe(0o600);
  expect(Buffer.from(key.trim(), 'base64')).toHaveLength(32);
  expect(first.output()).toContain(`Made a key for the secrets in the database: ${file}.`);
  const ended = await first.stop('SIGTERM');
  expect(ended.code, first.output()).toBe(0);
  expect(ended.ms).toBeLessThan(10_000);
  expect(await findPostmaster(dataDir)).toBeUndefined();

  const second = runProgram('all.js', { DATA_DIR: dataDir });
  const again = new Client(await second.url());
  await again.signIn(ACCOUNT.email, ACCOUNT.password);
  expect((await again.ok('GET', '/settings')).openalex_api_key).toBe('••••wxyz');
  expect((await second.stop('SIGINT')).code, second.output()).toBe(0);
  expect([await readFile(file, 'utf8'), (await stat(file)).ino]).toEqual([key, ino]);
  const said = first.output() + second.output();
  for (const secret of [key.trim(), 'ends-in']) expect(said).not.toContain(secret);
  expect(second.output()).not.toContain('Made a key');
  expect(second.output()).not.toMatch(LINK);
  expect(await findPostmaster(dataDir)).toBeUndefined();
});

test("with the operator's own database no embedded one starts, and a log of errors only does not hide the link", async () => {
  const database = await makeTestDatabase();
  const dataDir = await makeDataDir();
  const service = runProgram('all.js', { DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const link = await service.says(LINK);
  expect((await fetch(new URL('/healthz', link))).status).toBe(200);
  await expect(access(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
  expect((await service.stop('SIGTERM')).code).toBe(0);
  expect(service.output().trim().split('\n')).toHaveLength(1);
  await database.drop();
});

test('the environment may name the first administrator; a later start changes nothing', async () => {
  const database = await makeTestDatabase();
  const start = (password: string, env = {}) =>
    runProgram('all.js', {
      ...env,
      DATABASE_URL: database.url,
      BOOTSTRAP_ADMIN_EMAIL: ACCOUNT.email,
      BOOTSTRAP_ADMIN_PASSWORD: password,
    });
  const refused = start('lectern123456');
  expect(await refused.end()).toBe(1);
  expect(refused.output()).toContain(
    'BOOTSTRAP_ADMIN_PASSWORD is refused. This password is easy to guess. It contains the name of this service.',
  );
  const first = start(ACCOUNT.password);
  const client = new Client(await first.url());
  await client.signIn(ACCOUNT.email, ACCOUNT.password);
  await client.ok('GET', '/admin/users');
  expect((await first.stop('SIGTERM')).code).toBe(0);
  const second = start('another phrase than that', { LOG_FORMAT: 'pretty' });
  await new Client(await second.url()).signIn(ACCOUNT.email, ACCOUNT.password);
  // a request is one short line for people
  await second.says(/POST \/api\/v1\/auth\/login 200 [\d.]+ ms/);
  expect((await second.stop('SIGTERM')).code).toBe(0);
  const output = first.output() + second.output();
  expect(output).not.toMatch(LINK);
  expect(output).not.toContain('phrase');
  await database.drop();
});
