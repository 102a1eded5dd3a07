import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../errors.ts';
import { type EmbeddedPaths, explainFileError, makePrivateFolder } from './embedded-files.ts';
import { adviceFor, type Programs, spawnProgram } from './embedded-programs.ts';

/** The memory that this process may use, in bytes: of its container, or of the machine. */
const memory = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
/** A part of the memory as a setting of PostgreSQL, within these limits in MB. */
const share = (part: number, min: number, max: number) =>
  `${Math.round(Math.min(max, Math.max(min, (memory * part) / 2 ** 20)))}MB`;

/** Options on the command line override postgresql.conf and ALTER SYSTEM. */
const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // PostgreSQL's guide suggests a quarter of a machine of its own; here the service and others share it
  shared_buffers: share(1 / 8, 64, 4096),
  effective_cache_size: share(1 / 2, 256, 65_536),
  maintenance_work_mem: share(1 / 32, 64, 1024),
  max_connections: '150',
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

const logLimitBytes = 10 * 1024 * 1024;
/** The descriptor of the lock in the server's processes. */
const LOCK_DESCRIPTOR = 3;
/** The exit code of `flock` if another process holds the lock. */
const LOCKED = 1;
/** Shell code that sends SIGINT to the program when our end of its standard input closes, also when we are killed. SIGINT stops PostgreSQL. */
const STOP_WITH_US = 'exec 4<&0; (read -r _ <&4; kill -INT $$) & exec 4<&- </dev/null';

/**
 * Takes the lock on DATA_DIR, which the server's processes inherit. So it is held until the last of them and this process have ended or closed it. PostgreSQL's own
 * lock file is not enough: if a killed server left one and two processes find it, each may remove the new lock file of the other. Without the program
 * `flock`, as on macOS, PostgreSQL's lock file has to do. Returns null if another process holds the lock after `waitSeconds`.
 */
export async function lockDataDir({ dataDir }: EmbeddedPaths, waitSeconds = 0): Promise<FileHandle | null> {
  const handle = await open(dataDir, constants.O_RDONLY).catch((error: unknown) => {
    throw explainFileError(error, dataDir);
  });
  const args = ['--timeout', String(waitSeconds), String(LOCK_DESCRIPTOR)];
  const child = spawn('flock', args, { stdio: ['ignore', 'ignore', 'ignore', handle.fd] });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('exit', resolve);
  });
  if (code !== LOCKED) return handle;
  await handle.close();
  return null;
}

/** A server process that we started. */
export interface StartedServer {
  /** Undefined while it runs. */
  ending(): ServerEnding | undefined;
  /** Stops it, which rolls back open transactions, and waits until it has exited. */
  stop(): Promise<void>;
}

interface ServerEnding {
  readonly isInOrder: boolean;
  readonly canTryAgain: boolean;
  /** What the server printed. */
  readonly output: string;
}

/**
 * Starts PostgreSQL on a cluster, under the lock of {@link lockDataDir}. It does not accept connections yet. It stops when this process ends, even by a kill.
 */
export async function startServer(paths: EmbeddedPaths, programs: Programs, lock: FileHandle): Promise<StartedServer> {
  await makePrivateFolder(paths.socket, programs.owner);
  const socket = `"${paths.socket.replaceAll('"', '""')}"`;
  const options = Object.entries({ ...settings, port: paths.port, unix_socket_directories: socket });
  const words = [
    ...['/bin/sh', '-c', `${STOP_WITH_US}\nexec "$@"`, 'sh'],
    ...[programs.postgres, '-D', paths.cluster, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
  ];
  const log = await openLog(paths);
  try {
    await log.chown(programs.owner.uid, programs.owner.gid);
    const from = (await log.stat()).size;
    // Detached, because Ctrl-C in a terminal must stop only us, and we stop the server last.
    const child = spawnProgram(words, programs, { stdio: ['pipe', log.fd, log.fd, lock.fd], detached: true });
    child.unref();
    // the server may exit before this process does
    child.stdin?.on('error', () => undefined);
    let ending: ServerEnding | undefined;
    const ended = new Promise<void>((resolve) => {
      child.once('error', (error) => {
        ending = { isInOrder: false, canTryAgain: false, output: error.message };
        resolve();
      });
      child.once('exit', async (code, signal) => {
        ending = { isInOrder: code === 0, ...(await explainEnding(paths, signal ?? code ?? 0, from)) };
        // ends the shell that waits for our end
        child.stdin?.end();
        resolve();
      });
    });
    return {
      ending: () => ending,
      stop: async () => {
        child.ref();
        child.stdin?.end();
        await ended;
      },
    };
  } finally {
    await log.close();
  }
}

/** Whether the server can be started again: it was stopped, or another server or the remaining processes of a killed one use the cluster. */
async function explainEnding(
  paths: EmbeddedPaths,
  result: number | NodeJS.Signals,
  from: number,
): Promise<Pick<ServerEnding, 'canTryAgain' | 'output'>> {
  const written = (await readFile(paths.log).catch(() => Buffer.alloc(0))).subarray(from).toString('utf8').trim();
  const output = written || `It ended with ${result}.`;
  const isLocked = /lock file "[^"]+" already exists/.test(output);
  const lockFile = join(paths.cluster, 'postmaster.pid');
  const other = isLocked ? await findOtherProgram(lockFile) : undefined;
  if (other !== undefined) {
    const words = `${lockFile} names process ${other}, which is not PostgreSQL. A killed server left the file, and another program now has its process id. Make sure that no PostgreSQL uses ${paths.cluster}, remove the file, and start again.`;
    return { canTryAgain: false, output: `${words}\n${output}` };
  }
  const metAnother = isLocked || /pre-existing shared memory block/.test(output);
  return { canTryAgain: result === 0 || typeof result === 'string' || metAnother, output };
}

/** An OperatorError for a server that does not start or does not reply. */
export function describeFailure(paths: EmbeddedPaths, output: string): OperatorError {
  const lines = output.split('\n').slice(-10).join('\n');
  return new OperatorError(
    `The embedded PostgreSQL cannot be used. ${adviceFor(output)} Its last lines (more in ${paths.log}):\n${lines}`,
  );
}

/** The process that a server's lock file names, if it is another program by now. Always undefined outside Linux. */
async function findOtherProgram(lockFile: string): Promise<number | undefined> {
  const pid = Number.parseInt(await readFile(lockFile, 'utf8').catch(() => ''), 10);
  const words = pid > 1 ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
  return words === '' || words.includes('postgres') ? undefined : pid;
}

async function openLog({ log }: EmbeddedPaths): Promise<FileHandle> {
  // As root we change the owner of this file. A symbolic link in its place must not redirect that to another file.
  const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
  const file = await open(log, appending, 0o600);
  if ((await file.stat()).size <= logLimitBytes) return file;
  await file.close();
  await rename(log, `${log}.1`);
  return open(log, appending, 0o600);
}
