import { onTestFinished } from 'vitest';
import { createFirstAdmin } from '../../src/accounts/create-first-admin.ts';
import { readConfig } from '../../src/platform/config.ts';
import { connectDatabase, type Database } from '../../src/platform/database/database.ts';
import { Notifications } from '../../src/platform/database/notifications.ts';
import type { Services } from '../../src/platform/http/endpoint.ts';
import { makeLogger } from '../../src/platform/logger.ts';
import { openSecrets } from '../../src/start/open-secrets.ts';
import { runWorker } from '../../src/start/run-worker.ts';
import { serveApi } from '../../src/start/serve-api.ts';
import { Client } from './client.ts';
import { otherSources } from './other-sources.ts';
import { SECRETS_KEY } from './secrets-key.ts';
import { makeTestDatabase } from './test-database.ts';

export const ADMIN = { email: 'admin@lectern.example', password: 'correct horse battery staple' };

export interface TestService {
  readonly url: string;
  readonly db: Database;
  readonly services: Services;
  readonly admin: Client;
  /** A new user of that name, signed in. */
  newUser(name: string): Promise<Client & { userId: number }>;
  log(): string;
}

/**
 * The service in this process, until the test ends; `worker` lets it do background work. It has a database of its own, unless `databaseUrl`
 * names a migrated one, which somebody else removes.
 */
export async function startTestService(
  options: { env?: Record<string, string>; worker?: boolean; databaseUrl?: string } = {},
): Promise<TestService> {
  const { databaseUrl } = options;
  const database = databaseUrl === undefined ? await makeTestDatabase() : { url: databaseUrl, drop: async () => {} };
  const config = readConfig({
    DATABASE_URL: database.url,
    SECRETS_KEY,
    APP_HOST: '127.0.0.1',
    APP_PORT: '0',
    SESSION_COOKIE_SECURE: '0',
    GOOGLE_SCHOLAR_BASE_URL: 'http://127.0.0.1:9',
    INGESTION_MIN_REQUEST_DELAY_SECONDS: '0',
    PROFILE_FRESH_MINUTES: '0',
    // tests ask more often than people
    RATE_LIMIT_PER_MINUTE: '0',
    STREAMS_PER_USER: '0',
    // most tests are of one source
    ...otherSources(false),
    ...options.env,
  });
  const lines: string[] = [];
  const log = makeLogger({ ...config, logLevel: 'info' }, { write: (line: string) => void lines.push(line) });
  const connections = connectDatabase({
    url: database.url,
    maxConnections: 10,
    name: 'test',
    onError: (error) => log.warn({ err: error }, 'connection lost'),
  });
  const notifications = new Notifications(database.url, (error) => log.warn({ err: error }, 'listener lost'));
  const secrets = await openSecrets(config, log);
  const services: Services = { db: connections.db, databaseUrl: database.url, config, log, secrets, notifications };
  await createFirstAdmin(connections.db, ADMIN);
  const api = await serveApi(services, connections.pool);
  const worker = options.worker ? await runWorker(services, { pool: connections.pool, url: database.url }) : null;
  onTestFinished(async () => {
    await api.close();
    await worker?.stop();
    await notifications.close();
    await connections.close();
    await database.drop();
  });
  const admin = new Client(api.url);
  await admin.signIn(ADMIN.email, ADMIN.password);
  const newUser = async (name: string) => {
    const account = { email: `${name}@lectern.example`, password: `a phrase of ${name} that is long` };
    const user = await admin.ok('POST', '/admin/users', { body: { ...account, is_admin: false }, status: 201 });
    const client = new Client(api.url);
    await client.signIn(account.email, account.password);
    return Object.assign(client, { userId: Number(user.id) });
  };
  return { url: api.url, db: connections.db, services, admin, newUser, log: () => lines.join('') };
}
