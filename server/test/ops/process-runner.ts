import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { removeDataDir } from '../support/embedded-openers.ts';
import { otherSources } from '../support/other-sources.ts';
import { SECRETS_KEY } from '../support/secrets-key.ts';

const compiled = fileURLToPath(new URL('../../dist/start/', import.meta.url));

export interface ServiceProcess {
  readonly child: ChildProcess;
  /** Everything that it has written, on both outputs. */
  output(): string;
  /** Waits for output that matches; returns the captured group. */
  says(words: RegExp): Promise<string>;
  /** Waits until it listens; returns the origin. */
  url(): Promise<string>;
  /** Waits for its end; returns the exit code, or the signal's name. */
  end(): Promise<number | string>;
  /** Sends the signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<{ code: number | string; ms: number }>;
}

/** A folder for an embedded database. Processes that still run in it after the test are killed. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-p-'));
  const dataDir = join(folder, 'data');
  onTestFinished(async () => {
    await removeDataDir(dataDir);
    await removeDataDir(folder);
  });
  return dataDir;
}

/** Runs a compiled program of `start/` with these settings and no others, until the test ends. */
export function runProgram(
  program: 'all.js' | 'api.js' | 'demo.js' | 'worker.js' | 'migrate.js' | 'ops.js',
  env: Record<string, string>,
  { args = [], cwd = tmpdir(), folder = compiled }: { args?: string[]; cwd?: string; folder?: string } = {},
): ServiceProcess {
  const settings = {
    PATH: process.env.PATH ?? '',
    APP_HOST: '127.0.0.1',
    APP_PORT: '0',
    SESSION_COOKIE_SECURE: '0',
    // with the embedded database the service creates its own; tools need none
    ...(env.DATABASE_URL && program !== 'migrate.js' && program !== 'ops.js' ? { SECRETS_KEY } : {}),
  };
  const child = spawn(process.execPath, [join(folder, program), ...args], {
    cwd,
    env: { ...settings, GOOGLE_SCHOLAR_BASE_URL: 'http://127.0.0.1:9', ...otherSources(false), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  let ended: number | string | null = null;
  const watchers = new Set<() => void>();
  const notify = () => {
    for (const watch of watchers) watch();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      written += text;
      notify();
    });
  }
  const end = once(child, 'close').then(([code, signal]) => {
    ended = code ?? signal;
    notify();
    return ended ?? '';
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await end;
  });
  const says = (words: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const watch = () => {
        const found = words.exec(written);
        if (!found && ended === null) return;
        watchers.delete(watch);
        if (found) resolve(found[1] ?? found[0]);
        else reject(new Error(`It ended with ${ended} and never said ${words}:\n${written}`));
      };
      watchers.add(watch);
      watch();
    });
  return {
    child,
    output: () => written,
    says,
    url: () => says(/listens on (http:[^"\s]+)/),
    end: () => end,
    async stop(signal) {
      const from = performance.now();
      child.kill(signal);
      return { code: await end, ms: performance.now() - from };
    },
  };
}
