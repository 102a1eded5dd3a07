import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Config } from '../../../src/platform/config.ts';
import { CONSTANTS } from '../../../src/platform/constants.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { serveApi } from '../../../src/start/serve-api.ts';
import { ADMIN } from '../../support/admin.ts';
import { Client } from '../../support/client.ts';
import { openServices } from '../../support/open-services.ts';
import { makeTestDatabase } from '../../support/test-database.ts';
import { untilWaiting } from '../../support/wait.ts';

export { ADMIN };
export const WRONG = 'wrong wrong wrong';

export interface Replica {
  readonly url: string;
  readonly db: Database;
  readonly config: Config;
  /** Returns a visitor with a CSRF token. */
  visitor(): Promise<Client>;
  signedIn(account: { email: string; password: string }): Promise<Client>;
  close(): Promise<void>;
}

export interface Replicas {
  readonly first: Replica;
  readonly second: Replica;
  readonly databaseUrl: string;
  /** Starts another process on the same database. */
  start(): Promise<Replica>;
  log(): string;
}

/** Starts two API replicas with separate connections on one new database, until the test ends. */
export async function startReplicas({
  env = {},
  users = true,
}: {
  env?: Record<string, string>;
  users?: boolean;
} = {}): Promise<Replicas> {
  const database = await makeTestDatabase({ admin: users });
  const running: Replica[] = [];
  const logs: (() => string)[] = [];
  onTestFinished(async () => {
    for (const replica of running) await replica.close();
    await database.drop();
  });
  const start = async () => {
    const variables = {
      GOOGLE_SCHOLAR_BASE_URL: 'http://127.0.0.1:9',
      // the default of an installation, because these tests check the limits
      RATE_LIMIT_PER_MINUTE: '',
      LOGIN_RATE_LIMIT_ATTEMPTS: '100',
      ...env,
    };
    const services = await openServices(database.url, variables, { constants: CONSTANTS });
    logs.push(services.written);
    const api = await serveApi(services, services.pool);
    let closing: Promise<void> | null = null;
    const replica: Replica = {
      url: api.url,
      db: services.db,
      config: services.config,
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
        closing ??= api.close().then(() => services.close());
        return closing;
      },
    };
    running.push(replica);
    return replica;
  };
  const first = await start();
  const second = await start();
  return { first, second, databaseUrl: database.url, start, log: () => logs.map((written) => written()).join('') };
}

/** Returns the same browser, connected to another replica. */
export function atReplica(client: Client, replica: Replica): Client {
  const moved = new Client(replica.url);
  for (const [name, value] of client.cookies) moved.cookies.set(name, value);
  moved.csrf = client.csrf;
  return moved;
}

/** Creates a user and returns the account and the user's id. */
export async function makeUser(admin: Client, name: string, { is_admin = false } = {}) {
  const account = { email: `${name}@lectern.example`, password: `a phrase of ${name} that is long` };
  const { id } = await admin.ok('POST', '/admin/users', { body: { ...account, is_admin }, status: 201 });
  return { ...account, id: Number(id) };
}

/**
 * Holds requests until all of them wait for a lock, at the latest when they write to this table. Then it releases them
 * together.
 */
export async function allAtOnce<T>(replica: Replica, table: string, send: () => Promise<T>[]): Promise<T[]> {
  const { answers } = await replica.db.transaction().execute(async (tx) => {
    await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx);
    const sent = send();
    await untilWaiting(replica.db, sent.length);
    return { answers: Promise.all(sent) };
  });
  return answers;
}

/**
 * Moves all times so far into the past; a negative interval moves them into the future, as if the clock had been set
 * back.
 */
export async function age(
  { db }: Replica,
  table: 'login_attempts' | 'sessions',
  column: string,
  interval: string,
): Promise<void> {
  const time = sql.ref(column);
  await sql`update ${sql.table(table)} set ${time} = ${time} - ${interval}::interval`.execute(db);
}
