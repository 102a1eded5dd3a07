import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { otherSources } from './other-sources.ts';

// benches run from the project's root, as npm runs them
export const ACCOUNT = { email: 'bench@lectern.example', password: 'a phrase for the bench' };

export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** from the start of the process until /healthz responded, or until the worker said that it runs */
  readonly startMs: number;
  stop(): Promise<void>;
  /** Ends it with SIGKILL, as a crash would. */
  kill(): Promise<void>;
}

/**
 * Starts the built service, or only its API or a worker, as a process on the embedded database in `dataDir`. Waits
 * until it is ready. `onLine` gets each line of its log. A worker has no address, so its `url` leads nowhere.
 */
export async function startService(
  dataDir: string,
  env: Readonly<Record<string, string>>,
  program: 'all' | 'api' | 'worker' = 'all',
  onLine?: (line: string) => void,
): Promise<ServiceProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = spawn(process.execPath, [resolve('server/dist/start', `${program}.js`)], {
    stdio: ['ignore', program === 'worker' || onLine ? 'pipe' : 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      APP_PORT: String(port),
      SESSION_COOKIE_SECURE: '0',
      RATE_LIMIT_PER_MINUTE: '0',
      LOG_FORMAT: 'json',
      BOOTSTRAP_ADMIN_EMAIL: ACCOUNT.email,
      BOOTSTRAP_ADMIN_PASSWORD: ACCOUNT.password,
      // no enrichment runs while other figures are measured
      ...otherSources(false),
      ...env,
    },
  });
  const exited = once(child, 'exit');
  let isWorking = false;
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => {
      isWorking ||= line.includes('The worker is running');
      onLine?.(line);
    });
  while (program === 'worker' ? !isWorking : !(await isHealthy(url))) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    await pause(10);
  }
  const startMs = performance.now() - begin;
  return {
    url,
    pid: child.pid ?? 0,
    startMs,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    (response) => response.ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Process ids of the PostgreSQL that a service started: the postmaster first, then its children. */
export async function listPostgres(dataDir: string): Promise<number[]> {
  const postmaster = Number((await readFile(`${dataDir}/postgres/postmaster.pid`, 'utf8')).split('\n', 1)[0]);
  const children = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')).trim().split(' ');
  return [postmaster, ...children.map(Number)];
}

/** Proportional set size in MB of the service and of the PostgreSQL that it started (shared pages are counted once). */
export async function residentMegabytes(
  service: ServiceProcess,
  dataDir: string,
): Promise<{ node: number; postgres: number }> {
  const pss = await Promise.all((await listPostgres(dataDir)).map(pssOf));
  return { node: await pssOf(service.pid), postgres: pss.reduce((sum, one) => sum + one, 0) };
}

async function pssOf(pid: number): Promise<number> {
  return (await memoryOf(pid)).all;
}

/**
 * Proportional set size in MB of a process, and the part of it that is shared memory, such as PostgreSQL's buffers. 0
 * if it has ended.
 */
export async function memoryOf(pid: number): Promise<{ all: number; shared: number }> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  const [all = 0, shared = 0] = [/^Pss:\s+(\d+) kB/m, /^Pss_Shmem:\s+(\d+) kB/m].map(
    (pattern) => Number(pattern.exec(text)?.[1] ?? 0) / 1024,
  );
  return { all, shared };
}
