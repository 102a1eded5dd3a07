import { execFile } from 'node:child_process';
import { watch } from 'node:fs';
import { lstat, mkdtemp, readdir, readFile, symlink, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { EmbeddedDatabase } from '../../../src/platform/database/embedded.ts';
import { findPostmaster, makeOpeners, type Openers, query, removeDataDir } from '../../support/embedded-openers.ts';
import { until } from '../../support/wait.ts';

let openers: Openers;
/** One cluster is used by all tests that need no fresh one. */
let shared: string;
const folders: string[] = [];
const opened: EmbeddedDatabase[] = [];

beforeAll(async () => {
  openers = await makeOpeners();
  shared = await makeFolder();
});

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

afterAll(async () => {
  await openers.dispose();
  for (const folder of folders) await removeDataDir(folder);
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-embedded-'));
  folders.push(folder);
  return folder;
}

async function open(
  dataDir: string,
  options: { exclusive?: boolean; log?: (message: string) => void } = {},
): Promise<EmbeddedDatabase> {
  const database = await openers.openHere({ dataDir, exclusive: false, log: () => undefined, ...options });
  opened.push(database);
  return database;
}

/** kill -9 of the server; the end of a connection says that its processes have noticed. */
async function killPostmaster(dataDir: string, url: string): Promise<void> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  const gone = new Promise<void>((resolve) => {
    client.once('end', resolve);
  });
  const pid = await findPostmaster(dataDir);
  // 0 would kill the test run itself
  if (pid === undefined) throw new Error(`no server runs in ${dataDir}`);
  process.kill(pid, 'SIGKILL');
  await gone;
}

test('makes a private cluster without a TCP port in a fresh folder', async () => {
  const { url } = await open(join(shared, 'deep', '..'));
  const rows = await query(
    url,
    `select current_database() as database, current_user as user, current_setting('server_version_num')::int / 10000 as version,
            current_setting('listen_addresses') as tcp, current_setting('server_encoding') as encoding,
            current_setting('lc_collate') as collation, current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as synchronous, current_setting('jit') as jit,
            (select string_agg(distinct type || ' ' || auth_method, ',') from pg_hba_file_rules) as access`,
  );
  expect(rows).toEqual([
    {
      database: 'lectern',
      user: 'lectern',
      version: 15,
      tcp: '',
      encoding: 'UTF8',
      collation: 'C',
      fsync: 'on',
      synchronous: 'on',
      jit: 'off',
      access: 'local trust',
    },
  ]);
  for (const folder of ['postgres', 'socket']) expect((await lstat(join(shared, folder))).mode & 0o777).toBe(0o700);
  expect((await readdir(shared)).sort()).toEqual(['postgres', 'postgres.log', 'socket']);
  const psql = await promisify(execFile)('psql', [url, '-XAtc', 'select current_database()']).catch(() => undefined);
  if (psql) expect(psql.stdout.trim()).toBe('lectern');
  else console.log('psql is not installed here, so the URL is not tested with it');
});

test('makes its database when a kill came before it, and keeps the log below its limit', async () => {
  const first = await open(shared);
  await query(first.url.replace('/lectern?', '/postgres?'), 'drop database lectern');
  await first.close();
  await truncate(join(shared, 'postgres.log'), 11 * 1024 * 1024);
  const second = await open(shared);
  expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect((await lstat(join(shared, 'postgres.log'))).size).toBeLessThan(100_000);
  expect((await lstat(join(shared, 'postgres.log.1'))).size).toBe(11 * 1024 * 1024);
});

/** Runs a statement as soon as the server takes connections. */
async function queryAgain(url: string | undefined, statement: string): Promise<Record<string, unknown>[]> {
  let rows: Record<string, unknown>[] = [];
  await until(async () => {
    rows = await query(url, statement);
  }, 100);
  return rows;
}

test('a second exclusive process is refused by name; kill -9 of the owner ends the server, and the next start has every committed row at once', async () => {
  const first = openers.open(shared, { exclusive: true });
  const { url = '' } = await first.answer;
  const refused = await openers.open(shared, { exclusive: true }).answer;
  expect(refused.name).toBe('OperatorError');
  expect(refused.error).toContain(`already running on DATA_DIR=${shared} (process ${first.pid})`);
  // a tool uses the server and leaves it running
  const tool = openers.open(shared);
  expect((await tool.answer).url).toBe(url);
  await tool.close();
  const postmaster = await findPostmaster(shared);
  await query(url, 'create table kept as select 7 as value');
  const unfinished = new pg.Client(url);
  unfinished.on('error', () => undefined);
  await unfinished.connect();
  await unfinished.query('begin; insert into kept select generate_series(10, 100000)');
  await first.kill();
  const second = openers.open(shared, { exclusive: true });
  expect(await query((await second.answer).url, 'select value from kept')).toEqual([{ value: 7 }]);
  expect(await findPostmaster(shared)).not.toBe(postmaster);
  await second.kill();
  await until(async () => expect(await findPostmaster(shared)).toBeUndefined(), 100);
  expect(await readFile(join(shared, 'postgres.log'), 'utf8')).not.toMatch(/not properly shut down/);
});

test('processes that start at the same time share one server; if its owner closes, the other one starts it again', async () => {
  const folder = await makeFolder();
  const all = [openers.open(folder), openers.open(folder)];
  const answers = await Promise.all(all.map(({ answer }) => answer));
  const rows = await Promise.all(
    answers.map(({ url }) => query(url, 'select pg_postmaster_start_time()::text as begun')),
  );
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(1);
  expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres.log', 'socket']);
  const [first, second] = all;
  await first?.close();
  expect(await queryAgain(answers[1]?.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await second?.close();
  expect(await findPostmaster(folder)).toBeUndefined();
  expect(await readdir(join(folder, 'socket'))).toEqual([]);
});

test('a killed server is started again with every committed row; after a kill of both, several processes start one', async () => {
  const owner = openers.open(shared, { exclusive: true });
  const { url = '' } = await owner.answer;
  await query(url, 'create table committed as select 8 as value');
  await killPostmaster(shared, url);
  expect(await queryAgain(url, 'select value from committed')).toEqual([{ value: 8 }]);
  owner.child.kill('SIGKILL');
  await killPostmaster(shared, url).catch(() => undefined);
  const all = await Promise.all([open(shared), open(shared), open(shared)]);
  for (const database of all) expect(await query(database.url, 'select value from committed')).toEqual([{ value: 8 }]);
  // PostgreSQL itself says whether its lock file is still its own.
  const [row] = await query(url, "select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid");
  expect(Number(row?.pid)).toBe(await findPostmaster(shared));
  expect(await readFile(join(shared, 'postgres.log'), 'utf8')).not.toMatch(/could not open file "postmaster.pid"/);
});

test('SIGTERM to all processes of a service, as systemd sends it, is not a crash of the server', async () => {
  const folder = await makeFolder();
  const owner = openers.open(folder);
  await owner.answer;
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args=']);
  for (const line of stdout.split('\n').filter((one) => one.includes('read -r _') && one.includes(folder)))
    process.kill(Number.parseInt(line, 10), 'SIGTERM');
  await owner.close();
  expect(await findPostmaster(folder)).toBeUndefined();
  const log = await readFile(join(folder, 'postgres.log'), 'utf8');
  expect(log).toContain('database system is shut down');
  expect(log).not.toMatch(/terminated by signal|abnormal/);
});

test('removes what a kill during initdb left', async () => {
  const folder = await makeFolder();
  const changes = watch(folder);
  const begun = new Promise<void>((resolve) => {
    changes.on('change', (_, name) => {
      if (String(name).startsWith('postgres.new-')) resolve();
    });
  });
  const killed = openers.open(folder);
  await begun;
  changes.close();
  await killed.kill();
  expect((await readdir(folder)).join()).toMatch(/postgres\.new-/);
  const first = await open(folder);
  expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  // What was left of initdb may have written while its folder was removed; the next start removes the rest.
  await first.close();
  await open(folder);
  expect((await readdir(folder)).sort()).toEqual(['postgres', 'postgres.log', 'socket']);
});

test('a path too long for a socket gets one in a private temporary folder, but never through a link', async () => {
  const folder = join(await makeFolder(), 'x'.repeat(100), 'odd, "name\'');
  folders.unshift(folder);
  const { url, close } = await open(folder);
  const socket = new URL(url).searchParams.get('host') ?? '';
  folders.push(socket);
  expect(dirname(socket)).toBe('/tmp');
  expect((await lstat(socket)).mode & 0o777).toBe(0o700);
  expect(await query(url, 'select current_setting($$data_directory$$) as at')).toEqual([
    { at: join(folder, 'postgres') },
  ]);
  const other = openers.open(folder);
  expect((await other.answer).url).toBe(url);
  await other.close();
  await close();
  await removeDataDir(socket);
  await symlink(shared, socket);
  await expect(open(folder)).rejects.toThrow(/is a link or belongs to another user/);
  expect(await readFile(join(shared, 'postgres', 'PG_VERSION'), 'utf8')).toBe('15\n');
});
