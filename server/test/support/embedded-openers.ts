import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { makeReachableCopy, type ReachableCopy } from './reachable-copy.ts';

type Embedded = typeof import('../../src/platform/database/embedded.ts');

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
  /** what the processes run */
  readonly copy: ReachableCopy;
  /** opens it in this process */
  readonly openHere: Embedded['openEmbeddedDatabase'];
  open(dataDir: string, options?: { exclusive?: boolean; uid?: number; gid?: number }): Opener;
  dispose(): Promise<void>;
}

/**
 * Makes what the processes run: a copy of the built server. A test opens a database only with the copy, because root
 * chooses PostgreSQL's account by what that account can reach.
 */
export async function makeOpeners(): Promise<Openers> {
  const copy = await makeReachableCopy();
  const script = join(copy.folder, 'open-embedded-database.mjs');
  await copyFile(fileURLToPath(new URL('open-embedded-database.mjs', import.meta.url)), script);
  const moduleUrl = pathToFileURL(join(copy.folder, 'server/dist/platform/database/embedded.js')).href;
  const { openEmbeddedDatabase: openHere }: Embedded = await import(/* @vite-ignore */ moduleUrl);
  const children = new Set<ChildProcess>();

  function open(dataDir: string, options: { exclusive?: boolean; uid?: number; gid?: number } = {}): Opener {
    const { exclusive, ...account } = options;
    const args = [script, moduleUrl, dataDir, exclusive ? 'exclusive' : 'shared'];
    const child = spawn(copy.node, args, { cwd: '/', stdio: ['pipe', 'pipe', 'inherit'], ...account });
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
    await copy.remove();
  }
  return { copy, openHere, open, dispose };
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
