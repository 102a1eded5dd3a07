import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { isSent, listCopies, PROJECT, readStages, type Stage } from '../../ops/container-files.ts';

const run = promisify(execFile);

export interface Image {
  /** the contents of /app in the image: read-only, and owned by root if root makes it */
  readonly folder: string;
  /** a folder with the program `node` that every user may run */
  readonly bin: string;
  /** the package `lectern`, which every user may read */
  readonly archive: string;
  remove(): Promise<void>;
}

/**
 * Makes the contents of the image without a container engine: it runs the instructions of the Dockerfile in a folder
 * that has exactly what is sent to the builder. The commands of the last stage are left out, because they change the
 * system.
 */
export async function makeImage(): Promise<Image> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-image-'));
  await chmod(home, 0o755);
  const stages = readStages();
  for (const stage of stages) await followStage(stage, { home, isLast: stage === stages.at(-1) });
  const [folder, bin, build] = ['app', 'bin', 'build'].map((name) => join(home, name)) as [string, string, string];
  await mkdir(bin);
  await copyFile(process.execPath, join(bin, 'node'), constants.COPYFILE_FICLONE);
  const [archive = ''] = (await readdir(build)).filter((name) => /^lectern-.*\.tgz$/.test(name));
  await copyFile(join(build, archive), join(home, archive));
  await rm(build, { recursive: true });
  await run('chmod', ['-R', 'a+rX,a-w', folder, bin]);
  const remove = async () => {
    await run('chmod', ['-R', 'u+w', home]);
    await rm(home, { recursive: true, force: true });
  };
  return { folder, bin, archive: join(home, archive), remove };
}

/** Each stage has a folder in `home` with the name of its WORKDIR. */
async function followStage({ instructions }: Stage, { home, isLast }: { home: string; isLast: boolean }) {
  const place = instructions.find(({ word }) => word === 'WORKDIR')?.rest;
  if (place === undefined) return;
  const folder = join(home, place);
  await mkdir(folder);
  for (const instruction of instructions) {
    for (const { from, sources, target } of listCopies([instruction])) {
      for (const source of sources)
        await (from === null
          ? copySent(join(PROJECT, source), join(folder, target))
          : cp(join(home, source), join(folder, target), { recursive: true, verbatimSymlinks: true }));
    }
    if (instruction.word === 'RUN' && !isLast) await runCommand(instruction.rest, folder);
  }
}

async function copySent(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    filter: async (path) => {
      const name = relative(PROJECT, path);
      return name === '' || (isSent(name) && !(await stat(path)).isSocket());
    },
  });
}

async function runCommand(command: string, cwd: string): Promise<void> {
  // packages that this machine has need not be downloaded again
  const env = { ...process.env, NODE_ENV: '', npm_config_prefer_offline: 'true' };
  await run('sh', ['-c', command], { cwd, env, maxBuffer: 64 * 1024 * 1024 });
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
