import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { inject } from 'vitest';
import { readConfig } from '../../src/platform/config.ts';
import type { Constants } from '../../src/platform/constants.ts';
import { connectDatabase } from '../../src/platform/database/database.ts';
import { Notifications, WORKER_LISTENER } from '../../src/platform/database/notifications.ts';
import { type Logger, makeLogger } from '../../src/platform/logger.ts';
import type { Services } from '../../src/platform/services.ts';
import { openSecrets } from '../../src/start/open-secrets.ts';
import { makeWorkerState, runWorker } from '../../src/start/run-worker.ts';
import { SECRETS_KEY } from './secrets-key.ts';

/** All that the service is made of, with a pool of connections and what was logged. */
export interface OpenServices extends Services {
  readonly pool: pg.Pool;
  written(): string;
  close(): Promise<void>;
}

/**
 * Opens what the API and the workers share; `env` and `constants` are on top of those of all tests. `timeoutMs`: how
 * long a query of the API waits for its response, if not as long as in production.
 */
export async function openServices(
  databaseUrl: string,
  env: Readonly<Record<string, string>>,
  {
    hasWorker = false,
    timeoutMs,
    constants,
  }: { hasWorker?: boolean; timeoutMs?: number; constants?: Partial<Constants> | undefined } = {},
): Promise<OpenServices> {
  const dataDir = await mkdtemp(join(tmpdir(), `${inject('runPrefix')}data-`));
  const variables = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRETS_KEY,
    APP_HOST: '127.0.0.1',
    APP_PORT: '0',
    SESSION_COOKIE_SECURE: '0',
    INGESTION_MIN_REQUEST_DELAY_SECONDS: '0',
    PROFILE_FRESH_MINUTES: '0',
    // tests send more requests than people
    RATE_LIMIT_PER_MINUTE: '0',
    ...env,
  };
  const config = readConfig(variables, { constants: { streamsPerUser: 0, ...constants } });
  const lines: string[] = [];
  const log = makeLogger({ ...config, logLevel: 'info' }, { write: (line: string) => void lines.push(line) });
  const { db, pool, close } = connect(databaseUrl, 'test', log, timeoutMs);
  const notifications = new Notifications(databaseUrl, (error) => log.warn({ err: error }, 'listener lost'));
  const secrets = await openSecrets(config, log);
  return {
    ...{ db, pool, databaseUrl, config, log, secrets, notifications },
    ...(hasWorker ? { worker: makeWorkerState(config) } : {}),
    written: () => lines.join(''),
    async close() {
      await notifications.close();
      await close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Runs a worker with connections of its own. */
export async function runWorkerOf(services: Services): Promise<{ stop(): Promise<void> }> {
  const { db, close } = connect(services.databaseUrl, 'test worker', services.log);
  const notifications = new Notifications(services.databaseUrl, () => {}, WORKER_LISTENER);
  const worker = runWorker({ ...services, db, notifications });
  return {
    async stop() {
      await worker.stop();
      await notifications.close();
      await close();
    },
  };
}

function connect(url: string, name: string, log: Logger, timeoutMs?: number): ReturnType<typeof connectDatabase> {
  const onError = (error: Error) => log.warn({ err: error }, 'connection lost');
  return connectDatabase({ url, maxConnections: 10, name, onError, ...(timeoutMs ? { timeoutMs } : {}) });
}
