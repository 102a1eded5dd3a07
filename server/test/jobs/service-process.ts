import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { otherSources } from '../support/other-sources.ts';
import type { Service } from '../support/service.ts';

const PROGRAMS = fileURLToPath(new URL('../../dist/start/', import.meta.url));

/** The whole service, or a part of it. */
export type Program = 'all.js' | 'api.js' | 'worker.js';

/** The built service in a process of its own. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** resolves when an API listens or a worker is ready; rejects if the process ends before */
  readonly ready: Promise<void>;
  /** Where it listens; only after `ready`. */
  url(): string;
  output(): string;
  /** kill -9, and waits for the end. */
  kill(): Promise<void>;
  /** Sends SIGTERM; returns the exit code and the time until the end. */
  terminate(): Promise<{ exitCode: number | null; milliseconds: number }>;
}

/** Starts the service (API, worker and scheduler, or one part) on the database and the sandbox of a test. */
export function startServiceProcess(
  service: Service,
  env: Record<string, string> = {},
  program: Program = 'all.js',
): ServiceProcess {
  const file = join(PROGRAMS, program);
  if (!existsSync(file)) throw new Error('The service is not built: npm run build');
  const child = spawn(process.execPath, [file], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: service.services.config.databaseUrl ?? '',
      SECRETS_KEY: service.services.config.secretsKey ?? '',
      APP_HOST: '127.0.0.1',
      APP_PORT: '0',
      LOG_FORMAT: 'json',
      PROFILE_FRESH_MINUTES: '0',
      ...otherSources(false),
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
        if (/Lectern listens on|The worker is running/.test(line)) resolve();
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
    url: () => /Lectern listens on (http:[^"\s]+)/.exec(output())?.[1] ?? '',
    kill,
    async terminate() {
      const before = performance.now();
      child.kill('SIGTERM');
      await exited;
      return { exitCode: child.exitCode, milliseconds: performance.now() - before };
    },
  };
}
