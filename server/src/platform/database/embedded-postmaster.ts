import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { access, open, readFile, rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { chooseServerAccount } from './embedded-account.ts';
import { findEmbeddedNative, prepareEmbeddedBinaries } from './embedded-binaries.ts';
import { makeCluster } from './embedded-cluster.ts';
import { explainFileError, hasCode, makePrivateFolder } from './embedded-files.ts';
import type { EmbeddedPaths } from './embedded-paths.ts';
import { isForeignProcess, readPostmasterPid } from './embedded-pid-file.ts';
import { startProgram } from './embedded-programs.ts';
import { embeddedSettings } from './embedded-settings.ts';

const logLimitBytes = 10 * 1024 * 1024;
// As root we give the file away: a link in its place must not give another one away.
const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
const lockedExitCode = 75;
const stopLimitMs = 60_000;

/** A server process that we started; it goes on when we end. */
export interface StartedPostmaster {
  /** How it ended, undefined while it runs. */
  ending(): PostmasterEnding | undefined;
}

export interface PostmasterEnding {
  /** Whether it ended only because somebody stopped it or another one runs; else it gave up. */
  readonly mayTryAgain: boolean;
  /** What it wrote. */
  readonly output: string;
}

/** Starts PostgreSQL, making its cluster first if there is none; it is not ready yet, and may end because another runs. */
export async function startPostmaster(paths: EmbeddedPaths): Promise<StartedPostmaster> {
  try {
    const binaries = await prepareEmbeddedBinaries(await findEmbeddedNative(), `${paths.dataDir}/postgres-libraries`);
    const account = await chooseServerAccount(paths, binaries);
    await makeCluster(paths, account, binaries);
    await makePrivateFolder(paths.socket, account);
    const log = await openLog(paths);
    try {
      await log.chown(account.uid, account.gid);
      const from = (await log.stat()).size;
      const words = [...(await lockFirst(paths)), binaries.postgres, ...listArguments(paths)];
      const child = startProgram(words, account, binaries, {
        stdio: ['ignore', log.fd, log.fd],
        detached: true,
      });
      child.unref();
      let ending: PostmasterEnding | undefined;
      child.once('error', (error) => {
        ending = { mayTryAgain: false, output: error.message };
      });
      child.once('exit', (code, signal) => {
        void readFrom(paths.log, from).then((text) => {
          const mayTryAgain = code === 0 || code === lockedExitCode || signal !== null;
          const locked = `Processes of another or an earlier PostgreSQL still use ${paths.cluster}.`;
          ending = {
            mayTryAgain,
            output: code === lockedExitCode ? locked : text || `It ended with ${signal ?? code}.`,
          };
        });
      });
      return { ending: () => ending };
    } finally {
      await log.close();
    }
  } catch (error) {
    throw explainFileError(error, paths.dataDir);
  }
}

/**
 * Words that run the server under a lock on its folder, which ends with the last of its processes. PostgreSQL's own lock
 * file is not enough when a killed server left one: of two that find it at once, each may remove the other's new one.
 */
async function lockFirst(paths: EmbeddedPaths): Promise<string[]> {
  for (const flock of ['/usr/bin/flock', '/bin/flock']) {
    const isThere = await access(flock, constants.X_OK).then(
      () => true,
      () => false,
    );
    const options = ['--no-fork', '--nonblock', '--conflict-exit-code', String(lockedExitCode)];
    if (isThere) return [flock, ...options, paths.cluster];
  }
  return [];
}

/**
 * Stops PostgreSQL in order (open transactions are rolled back) and waits until its files are closed.
 * Call it only with a connection open: so the file is known to name the running server. Says whether it stopped.
 */
export async function stopPostmaster(paths: EmbeddedPaths): Promise<boolean> {
  const pid = await readPostmasterPid(paths);
  if (pid === undefined || (await isForeignProcess(pid))) return false;
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if (hasCode(error) && error.code === 'ESRCH') return true;
    throw error;
  }
  const until = Date.now() + stopLimitMs;
  while (Date.now() < until) {
    if ((await readPostmasterPid(paths)) !== pid) return true;
    await delay(10);
  }
  return false;
}

function listArguments(paths: EmbeddedPaths): string[] {
  const quotedFolder = `"${paths.socket.replaceAll('"', '""')}"`;
  const all = { ...embeddedSettings, unix_socket_directories: quotedFolder };
  return ['-D', paths.cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function openLog(paths: EmbeddedPaths): Promise<FileHandle> {
  const log = await open(paths.log, appending, 0o600);
  if ((await log.stat()).size <= logLimitBytes) return log;
  await log.close();
  await rename(paths.log, `${paths.log}.1`);
  return open(paths.log, appending, 0o600);
}

async function readFrom(path: string, start: number): Promise<string> {
  const text = await readFile(path).catch(() => Buffer.alloc(0));
  return text.subarray(start).toString('utf8').trim();
}
