import { createHash } from 'node:crypto';
import { lstat, mkdir, readFile, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { OperatorError } from '../errors.ts';
import { makeFolder } from '../make-folder.ts';
import { explainFileError, findStatus, hasCode, runsAs } from './embedded-files.ts';

/** The major version of the packaged binaries; a cluster of another one cannot be opened with them. */
const embeddedMajorVersion = '15';

const socketFile = '.s.PGSQL.5432';
/** Bytes that `sockaddr_un` has for a path, without its closing zero: 108 on Linux, 104 on macOS. */
const socketPathLimit = process.platform === 'darwin' ? 103 : 107;
/** PostgreSQL keeps paths in buffers of 1024 bytes; the rest is for names inside the cluster. */
const dataDirLimit = 900;

/** Where everything of one DATA_DIR lies; all paths are absolute and without symbolic links. */
export interface EmbeddedPaths {
  readonly dataDir: string;
  readonly cluster: string;
  readonly pidFile: string;
  readonly log: string;
  /** Folder of the socket. */
  readonly socket: string;
  /** Whether that folder lies in the shared temporary folder, where others could have made it. */
  readonly socketIsShared: boolean;
}

/** Makes DATA_DIR if needed and says where its parts lie; throws an OperatorError when it cannot be used. */
export async function findEmbeddedPaths(requested: string): Promise<EmbeddedPaths> {
  const dataDir = await makeDataDir(resolve(requested));
  const cluster = join(dataDir, 'postgres');
  const pidFile = join(cluster, 'postmaster.pid');
  await refuseForeignCluster(dataDir, cluster);
  const socket = await chooseSocketFolder(dataDir, cluster, pidFile);
  return {
    dataDir,
    cluster,
    pidFile,
    log: join(dataDir, 'postgres.log'),
    socket,
    socketIsShared: socket !== join(dataDir, 'socket'),
  };
}

async function makeDataDir(dataDir: string): Promise<string> {
  if (Buffer.byteLength(dataDir) > dataDirLimit) {
    throw new OperatorError(
      `DATA_DIR has ${Buffer.byteLength(dataDir)} bytes, PostgreSQL allows about ${dataDirLimit}. Choose a shorter path for DATA_DIR, or set DATABASE_URL.`,
    );
  }
  try {
    await makeFolder(dirname(dataDir));
    await mkdir(dataDir, { mode: 0o700 }).catch(async (error: unknown) => {
      if (!(await stat(dataDir).catch(() => undefined))?.isDirectory()) throw error;
    });
  } catch (error) {
    const code = hasCode(error) ? error.code : String(error);
    if (code === 'ENOSPC' || code === 'EDQUOT') throw explainFileError(error, dataDir);
    throw new OperatorError(
      `DATA_DIR=${dataDir} cannot be made or is no folder (${code}). Make it a folder that ${runsAs()} may write, choose another DATA_DIR, or set DATABASE_URL.`,
    );
  }
  return realpath(dataDir);
}

async function refuseForeignCluster(dataDir: string, cluster: string): Promise<void> {
  const status = await findStatus(cluster, dataDir);
  const self = process.getuid?.();
  if (status !== undefined && self !== undefined && self !== 0 && status.uid !== self) {
    throw new OperatorError(
      `${cluster} belongs to user ${status.uid}, but Lectern runs as user ${self}. Run it as user ${status.uid}, give the folder back (as root: chown -R ${self} ${dataDir}, with Lectern stopped), or choose another DATA_DIR.`,
    );
  }
  if (status === undefined) return;
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version !== undefined && version.trim() !== embeddedMajorVersion) {
    throw new OperatorError(
      `${cluster} was made by PostgreSQL ${version.trim()}, Lectern brings PostgreSQL ${embeddedMajorVersion}. Dump it with version ${version.trim()} and restore it into an empty DATA_DIR, or run that version yourself and set DATABASE_URL.`,
    );
  }
}

async function chooseSocketFolder(dataDir: string, cluster: string, pidFile: string): Promise<string> {
  const inside = join(dataDir, 'socket');
  if (fitsSocket(inside)) return inside;
  // A running server may have been started with another TMPDIR: it says itself where it listens.
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
  const told = lines[1] === cluster ? lines[4] : undefined;
  if (told && (await lstat(told).catch(() => undefined))?.isDirectory()) {
    await refuseUnsafeSocketFolder(told, cluster);
    return told;
  }
  const digest = createHash('sha256').update(`${dataDir}\n${process.getuid?.()}`).digest('hex');
  const folder = join(await realpath(tmpdir()), `lectern-${digest.slice(0, 20)}`);
  if (!fitsSocket(folder)) {
    throw new OperatorError(
      `Neither DATA_DIR=${dataDir} nor the temporary folder ${tmpdir()} is short enough for PostgreSQL's socket (${socketPathLimit} bytes). Choose a shorter path for DATA_DIR or TMPDIR.`,
    );
  }
  await refuseUnsafeSocketFolder(folder, cluster);
  return folder;
}

/** Anybody can write to the temporary folder: a link or somebody else's folder there would hand them the database. */
async function refuseUnsafeSocketFolder(folder: string, cluster: string): Promise<void> {
  const status = await lstat(folder).catch(() => undefined);
  if (status === undefined) return;
  const clusterOwner = (await lstat(cluster).catch(() => undefined))?.uid;
  const ours = status.uid === process.getuid?.() || status.uid === clusterOwner;
  if (!status.isDirectory() || !ours || (status.mode & 0o077) !== 0) {
    throw new OperatorError(
      `${folder}, where PostgreSQL's socket has to be, is a link or belongs to somebody else (user ${status.uid}, mode ${(status.mode & 0o777).toString(8)}). Remove it, or choose a DATA_DIR with a shorter path.`,
    );
  }
}

function fitsSocket(folder: string): boolean {
  return Buffer.byteLength(join(folder, socketFile)) <= socketPathLimit;
}
