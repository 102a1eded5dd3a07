import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { listCopies, PROJECT, readStages, type Stage } from './container-files.ts';

export interface Image {
  /** the contents of /app in the image: read-only, and owned by root if root makes it */
  readonly folder: string;
  /** a folder with the program `node` that every user may run */
  readonly bin: string;
  remove(): Promise<void>;
}

/** Makes a folder with the contents of the image's last stage, without a builder. It copies what this project has built and installed, as the Dockerfile does. */
export async function makeImage(): Promise<Image> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-image-'));
  const [folder, bin] = [join(home, 'app'), join(home, 'bin')];
  await mkdir(bin);
  await copyFile(process.execPath, join(bin, 'node'), constants.COPYFILE_FICLONE);
  const stages = readStages();
  const last = stages.at(-1);
  for (const { from, sources, target } of listCopies(last?.instructions ?? [])) {
    const stage = stages.find(({ name }) => name === from);
    for (const source of sources) {
      if (source === '/app' && stage) await copyStage(stage, stages, folder);
      else await copyInto(source.replace('/app/', ''), folder, target.replace(/^\.\/?$/, ''));
    }
  }
  await promisify(execFile)('chmod', ['-R', 'a+rX,a-w', folder, bin]);
  await chmod(home, 0o755);
  const remove = async () => {
    await promisify(execFile)('chmod', ['-R', 'u+w', home]);
    await rm(home, { recursive: true, force: true });
  };
  return { folder, bin, remove };
}

/** Everything in /app after this stage: its files from the project, and the packages that `npm ci --omit=dev` installs, without those removed later. */
async function copyStage(stage: Stage, stages: readonly Stage[], folder: string): Promise<void> {
  const before = stages.find(({ name }) => name === stage.from);
  if (before) await copyStage(before, stages, folder);
  for (const { sources, target } of listCopies(stage.instructions)) {
    for (const source of sources) await copyInto(source, folder, target.replace(/^\.\/?$/, ''));
  }
  for (const { rest } of stage.instructions.filter(({ word }) => word === 'RUN')) {
    if (rest.startsWith('npm ci --omit=dev ')) await copyPackages(folder);
    for (const [, names = ''] of rest.matchAll(/\brm -rf ([^&]+)/g)) {
      for (const name of names.trim().split(/\s+/)) await rm(join(folder, name), { recursive: true });
    }
  }
}

async function copyInto(source: string, folder: string, target: string): Promise<void> {
  const isFile = (await stat(join(PROJECT, source))).isFile();
  const to = isFile && (target === '' || target.endsWith('/')) ? join(target, source.split('/').at(-1) ?? '') : target;
  await cp(join(PROJECT, source), join(folder, to), { recursive: true });
}

interface Lock {
  readonly packages: Readonly<Record<string, { dev?: boolean; link?: boolean; optional?: boolean }>>;
}

async function copyPackages(folder: string): Promise<void> {
  const lock: Lock = JSON.parse(await readFile(join(PROJECT, 'package-lock.json'), 'utf8'));
  for (const [path, { dev, link, optional }] of Object.entries(lock.packages)) {
    if (!path.includes('node_modules/') || dev || link) continue;
    const from = join(PROJECT, path);
    // those for other systems are not installed
    if (optional && !(await stat(from).catch(() => null))) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    // packages inside it have rows of their own
    await cp(from, join(folder, path), {
      recursive: true,
      filter: (file) => file === from || !file.startsWith(join(from, 'node_modules')),
    });
  }
}

/** Every file and folder with its size and the time of its last change. */
export async function listFiles(folder: string): Promise<string[]> {
  const names = ['', ...(await readdir(folder, { recursive: true }))].sort();
  return Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    }),
  );
}
