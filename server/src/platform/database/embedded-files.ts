import { createHash } from 'node:crypto';
import { chmod, lchown, lstat, mkdir, readFile, realpath, rename, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { commandFor } from '../command-options.ts';
import { OperatorError } from '../errors.ts';
import { makeFolder } from '../make-folder.ts';

const socketFile = '.s.PGSQL.5432';
/** The bytes of a path in `sockaddr_un`, without the terminating zero: 108 on Linux, 104 on macOS. */
const socketPathLimit = process.platform === 'darwin' ? 103 : 107;
/** PostgreSQL keeps paths in buffers of 1024 bytes. The rest is for names inside the cluster. */
const dataDirLimit = 900;

/** The paths of one DATA_DIR, absolute and without symbolic links. */
export interface EmbeddedPaths {
  readonly dataDir: string;
  readonly cluster: string;
  readonly log: string;
  /** The folder of the socket. */
  readonly socket: string;
  /** The last part of the socket's name. There is no network port. */
  readonly port: number;
}

/**
 * Creates DATA_DIR if needed and returns its paths. `mustExist`: refuse a DATA_DIR without a cluster, and create
 * nothing.
 * @throws OperatorError when DATA_DIR cannot be used
 */
export async function findEmbeddedPaths(requested: string, { mustExist = false } = {}): Promise<EmbeddedPaths> {
  const wanted = resolve(requested);
  if (Buffer.byteLength(wanted) > dataDirLimit) {
    throw new OperatorError(
      `DATA_DIR has ${Buffer.byteLength(wanted)} bytes, and PostgreSQL allows about ${dataDirLimit}. Choose a shorter path for DATA_DIR, or set DATABASE_URL.`,
    );
  }
  await finishUpgrade(wanted);
  if (mustExist && (await isMissing(join(wanted, 'postgres', 'PG_VERSION')))) {
    throw new OperatorError(
      `There is no database in DATA_DIR=${wanted}. Set DATA_DIR, DATABASE_URL or DATABASE_URL_FILE as for the service.`,
    );
  }
  const dataDir = await makeDataDir(wanted);
  const cluster = join(dataDir, 'postgres');
  const socket = await chooseSocketFolder(dataDir, cluster);
  return { dataDir, cluster, log: join(dataDir, 'postgres.log'), socket, port: 5432 };
}

/** Where an upgrade puts the new cluster when it is complete. */
export function upgradedCluster(dataDir: string): string {
  return join(dataDir, 'postgres-upgraded');
}

/** Finishes an upgrade that was killed between its two renames. */
async function finishUpgrade(dataDir: string): Promise<void> {
  const [upgraded, cluster] = [upgradedCluster(dataDir), join(dataDir, 'postgres')];
  if (!(await isMissing(cluster)) || (await isMissing(upgraded))) return;
  await rename(upgraded, cluster).catch((error: unknown) => {
    // another process finished it first
    if (!hasCode(error) || error.code !== 'ENOENT') throw explainFileError(error, dataDir);
  });
}

async function makeDataDir(dataDir: string): Promise<string> {
  try {
    await makeFolder(dirname(dataDir));
    await mkdir(dataDir, { mode: 0o700 }).catch(async (error: unknown) => {
      if (!(await stat(dataDir).catch(() => undefined))?.isDirectory()) throw error;
    });
  } catch (error) {
    const code = hasCode(error) ? error.code : String(error);
    if (code === 'ENOSPC' || code === 'EDQUOT') throw explainFileError(error, dataDir);
    throw new OperatorError(
      `DATA_DIR=${dataDir} cannot be created or is not a folder (${code}). Make it a folder that ${runsAs()} can write to, choose another DATA_DIR, or set DATABASE_URL.`,
    );
  }
  return realpath(dataDir);
}

async function chooseSocketFolder(dataDir: string, cluster: string): Promise<string> {
  const inside = join(dataDir, 'socket');
  if (Buffer.byteLength(join(inside, socketFile)) <= socketPathLimit) return inside;
  // TMPDIR is not used, because all processes must find the same folder.
  const folder = `/tmp/lectern-${createHash('sha256').update(dataDir).digest('hex').slice(0, 20)}`;
  const status = await lstat(folder).catch(() => undefined);
  if (status === undefined) return folder;
  // Any user can write to /tmp. Through a link or a folder of another user there, that user could reach the database.
  const clusterOwner = (await lstat(cluster).catch(() => undefined))?.uid;
  const isOurs = status.uid === process.getuid?.() || status.uid === clusterOwner;
  if (status.isDirectory() && isOurs && (status.mode & 0o077) === 0) return folder;
  throw new OperatorError(
    `PostgreSQL's socket must be in ${folder}, but that is a link or belongs to another user (user ${status.uid}, mode ${(status.mode & 0o777).toString(8)}). Remove it, or choose a shorter path for DATA_DIR.`,
  );
}

/** @throws OperatorError when this account or this major version of PostgreSQL cannot use the cluster */
export async function checkCluster({ dataDir, cluster }: EmbeddedPaths, installedVersion: string): Promise<void> {
  if (await isMissing(cluster)) return;
  const owner = (await lstat(cluster).catch((error: unknown) => Promise.reject(explainFileError(error, dataDir)))).uid;
  const self = process.getuid?.();
  if (self !== undefined && self !== 0 && owner !== self) {
    throw new OperatorError(
      `${cluster} belongs to user ${owner}, but Lectern runs as user ${self}. Run it as user ${owner}, change the owner (as root, with Lectern stopped: chown -R ${self} ${dataDir}), or choose another DATA_DIR.`,
    );
  }
  const version = await readClusterVersion(cluster);
  if (version === undefined || version === installedVersion) return;
  throw new OperatorError(
    `${cluster} was created by PostgreSQL ${version}, and this version of Lectern has PostgreSQL ${installedVersion}. Stop Lectern, then move the data with: ${commandFor('ops')} upgrade-database`,
  );
}

/** The major version of PostgreSQL that created a cluster; undefined when the folder is missing or not a cluster. */
export async function readClusterVersion(cluster: string): Promise<string | undefined> {
  return readFile(join(cluster, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
}

/** Makes a folder that only its owner can enter. */
export async function makePrivateFolder(path: string, owner: { uid: number; gid: number }): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error) || error.code !== 'EEXIST') throw error;
  });
  const status = await lstat(path);
  if (!status.isDirectory()) throw new OperatorError(`${path} is not a folder. Move it away.`);
  if (status.uid !== owner.uid) await lchown(path, owner.uid, owner.gid);
  if ((status.mode & 0o777) !== 0o700) await chmod(path, 0o700);
}

async function isMissing(path: string): Promise<boolean> {
  return lstat(path).then(
    () => false,
    (error: unknown) => hasCode(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR'),
  );
}

/** Whether an error has a code, such as ENOENT or a SQLSTATE. */
export function hasCode(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** The account of this process, for a message. */
export function runsAs(): string {
  return `user ${process.getuid?.() ?? 'of this process'}`;
}

/** Turns a refused file operation into an OperatorError. Returns other errors unchanged. */
export function explainFileError(error: unknown, dataDir: string): unknown {
  if (!hasCode(error)) return error;
  const place = `DATA_DIR=${dataDir}`;
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
    return new OperatorError(
      `${place} is not writable for ${runsAs()} (${error.message}). Give it write access, choose another DATA_DIR, or set DATABASE_URL.`,
    );
  }
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return new OperatorError(`${place} is full (${error.message}). Free some space, or choose another DATA_DIR.`);
  }
  if (error.code === 'ENOTDIR' || error.code === 'EEXIST' || error.code === 'ENAMETOOLONG') {
    return new OperatorError(
      `${place} cannot be used (${error.message}). Move the file that is there, or choose another DATA_DIR.`,
    );
  }
  return error;
}
