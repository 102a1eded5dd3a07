import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const FAKE_DOCKER = fileURLToPath(new URL('../support/fake-docker.sh', import.meta.url));

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface InstalledProject {
  readonly root: string;
  /** The path of a script in scripts/db. */
  script(name: string): string;
  /**
   * Runs a script with these variables and no others, but for a PATH that has `bin` of the project at its beginning.
   */
  run(name: string, args?: readonly string[], env?: Readonly<Record<string, string>>, cwd?: string): Promise<Outcome>;
  /** Puts a program into `bin`. */
  addProgram(name: string, text: string): Promise<void>;
  /** The arguments of each call of docker; see fake-docker.sh. */
  dockerCalls(): Promise<string>;
}

/** Runs a program with these variables and no others. Its standard input is empty, or `input`. */
export function runProgramWith(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  { cwd = '/', input = '' }: { cwd?: string; input?: string } = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
    // a program that refuses its arguments ends without reading it
    child.stdin?.on('error', () => undefined).end(input);
  });
}

/**
 * The project as an operator has it after a build, without a compiler, beside which a test may put other files; with
 * `docker` in its `bin` if asked.
 */
export async function installProject({ docker = false }: { docker?: boolean } = {}): Promise<InstalledProject> {
  const root = await mkdtemp(join(tmpdir(), 'lectern p '));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const scripts = join(root, 'scripts', 'db');
  await mkdir(scripts, { recursive: true });
  for (const folder of ['server', 'node_modules', 'bin']) await mkdir(join(root, folder));
  for (const name of (await readdir(join(PROJECT, 'scripts', 'db'))).filter((one) => /\.(sh|py)$/.test(one))) {
    await copyFile(join(PROJECT, 'scripts', 'db', name), join(scripts, name));
    await chmod(join(scripts, name), 0o755);
  }
  for (const name of ['dist', 'migrations']) await symlink(join(PROJECT, 'server', name), join(root, 'server', name));
  const notes = join(root, 'docker-calls');
  const addProgram = async (name: string, text: string) => {
    await writeFile(join(root, 'bin', name), text);
    await chmod(join(root, 'bin', name), 0o755);
  };
  if (docker) {
    await addProgram('docker', await readFile(FAKE_DOCKER, 'utf8'));
    for (const name of ['compose.yaml', 'compose.dev.yaml']) await writeFile(join(root, name), 'services: {}\n');
  }
  const PATH = [join(root, 'bin'), dirname(process.execPath), process.env.PATH ?? ''].join(':');
  const script = (name: string) => join(scripts, name);
  return {
    root,
    script,
    run: (name, args = [], env = {}, cwd = '/') => {
      const command = name.endsWith('.py') ? ['python3', script(name)] : [script(name)];
      const given = { PATH, npm_config_loglevel: 'error', FAKE_NOTES: notes, FAKE_OPS: root, FAKE_RUNNING: '', ...env };
      return runProgramWith(command[0] ?? '', [...command.slice(1), ...args], given, { cwd });
    },
    addProgram,
    dockerCalls: () => readFile(notes, 'utf8').catch(() => ''),
  };
}
