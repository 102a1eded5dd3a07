import { spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root));
const { status } = spawnSync(process.execPath, [tsc, '-p', 'server/tsconfig.build.json'], {
  cwd: fileURLToPath(root),
  stdio: 'inherit',
});
rmSync(lock, { force: true });
process.exitCode = status ?? 1;

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
