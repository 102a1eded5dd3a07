import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

/** What processes of other accounts run. */
export interface ReachableCopy {
  /** like the project's folder: with `server/dist` and `node_modules` */
  readonly folder: string;
  /** the program of this Node */
  readonly node: string;
  remove(): Promise<void>;
}

/**
 * Copies the built server, its packages and Node to a folder that every account can enter. The project and Node may be
 * in a folder that only the account of this test can enter, such as root's home. All accounts run the copy, so that a
 * part that it lacks is noticed wherever the project is.
 */
export async function makeReachableCopy(): Promise<ReachableCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-copy-'));
  const node = join(folder, 'node');
  await copyFile(process.execPath, node, constants.COPYFILE_FICLONE);
  for (const name of ['server/package.json', 'server/dist'])
    await cp(join(PROJECT, name), join(folder, name), { recursive: true });
  await copyPackages(folder);
  await promisify(execFile)('chmod', ['-R', 'a+rX', folder]);
  return { folder, node, remove: () => rm(folder, { recursive: true, force: true }) };
}

interface Lock {
  readonly packages: Readonly<Record<string, { dev?: boolean; link?: boolean; optional?: boolean }>>;
}

/** Copies the packages that `npm ci --omit=dev` installs. */
async function copyPackages(folder: string): Promise<void> {
  const lock: Lock = JSON.parse(await readFile(join(PROJECT, 'package-lock.json'), 'utf8'));
  for (const [path, { dev, link, optional }] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || dev || link) continue;
    const from = join(PROJECT, path);
    // those for other systems are not installed
    if (optional && !(await stat(from).catch(() => null))) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(from, join(folder, path), {
      recursive: true,
      // otherwise links between libraries would name the files in the project
      verbatimSymlinks: true,
      // packages inside it have rows of their own
      filter: (file) => file === from || !file.startsWith(join(from, 'node_modules')),
    });
  }
}
