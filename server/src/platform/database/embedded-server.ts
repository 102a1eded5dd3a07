import { constants } from 'node:fs';
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../errors.ts';
import { type EmbeddedPaths, hasCode, makePrivateFolder } from './embedded-files.ts';
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
const lockedExitCode = 75;
const stopLimitMs = 60_000;
/**
 * Shell code that starts the program under a lock on the folder `$0`. The lock ends with the last of the server's processes. PostgreSQL's own lock
 * file is not enough: if a killed server left one and two processes find it, each may remove the new lock file of the other.
 */
const lockFirst = `command -v flock >/dev/null && set -- flock --no-fork --nonblock --conflict-exit-code ${lockedExitCode} "$0" "$@"`;
/** Shell code that sends SIGINT to the program when our end of its standard input closes, also when we are killed. SIGINT stops PostgreSQL. */
const stopWithUs = 'exec 3<&0; (read -r _ <&3; kill -INT $$) & exec 3<&- </dev/null';

/** A server process that we started. */
export interface StartedServer {
  /** Undefined while it runs. */
  ending(): ServerEnding | undefined;
  /** Stops a server that was started with `stopsWithUs`, and waits until it has exited. */
  stop(): Promise<void>;
}

interface ServerEnding {
  readonly isInOrder: boolean;
  readonly canTryAgain: boolean;
  /** What the server printed. */
  readonly output: string;
}

/**
 * Starts PostgreSQL on a cluster. It does not accept connections yet, and may exit because another server runs. It continues after this process
 * ends, unless `stopsWithUs`; then the caller holds the lock.
 */
export async function startServer(
  paths: EmbeddedPaths,
  programs: Programs,
  { stopsWithUs = false } = {},
): Promise<StartedServer> {
  await makePrivateFolder(paths.socket, programs.owner);
  const socket = `"${paths.socket.replaceAll('"', '""')}"`;
  const options = Object.entries({ ...settings, port: paths.port, unix_socket_directories: socket });
  const script = `${stopsWithUs ? stopWithUs : lockFirst}\nexec "$@"`;
  const words = [
    ...['/bin/sh', '-c', script, paths.cluster],
    ...[programs.postgres, '-D', paths.cluster, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
  ];
  const log = await openLog(paths);
  try {
    await log.chown(programs.owner.uid, programs.owner.gid);
    const from = (await log.stat()).size;
    // Detached, because Ctrl-C in a terminal must stop only us. The last process that uses the server stops it.
    const stdio = [stopsWithUs ? 'pipe' : 'ignore', log.fd, log.fd] as const;
    const child = spawnProgram(words, programs, { stdio: [...stdio], detached: true });
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

/**
 * Prevents other servers from using a cluster until the returned function is called, or this process is killed.
 * @throws OperatorError when another server uses it
 */
export async function lockCluster({ cluster }: EmbeddedPaths, programs: Programs): Promise<() => void> {
  const words = ['/bin/sh', '-c', `${lockFirst}\nexec "$@"`, cluster, '/bin/sh', '-c', 'echo locked; exec cat'];
  const child = spawnProgram(words, programs, { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('error', reject);
    child.once('exit', () => reject(new OperatorError(describeOther(cluster))));
  });
  return () => void child.stdin?.end();
}

function describeOther(cluster: string): string {
  return `Processes of another or an earlier PostgreSQL still use ${cluster}. Stop them.`;
}

/** Whether the server can be started again: it was stopped, or another server or the remaining processes of a killed one use the cluster. */
async function explainEnding(
  paths: EmbeddedPaths,
  result: number | NodeJS.Signals,
  from: number,
): Promise<Pick<ServerEnding, 'canTryAgain' | 'output'>> {
  if (result === lockedExitCode) {
    return { canTryAgain: true, output: describeOther(paths.cluster) };
  }
  const written = (await readFile(paths.log).catch(() => Buffer.alloc(0))).subarray(from).toString('utf8').trim();
  const output = written || `It ended with ${result}.`;
  const pid = await readServerPid(paths);
  if (/lock file "[^"]+" already exists/.test(output) && pid !== undefined && (await isOtherProgram(pid))) {
    const words = `${pidFile(paths)} names process ${pid}, which is not PostgreSQL. A killed server left the file, and another program now has its process id. Make sure that no PostgreSQL uses ${paths.cluster}, remove the file, and start again.`;
    return { canTryAgain: false, output: `${words}\n${output}` };
  }
  const metAnother = /lock file "[^"]+" already exists|pre-existing shared memory block/.test(output);
  return { canTryAgain: result === 0 || typeof result === 'string' || metAnother, output };
}

/** An OperatorError for a server that does not start or does not reply. */
export function describeFailure(paths: EmbeddedPaths, output: string): OperatorError {
  const lines = output.split('\n').slice(-10).join('\n');
  return new OperatorError(
    `The embedded PostgreSQL cannot be used. ${adviceFor(output)} Its last lines (more in ${paths.log}):\n${lines}`,
  );
}

/**
 * Stops the running server, which rolls back open transactions, and waits until its files are closed. Call it only with a connection open: then the
 * lock file names that server. Returns whether it stopped.
 */
export async function stopServer(paths: EmbeddedPaths): Promise<boolean> {
  const pid = await readServerPid(paths);
  if (pid === undefined || (await isOtherProgram(pid))) return false;
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if (hasCode(error) && error.code === 'ESRCH') return true;
    throw error;
  }
  const until = Date.now() + stopLimitMs;
  while (Date.now() < until) {
    if ((await readServerPid(paths)) !== pid) return true;
    await delay(10);
  }
  return false;
}

function pidFile({ cluster }: EmbeddedPaths): string {
  return join(cluster, 'postmaster.pid');
}

/** The process that the cluster's lock file names, whether it still runs or not; undefined without such a file. */
async function readServerPid(paths: EmbeddedPaths): Promise<number | undefined> {
  const text = await readFile(pidFile(paths), 'utf8').catch((error: unknown) => {
    if (hasCode(error) && error.code === 'ENOENT') return '';
    throw error;
  });
  const pid = Number.parseInt(text, 10);
  return pid > 1 ? pid : undefined;
}

/** Whether the process id of a former server now belongs to another program. Always false outside Linux. */
async function isOtherProgram(pid: number): Promise<boolean> {
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return words !== '' && !words.includes('postgres');
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
