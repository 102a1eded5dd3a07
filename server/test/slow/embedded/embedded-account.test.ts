import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EmbeddedDatabase } from '../../../src/platform/database/embedded.ts';
import { findPostmaster, makeOpeners, type Openers, query, removeDataDir } from '../../support/embedded-openers.ts';

const isRoot = process.getuid?.() === 0;
const needsRoot = 'only root can become another user, and this run is not root';
const nobody = { uid: 65534, gid: 65534 };

let openers: Openers;
/** Stands for the folder above DATA_DIR. */
let parent: string;
let dataDir: string;
const opened: EmbeddedDatabase[] = [];

beforeAll(async () => {
  if (!isRoot) console.log(`tests of accounts are skipped: ${needsRoot}`);
  openers = await makeOpeners();
});

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'lectern-account-'));
  dataDir = join(parent, 'data');
  await mkdir(dataDir, { mode: 0o700 });
});

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  await removeDataDir(dataDir);
  await rm(parent, { recursive: true, force: true });
});

afterAll(() => openers.dispose());

async function open(): Promise<EmbeddedDatabase> {
  const database = await openers.openHere({ dataDir, exclusive: false, log: () => undefined });
  opened.push(database);
  return database;
}

async function findServerUser(): Promise<number> {
  return (await lstat(`/proc/${await findPostmaster(dataDir)}`)).uid;
}

test('root lends the cluster to an account that can reach it, and to a namespace when none can', async (context) => {
  if (!isRoot) return context.skip(needsRoot);
  await chmod(parent, 0o755);
  const first = await open();
  const account = (await lstat(join(dataDir, 'postgres'))).uid;
  expect(account).toBeGreaterThan(0);
  expect(await findServerUser()).toBe(account);
  expect((await lstat(dataDir)).mode & 0o777).toBe(0o711);
  await query(first.url, 'create table kept as select 1 as value');
  await first.close();

  await chmod(parent, 0o700);
  const second = await open();
  expect((await lstat(join(dataDir, 'postgres', 'base'))).uid).toBe(0);
  expect(await findServerUser()).toBe(0);
  expect(await readFile(`/proc/${await findPostmaster(dataDir)}/uid_map`, 'utf8')).toBe('');
  expect(await query(second.url, 'insert into kept values (2) returning value')).toEqual([{ value: 2 }]);
  const tool = openers.open(dataDir);
  expect((await tool.answer).url).toBe(second.url);
  await tool.close();
  await second.close();
  expect(await findPostmaster(dataDir)).toBeUndefined();

  await chmod(parent, 0o755);
  const third = await open();
  expect((await lstat(join(dataDir, 'postgres', 'base'))).uid).toBe(account);
  expect(await query(third.url, 'select value from kept order by value')).toEqual([{ value: 1 }, { value: 2 }]);
});

test('an ordinary user runs it alone, and root joins without taking it away', async (context) => {
  if (!isRoot) return context.skip(needsRoot);
  await chmod(parent, 0o755);
  await chown(dataDir, nobody.uid, nobody.gid);
  const user = openers.open(dataDir, nobody);
  const { url } = await user.answer;
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(await findServerUser()).toBe(nobody.uid);
  await user.close();
  expect(await findPostmaster(dataDir)).toBeUndefined();

  await (await open()).close();
  expect((await lstat(join(dataDir, 'postgres', 'base'))).uid).toBe(nobody.uid);
  const again = openers.open(dataDir, nobody);
  expect((await again.answer).url).toBe(url);
  await again.close();
});

test('an ordinary user gets a message with the owner of the cluster and the path that is not writable', async (context) => {
  if (!isRoot) return context.skip(needsRoot);
  await chmod(parent, 0o755);
  await chmod(dataDir, 0o711);
  await mkdir(join(dataDir, 'postgres'));
  const foreign = await openers.open(dataDir, { uid: 4321, gid: 4321 }).answer;
  expect(foreign.name).toBe('OperatorError');
  expect(foreign.error).toMatch(/postgres belongs to user 0, but Lectern runs as user 4321\. Run it as user/);
  const unwritable = await openers.open(join(parent, 'new', 'data'), nobody).answer;
  expect(unwritable.name).toBe('OperatorError');
  expect(unwritable.error).toMatch(
    /cannot be created or is not a folder \(EACCES\)\. Make it a folder that user 65534 can write to/,
  );
});

test('an ordinary user needs no right to write to the installed packages', async (context) => {
  if (!isRoot) return context.skip(needsRoot);
  const { makeIncompleteNative } = await import('../../support/embedded-natives.ts');
  const native = await makeIncompleteNative(parent);
  await chmod(parent, 0o755);
  await chown(dataDir, nobody.uid, nobody.gid);
  const programs = pathToFileURL(join(openers.copy.folder, 'server/dist/platform/database/embedded-programs.js'));
  const script = `
    const { prepareBinaries } = await import(${JSON.stringify(programs.href)});
    const { initdb, environment } = await prepareBinaries(${JSON.stringify(native)}, ${JSON.stringify(join(dataDir, 'links'))});
    const { execFileSync } = await import('node:child_process');
    process.stdout.write(execFileSync(initdb, ['--version'], { env: environment }));`;
  const child = spawn(openers.copy.node, ['--input-type=module', '-e', script], { ...nobody, cwd: '/', stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => {
      output += bytes;
    });
  }
  await once(child, 'close');
  expect(output).toMatch(/^initdb \(PostgreSQL\) 15\./);
  expect(await readdir(join(dataDir, 'links'))).toContain('libpq.so.5');
  expect(await readdir(join(native, 'lib'))).not.toContain('libpq.so.5');
});
