import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';

const source = fileURLToPath(new URL('../../src/platform/database/embedded.ts', import.meta.url));
const script = fileURLToPath(new URL('open-embedded-database.mjs', import.meta.url));

/** The messages of a process that opens an embedded database. */
export interface OpenerAnswer {
  readonly url?: string;
  readonly error?: string;
  readonly name?: string;
  readonly closed?: boolean;
  readonly log?: string;
}

/** A process that opens an embedded database. `answer` is its first message that is not for the log. */
export interface Opener {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly answer: Promise<OpenerAnswer>;
  /** Closes the database properly and waits for the end. */
  close(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
}

export interface Openers {
  /** Folder of the compiled modules, to import others of them in a process. */
  readonly folder: string;
  open(dataDir: string, options?: { exclusive?: boolean; uid?: number; gid?: number }): Opener;
  dispose(): Promise<void>;
}

/** Compiles the launcher for plain node, which runs no TypeScript, to a folder that finds the installed packages. */
export async function compileOpeners(): Promise<Openers> {
  const resolver = createRequire(import.meta.url);
  const tsc = join(dirname(resolver.resolve('typescript/package.json')), 'bin', 'tsc');
  const cache = join(dirname(dirname(resolver.resolve('pg/package.json'))), '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'embedded-openers-'));
  const flags = ['--ignoreConfig', '--skipLibCheck', '--rewriteRelativeImportExtensions', '--types', 'node'];
  const target = ['--target', 'es2023', '--module', 'nodenext', '--outDir', folder];
  await promisify(execFile)(process.execPath, [tsc, ...flags, ...target, source]);
  await promisify(execFile)('chmod', ['-R', 'a+rX', folder]);
  const moduleUrl = pathToFileURL(join(folder, 'database', 'embedded.js')).href;
  const children = new Set<ChildProcess>();

  function open(dataDir: string, options: { exclusive?: boolean; uid?: number; gid?: number } = {}): Opener {
    const { exclusive, ...account } = options;
    const args = [script, moduleUrl, dataDir, exclusive ? 'exclusive' : 'shared'];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], ...account });
    children.add(child);
    const exit = once(child, 'exit');
    const answer = readAnswer(child);
    answer.catch(() => undefined);
    return {
      child,
      pid: child.pid ?? 0,
      answer,
      close: async () => {
        child.stdin?.end();
        await exit;
      },
      kill: async () => {
        child.kill('SIGKILL');
        await exit;
      },
    };
  }

  async function dispose(): Promise<void> {
    for (const child of children) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
  return { folder, open, dispose };
}

async function readAnswer(child: ChildProcess): Promise<OpenerAnswer> {
  if (!child.stdout) throw new Error('The opener has no output.');
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const answer: OpenerAnswer = JSON.parse(line);
      if (answer.log === undefined) resolve(answer);
    });
    lines.once('close', () => reject(new Error('The opener ended without an answer.')));
  });
}

/** Runs one statement on a connection of its own and gives the rows. */
export async function query(url: string | undefined, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Process id of the server that has a data directory open, undefined when it has none. */
export async function findPostmaster(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || undefined;
}

/** Removes a folder and whatever server a failed test left in it. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const pid = await findPostmaster(dataDir);
  const words = pid ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
  if (pid && words.includes(dataDir)) process.kill(pid, 'SIGQUIT');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
