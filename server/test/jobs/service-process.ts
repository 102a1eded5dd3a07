import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { CrawlService } from './crawl-service.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/start/all.js', import.meta.url));

/** The built service in a process of its own. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** resolves when it listens; rejects when it ends before that */
  readonly ready: Promise<void>;
  output(): string;
  /** kill -9, and waits for the end. */
  kill(): Promise<void>;
  /** SIGTERM; gives the exit code and how long the end took. */
  terminate(): Promise<{ exitCode: number | null; milliseconds: number }>;
}

/** Starts the whole service (API, worker, clock) on the database and the sandbox of a test. */
export function startServiceProcess(service: CrawlService, env: Record<string, string> = {}): ServiceProcess {
  if (!existsSync(PROGRAM)) throw new Error('The service is not built: npm run build');
  const child = spawn(process.execPath, [PROGRAM], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: service.services.config.databaseUrl ?? '',
      APP_HOST: '127.0.0.1',
      APP_PORT: '0',
      LOG_FORMAT: 'json',
      PROFILE_FRESH_MINUTES: '0',
      GOOGLE_SCHOLAR_BASE_URL: service.sandbox.origin,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const exited = once(child, 'exit');
  const listening = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (line.includes('Lectern listens on')) resolve();
      });
    }
  });
  const output = () => lines.join('\n');
  const ended = exited.then(() => {
    throw new Error(`the service ended before it listened:\n${output()}`);
  });
  const ready = Promise.race([listening, ended]);
  ready.catch(() => undefined);
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(kill);
  return {
    child,
    ready,
    output,
    kill,
    async terminate() {
      const before = performance.now();
      child.kill('SIGTERM');
      await exited;
      return { exitCode: child.exitCode, milliseconds: performance.now() - before };
    },
  };
}
