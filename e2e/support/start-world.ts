import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Sandbox, startSandbox } from '@lectern/sandbox';
import { SECRETS_KEY } from '../../server/test/support/secrets-key.ts';
import { makeTestDatabase, queryServer } from '../../server/test/support/test-database.ts';

const PROGRAM = fileURLToPath(new URL('../../server/dist/start/all.js', import.meta.url));
const LINK = /http:\/\/[^\s"]+\/setup#token=[\w-]+/;

/** The built product with an empty database and stand-ins for its sources. */
export interface World {
  readonly url: string;
  /** the one-time link that creates the first administrator */
  readonly setupLink: string;
  readonly sandbox: Sandbox;
  stop(): Promise<void>;
  /** Runs a statement in the database of the service. */
  query(sql: string): Promise<void>;
  /** Kills the service, as a crash would. */
  kill(): Promise<void>;
  /** Starts the service again after `kill`, at the same address. */
  restart(): Promise<void>;
}

/**
 * Starts the product. `env` has additional settings. `isEmbedded`: with a PostgreSQL of its own, in place of a database
 * on that of all tests.
 */
export async function startWorld({
  scholars = 'demo',
  env = {},
  isEmbedded = false,
}: {
  scholars?: 'demo' | 'none';
  env?: Readonly<Record<string, string>>;
  isEmbedded?: boolean;
} = {}): Promise<World> {
  const sandbox = await startSandbox({ scholars });
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-e2e-'));
  const database = isEmbedded ? null : await makeTestDatabase();
  // as platform/database/embedded-session.ts writes it
  const embeddedUrl = `postgresql:///lectern?host=${encodeURIComponent(join(dataDir, 'socket'))}&user=lectern&sslmode=disable`;
  const startService = (port: string) =>
    spawn(process.execPath, [PROGRAM], {
      // do not inherit settings, such as the address of a real database
      env: {
        PATH: process.env.PATH,
        ...sandbox.env,
        DATA_DIR: dataDir,
        ...(database ? { DATABASE_URL: database.url, SECRETS_KEY, APP_HOST: '127.0.0.1' } : {}),
        APP_PORT: port,
        SESSION_COOKIE_SECURE: '0',
        INGESTION_MIN_REQUEST_DELAY_SECONDS: '0',
        PROFILE_FRESH_MINUTES: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  let service = startService('0');
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (service.exitCode !== null || service.signalCode !== null) return;
    const exit = once(service, 'exit');
    service.kill(signal);
    await exit;
  };
  try {
    const setupLink = await readLink(service);
    const { origin, port } = new URL(setupLink);
    return {
      url: origin,
      setupLink,
      sandbox,
      query: async (sql) => void (await queryServer(database?.url ?? embeddedUrl, sql)),
      kill: () => end('SIGKILL'),
      async restart() {
        service = startService(port);
        service.stdout.resume();
        while (!(await isHealthy(origin))) await setTimeout(100);
      },
      async stop() {
        await end('SIGTERM');
        await database?.drop();
        await sandbox.close();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    service.kill('SIGTERM');
    await sandbox.close();
    throw error;
  }
}

async function isHealthy(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/healthz`).catch(() => null);
  return response?.ok === true;
}

async function readLink({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The service has no output.');
  const lines = createInterface({ input: stdout });
  for await (const line of lines) {
    const [link] = LINK.exec(line) ?? [];
    if (link !== undefined) {
      // keep reading, so that the service does not block while it writes
      stdout.resume();
      return link;
    }
  }
  throw new Error('The service ended before it printed its set-up link.');
}
