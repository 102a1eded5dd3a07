import { execFile } from 'node:child_process';
import { chmod, lstat, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../errors.ts';
import type { EmbeddedBinaries } from './embedded-binaries.ts';
import { giveTree, hasCode, makePrivateFolder } from './embedded-files.ts';
import type { EmbeddedPaths } from './embedded-paths.ts';

/** Who the server's processes run as, and so who its files belong to. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
  /** The account the launcher switches to; undefined when the server runs under our own one. */
  readonly switchTo: { readonly uid: number; readonly gid: number } | undefined;
  /** Words put before a program's name. */
  readonly prefix: readonly string[];
}

/**
 * Decides who runs the server and gives the existing cluster to that account. PostgreSQL refuses to run as root: then it
 * is an account that can reach the files (the one that has them now, `postgres`, `nobody`), else a user namespace.
 */
export async function chooseServerAccount(paths: EmbeddedPaths, binaries: EmbeddedBinaries): Promise<ServerAccount> {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  if (uid !== 0) return { uid, gid, switchTo: undefined, prefix: [] };
  for (const other of await listOtherAccounts(paths)) {
    if (!(await reachesEverything(other, paths, binaries))) continue;
    if (await handOver(paths, other)) return { ...other, switchTo: other, prefix: [] };
  }
  // Seen from an unmapped namespace root is nobody, its files look as if owned by itself, and it has no power over others'.
  const root = { uid: 0, gid: 0 };
  const prefix = ['unshare', '--user'];
  const reachable =
    (await reachesEverything(root, paths, binaries)) && (await runs([...prefix, binaries.postgres], binaries));
  if (reachable && (await handOver(paths, root))) return { ...root, switchTo: undefined, prefix };
  throw new OperatorError(
    `PostgreSQL does not run as root, no account "postgres" or "nobody" can reach both DATA_DIR=${paths.dataDir} and ${binaries.native}, and unshare --user does not work here. Run Lectern as an ordinary user, move DATA_DIR to a folder whose parents others may enter, or set DATABASE_URL.`,
  );
}

async function listOtherAccounts(paths: EmbeddedPaths): Promise<{ uid: number; gid: number }[]> {
  const accounts: { uid: number; gid: number }[] = [];
  for (const folder of [paths.cluster, paths.dataDir]) {
    const status = await lstat(folder).catch(() => undefined);
    if (status !== undefined && status.uid !== 0) accounts.push({ uid: status.uid, gid: status.gid });
  }
  const passwords = await readFile('/etc/passwd', 'utf8').catch(() => '');
  for (const name of ['postgres', 'nobody']) {
    const fields = passwords
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':');
    const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
    if (uid > 0 && gid > 0) accounts.push({ uid, gid });
  }
  return accounts;
}

async function reachesEverything(
  account: { uid: number; gid: number },
  paths: EmbeddedPaths,
  { native, initdb, postgres }: EmbeddedBinaries,
): Promise<boolean> {
  const samples = [
    join(native, 'lib', 'postgresql', 'plpgsql.so'),
    join(native, 'share', 'postgresql', 'postgres.bki'),
  ];
  for (const program of [initdb, postgres]) if (!(await mayReach(account, program, 5))) return false;
  for (const sample of samples) if (!(await mayReach(account, sample, 4))) return false;
  // DATA_DIR itself is opened for passing when it is handed over, its parents are not ours to change.
  if (account.uid === 0) return mayReach(account, paths.dataDir, 1);
  return mayReach(account, dirname(paths.dataDir), 1);
}

/** Whether an account may use a file or folder with the permissions `wanted` (4 read, 1 execute) and enter all above it. */
async function mayReach(account: { uid: number; gid: number }, path: string, wanted: number): Promise<boolean> {
  const status = await stat(path).catch(() => undefined);
  if (status === undefined) return false;
  const shift = status.uid === account.uid ? 6 : status.gid === account.gid ? 3 : 0;
  if (((status.mode >> shift) & wanted) !== wanted) return false;
  return dirname(path) === path || mayReach(account, dirname(path), 1);
}

/** Makes the cluster's folder the account's. False when we may not give files away, as a container's root may not. */
async function handOver(paths: EmbeddedPaths, account: { uid: number; gid: number }): Promise<boolean> {
  try {
    const cluster = await lstat(paths.cluster).catch(() => undefined);
    if (cluster === undefined) await makePrivateFolder(paths.cluster, account);
    else if (cluster.uid !== account.uid) await giveTree(paths.cluster, account);
    if (!(await mayReach(account, paths.dataDir, 1))) {
      await chmod(paths.dataDir, ((await stat(paths.dataDir)).mode & 0o777) | 0o011);
    }
    return true;
  } catch (error) {
    if (hasCode(error) && ['EPERM', 'EACCES', 'EINVAL'].includes(error.code)) return false;
    throw error;
  }
}

async function runs(words: readonly string[], binaries: EmbeddedBinaries): Promise<boolean> {
  const [program = '', ...rest] = words;
  const options = { env: { ...binaries.environment }, cwd: '/' };
  return promisify(execFile)(program, [...rest, '--version'], options).then(
    () => true,
    () => false,
  );
}
