import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const KEEPER = fileURLToPath(new URL('keep-cluster.mjs', import.meta.url));
const EMBEDDED = new URL('../../dist/platform/database/embedded.js', import.meta.url);
const START_WITHIN_MS = 120_000;

/** Ten minutes between two runs of somebody who works; not where a machine runs the tests once. */
const IDLE_SECONDS = process.env.CI ? 60 : 600;

/** A PostgreSQL that outlives this run. `release` says that this run does not use it any more. */
export interface TestCluster {
  readonly url: string;
  release(): Promise<void>;
}

/**
 * Connects to this checkout's PostgreSQL for the tests of a project, `service` or `slow`: they may run beside each
 * other, and one PostgreSQL has too few connections for both. Starts it if it does not run; it stops when no run has
 * used it for ten minutes.
 */
export async function useTestCluster(project: string): Promise<TestCluster> {
  const checkout = createHash('sha256').update(EMBEDDED.href).digest('hex').slice(0, 8);
  const dataDir = join(tmpdir(), `lectern-test-cluster-${checkout}-${project}`);
  const until = Date.now() + START_WITHIN_MS;
  let output = '';
  let keeper: ChildProcess | null = null;
  for (;;) {
    const cluster = await connect(dataDir);
    if (cluster) {
      keeper?.stderr?.destroy();
      return cluster;
    }
    if (Date.now() > until) throw new Error(`PostgreSQL does not start: ${output}`);
    if (keeper === null || keeper.exitCode !== null) {
      keeper = spawn(process.execPath, [KEEPER, EMBEDDED.href, dataDir, String(IDLE_SECONDS)], {
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      keeper.stderr?.setEncoding('utf8').on('data', (text: string) => {
        output = text;
      });
      keeper.unref();
    }
    await delay(100);
  }
}

async function connect(dataDir: string): Promise<TestCluster | null> {
  // the keeper writes it when PostgreSQL runs
  const url = await readFile(join(dataDir, 'url'), 'utf8').catch(() => null);
  if (url === null) return null;
  const client = new pg.Client({ connectionString: url, application_name: 'lectern test run' });
  // tests that stop PostgreSQL have one of their own
  client.on('error', () => undefined);
  return client.connect().then(
    () => ({ url, release: () => client.end() }),
    () => null,
  );
}
