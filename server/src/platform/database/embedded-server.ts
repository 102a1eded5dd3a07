import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { type FileHandle, open, readFile, readlink, realpath, rename, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { OperatorError } from '../errors.ts';
import { type EmbeddedPaths, explainFileError, makePrivateFolder } from './embedded-files.ts';
import { adviceFor, type Programs, SYSTEM_PATH, spawnProgram } from './embedded-programs.ts';

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
/** The exit code of these programs if another process holds the lock. */
const LOCKED = 1;
const PERL_LOCK = `use Fcntl ':flock'; open my $folder, '<&=', ${LOCK_DESCRIPTOR} or exit 2; my $seconds = shift;
  $SIG{ALRM} = sub { exit ${LOCKED} }; alarm $seconds;
  exit 0 if flock $folder, $seconds ? LOCK_EX : LOCK_EX | LOCK_NB; exit($!{EWOULDBLOCK} ? ${LOCKED} : 2)`;
/** Programs that lock a descriptor for a number of seconds. Node.js cannot, and macOS has no `flock`. */
export const LOCKERS = [
  (seconds: string) => ['flock', '--timeout', seconds, String(LOCK_DESCRIPTOR)],
  (seconds: string) => ['perl', '-e', PERL_LOCK, seconds],
];
/**
 * Shell code that sends SIGINT to the program when our end of its standard input closes, also when we are killed.
 * SIGINT stops PostgreSQL. The waiting shell is not a child of PostgreSQL, which would take its end for a crash of the
 * server, and it outlives the SIGTERM that systemd sends to all processes of a service.
 */
const STOP_WITH_US = "exec 4<&0; ( (trap '' HUP INT TERM; read -r _ <&4; kill -INT $$) & ); exec 4<&- </dev/null";

/**
 * Takes the lock on DATA_DIR, which the server's processes inherit. So it is held until the last of them and this
 * process have ended or closed it. PostgreSQL's own lock file is not enough: it does not cover the creation of the
 * cluster, and if a killed server left one and two processes find it, each may remove the new lock file of the other.
 * Returns null if another process holds the lock after `waitSeconds`.
 * @throws OperatorError if there is no program that can lock
 */
export async function lockDataDir(
  { dataDir }: Pick<EmbeddedPaths, 'dataDir'>,
  waitSeconds = 0,
  lockers = LOCKERS,
): Promise<FileHandle | null> {
  const handle = await open(dataDir, constants.O_RDONLY).catch((error: unknown) => {
    throw explainFileError(error, dataDir);
  });
  for (const wordsFor of lockers) {
    const code = await runLocker(wordsFor(String(waitSeconds)), handle);
    if (code === undefined) continue;
    if (code !== LOCKED) return handle;
    await handle.close();
    return null;
  }
  await handle.close();
  throw new OperatorError(
    'The embedded PostgreSQL needs the program flock or perl. Install one of them (Debian: util-linux), or set DATABASE_URL.',
  );
}

/** Returns the exit code (null: it was killed), or undefined if there is no such program. */
async function runLocker([program = '', ...args]: string[], handle: FileHandle): Promise<number | null | undefined> {
  // the PATH of cron or of a container may lack the system's folders
  const env = { PATH: `${process.env.PATH ?? ''}:${SYSTEM_PATH}`, LC_ALL: 'C' };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'ignore', handle.fd] });
  return new Promise((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('exit', resolve);
  });
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
 * Starts PostgreSQL on a cluster, under the lock of {@link lockDataDir}. It does not accept connections yet. It stops
 * when this process ends, even by a kill.
 */
export async function startServer(paths: EmbeddedPaths, programs: Programs, lock: FileHandle): Promise<StartedServer> {
  await makePrivateFolder(paths.socket, programs.owner);
  await removeStaleLockFile(paths);
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

/**
 * Whether the server can be started again: it was stopped, or another server or the remaining processes of a killed one
 * use the cluster.
 */
async function explainEnding(
  paths: EmbeddedPaths,
  result: number | NodeJS.Signals,
  from: number,
): Promise<Pick<ServerEnding, 'canTryAgain' | 'output'>> {
  const written = (await readFile(paths.log).catch(() => Buffer.alloc(0))).subarray(from).toString('utf8').trim();
  const output = written || `It ended with ${result}.`;
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
 * Removes the lock file of a killed server if it is empty, or if its process number now belongs to another program:
 * PostgreSQL would refuse to start. A server runs in the folder of its cluster. Only Linux tells where a process runs.
 */
async function removeStaleLockFile({ cluster }: EmbeddedPaths): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const home = await realpath(cluster);
  const folder = await readlink(`/proc/${Number.parseInt(text, 10)}/cwd`).catch(() => home);
  if (text === '' || folder !== home) await rm(file, { force: true });
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
