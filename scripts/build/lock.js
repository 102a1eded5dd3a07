import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const cache = new URL('../../node_modules/.cache/', import.meta.url);
const lock = new URL('lectern-build.lock', cache);
const PATIENCE_MS = 5 * 60_000;

/**
 * Runs one build at a time. `npm run start:api` and `npm run start:worker` both build, and neither may load a file that
 * the other is writing. After five minutes it goes on without the lock, because a build never takes that long.
 */
export async function withBuildLock(build) {
  mkdirSync(cache, { recursive: true });
  const until = Date.now() + PATIENCE_MS;
  while (!takeLock() && Date.now() < until) await delay(50);
  try {
    await build();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Whether this process has the lock now. The lock names its process, and a lock whose process has ended is removed. */
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
    // released this moment
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
