import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

// `npm run start:api` and `npm run start:worker` at the same time both build: one must not load the files that the other is just writing.
// So they build one after the other, and the second finds nothing to write.

const root = new URL('../', import.meta.url);
const cache = new URL('node_modules/.cache/', root);
const lock = new URL('lectern-build.lock', cache);
const PATIENCE_MS = 5 * 60_000;

mkdirSync(cache, { recursive: true });
const until = Date.now() + PATIENCE_MS;
while (!takeLock() && Date.now() < until) await delay(100);
process.exitCode = buildServer() || buildWeb();
rmSync(lock, { force: true });

function buildServer() {
  return run('typescript/bin/tsc', ['-p', 'server/tsconfig.build.json']);
}

/** Only when something changed since: `dist/.built-from` says what it was made of. */
function buildWeb() {
  const made = new URL('web/dist/.built-from', root);
  const digest = digestOfWeb();
  if (existsSync(made) && readFileSync(made, 'utf8') === digest) return 0;
  const status = run('vite/bin/vite.js', ['build', 'web', '--logLevel', 'warn']);
  if (status === 0) writeFileSync(made, digest);
  return status;
}

function digestOfWeb() {
  const web = new URL('web/', root);
  const files = readdirSync(web, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/]web[\\/](dist|node_modules)[\\/]/.test(file))
    .sort();
  const hash = createHash('sha256');
  for (const file of [fileURLToPath(new URL('package-lock.json', root)), ...files])
    hash.update(`${relative(fileURLToPath(root), file)}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Runs a program of a package with Node; its exit code. */
function run(program, parameters) {
  const file = fileURLToPath(new URL(`node_modules/${program}`, root));
  const { status } = spawnSync(process.execPath, [file, ...parameters], { cwd: fileURLToPath(root), stdio: 'inherit' });
  return status ?? 1;
}

/** Whether the lock is ours now: it names a process, and one that is no more holds nothing. */
function takeLock() {
  const own = new URL(`lectern-build.${process.pid}`, cache);
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isAlive(readHolder())) rmSync(lock, { force: true });
    return false;
  } finally {
    rmSync(own);
  }
}

function readHolder() {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    // it was given back this moment
    return process.pid;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
