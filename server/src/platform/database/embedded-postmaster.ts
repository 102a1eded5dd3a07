import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open, readFile, rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { chooseServerAccount } from './embedded-account.ts';
import { findEmbeddedNative, prepareEmbeddedBinaries } from './embedded-binaries.ts';
import { makeCluster } from './embedded-cluster.ts';
import { explainFileError, makePrivateFolder } from './embedded-files.ts';
import type { EmbeddedPaths } from './embedded-paths.ts';
import { isForeignProcess, readPostmasterPid } from './embedded-pid-file.ts';
import { startProgram } from './embedded-programs.ts';

const logLimitBytes = 10 * 1024 * 1024;
// As root we give the file away: a link in its place must not give another one away.
const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
const stopLimitMs = 60_000;

/** On the command line they hold whatever postgresql.conf or ALTER SYSTEM say. */
const settings = {
  port: '5432',
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '64MB',
  max_connections: '60',
  work_mem: '16MB',
  jit: 'off',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  autovacuum: 'on',
  autovacuum_max_workers: '2',
  max_worker_processes: '4',
  max_parallel_workers: '2',
  max_parallel_workers_per_gather: '1',
  max_logical_replication_workers: '0',
  huge_pages: 'off',
  client_connection_check_interval: '5s',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** A server process that we started; it goes on when we end. */
export interface StartedPostmaster {
  /** What it wrote before it ended, undefined while it runs. */
  ended(): string | undefined;
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
      const child = startProgram(binaries.postgres, listArguments(paths), account, binaries, {
        stdio: ['ignore', log.fd, log.fd],
        detached: true,
      });
      child.unref();
      let ended: string | undefined;
      child.once('error', (error) => {
        ended = error.message;
      });
      child.once('exit', (code, signal) => {
        void readFrom(paths.log, from).then((text) => {
          ended = text || `It ended with ${signal ?? code}.`;
        });
      });
      return { ended: () => ended };
    } finally {
      await log.close();
    }
  } catch (error) {
    throw explainFileError(error, paths.dataDir);
  }
}

/**
 * Stops PostgreSQL in order (open transactions are rolled back) and waits until its files are closed.
 * Call it only with a connection open: so the file is known to name the running server. Says whether it stopped.
 */
export async function stopPostmaster(paths: EmbeddedPaths): Promise<boolean> {
  const pid = await readPostmasterPid(paths);
  if (pid === undefined || (await isForeignProcess(pid))) return false;
  process.kill(pid, 'SIGINT');
  const until = Date.now() + stopLimitMs;
  while (Date.now() < until) {
    if ((await readPostmasterPid(paths)) !== pid) return true;
    await delay(10);
  }
  return false;
}

function listArguments(paths: EmbeddedPaths): string[] {
  const quotedFolder = `"${paths.socket.replaceAll('"', '""')}"`;
  const all = { ...settings, unix_socket_directories: quotedFolder };
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
