import { sql } from 'kysely';
import { expect, onTestFinished, vi } from 'vitest';
import { createFirstAdmin } from '../../../src/accounts/create-first-admin.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { connectDatabase, type Database } from '../../../src/platform/database/database.ts';
import { Notifications } from '../../../src/platform/database/notifications.ts';
import { makeLogger } from '../../../src/platform/logger.ts';
import { openSecrets } from '../../../src/start/open-secrets.ts';
import { serveApi } from '../../../src/start/serve-api.ts';
import { Client } from '../../support/client.ts';
import { SECRETS_KEY } from '../../support/secrets-key.ts';
import { makeTestDatabase } from '../../support/test-database.ts';

export const ADMIN = { email: 'admin@lectern.example', password: 'correct horse battery staple' };
export const WRONG = 'wrong wrong wrong';

export interface Replica {
  readonly url: string;
  readonly db: Database;
  /** A visitor with a CSRF token. */
  visitor(): Promise<Client>;
  signedIn(account: { email: string; password: string }): Promise<Client>;
  close(): Promise<void>;
}

export interface Replicas {
  readonly first: Replica;
  readonly second: Replica;
  readonly databaseUrl: string;
  /** Another process on the same database. */
  start(): Promise<Replica>;
  log(): string;
}

/** Two API processes' worth of service, each with connections of its own, on one new database, until the test ends. */
export async function startReplicas({
  env = {},
  users = true,
}: {
  env?: Record<string, string>;
  users?: boolean;
} = {}): Promise<Replicas> {
  const database = await makeTestDatabase();
  const running: Replica[] = [];
  onTestFinished(async () => {
    for (const replica of running) await replica.close();
    await database.drop();
  });
  const lines: string[] = [];
  const start = async () => {
    const config = readConfig({
      DATABASE_URL: database.url,
      SECRETS_KEY,
      APP_HOST: '127.0.0.1',
      APP_PORT: '0',
      SESSION_COOKIE_SECURE: '0',
      LOGIN_RATE_LIMIT_ATTEMPTS: '100',
      ...env,
    });
    const log = makeLogger({ ...config, logLevel: 'info' }, { write: (line: string) => void lines.push(line) });
    const connections = connectDatabase({
      url: database.url,
      maxConnections: 10,
      name: 'test',
      onError: (error) => log.warn({ err: error }, 'connection lost'),
    });
    const { db } = connections;
    if (users) await createFirstAdmin(db, ADMIN);
    const notifications = new Notifications(database.url, (error) => log.warn({ err: error }, 'listener lost'));
    const secrets = await openSecrets(config, log);
    const api = await serveApi(
      { db, databaseUrl: database.url, config, log, secrets, notifications },
      connections.pool,
    );
    let closing: Promise<void> | null = null;
    const replica: Replica = {
      url: api.url,
      db,
      visitor: async () => {
        const client = new Client(api.url);
        client.csrf = (await client.ok('GET', '/auth/csrf')).csrf_token;
        return client;
      },
      signedIn: async ({ email, password }) => {
        const client = new Client(api.url);
        await client.signIn(email, password);
        return client;
      },
      close: () => {
        closing ??= api
          .close()
          .then(() => notifications.close())
          .then(() => connections.close());
        return closing;
      },
    };
    running.push(replica);
    return replica;
  };
  const first = await start();
  const second = await start();
  return { first, second, databaseUrl: database.url, start, log: () => lines.join('') };
}

/** The same browser at another replica. */
export function atReplica(client: Client, replica: Replica): Client {
  const moved = new Client(replica.url);
  for (const [name, value] of client.cookies) moved.cookies.set(name, value);
  moved.csrf = client.csrf;
  return moved;
}

/** Makes a user; gives the account and the user's id. */
export async function makeUser(admin: Client, name: string, { is_admin = false } = {}) {
  const account = { email: `${name}@lectern.example`, password: `a phrase of ${name} that is long` };
  const { id } = await admin.ok('POST', '/admin/users', { body: { ...account, is_admin }, status: 201 });
  return { ...account, id: Number(id) };
}

/** Waits until so many queries of this database wait for a lock. */
export async function untilWaiting({ db }: Replica, queries: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows[0]?.waiting).toBe(queries);
    },
    { timeout: 20_000, interval: 20 },
  );
}

/** Lets requests go on only when every one of them waits for a lock: at the latest where it would write to this table. */
export async function allAtOnce<T>(replica: Replica, table: string, ask: () => Promise<T>[]): Promise<T[]> {
  const { answers } = await replica.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx);
    const asked = ask();
    await untilWaiting(replica, asked.length);
    return { answers: Promise.all(asked) };
  });
  return answers;
}

/** Makes what happened so far have happened earlier. */
export async function age(
  { db }: Replica,
  table: 'login_attempts' | 'sessions',
  column: string,
  interval: string,
): Promise<void> {
  const time = sql.ref(column);
  await sql`update ${sql.table(table)} set ${time} = ${time} - ${interval}::interval`.execute(db);
}
