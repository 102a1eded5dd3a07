import { sql } from 'kysely';
import { afterAll, onTestFinished } from 'vitest';
import type { Config } from '../../../src/platform/config.ts';
import { CONSTANTS } from '../../../src/platform/constants.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import type { Services } from '../../../src/platform/services.ts';
import { serveApi } from '../../../src/start/serve-api.ts';
import { signedIn, type User } from '../../support/accounts.ts';
import { ADMIN } from '../../support/admin.ts';
import { Client } from '../../support/client.ts';
import { emptyDatabase } from '../../support/empty-database.ts';
import { openServices } from '../../support/open-services.ts';
import { UNHURRIED } from '../../support/service.ts';
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
  /** Returns a client with a session of this account, which exists already. */
  signedIn(account: { email: string }): Promise<User>;
  /** Returns a client that signed in with the password. */
  logIn(account: { email: string; password: string }): Promise<Client>;
}

export interface Replicas {
  readonly first: Replica;
  readonly second: Replica;
  log(): string;
}

/**
 * Two API replicas with separate connections on one database, for all tests of a file, as `serviceOfFile` has one
 * service: each test finds ADMIN, or no users, and nothing else.
 */
export function replicasOfFile(env: Record<string, string> = {}): (state?: { hasAdmin: boolean }) => Promise<Replicas> {
  let opening: ReturnType<typeof openReplicas> | null = null;
  afterAll(async () => (await opening)?.close());
  return async ({ hasAdmin } = { hasAdmin: true }) => {
    const isNew = opening === null;
    opening ??= openReplicas(env);
    const { replicas } = await opening;
    if (!isNew) await emptyDatabase(replicas.first.db);
    if (hasAdmin) await addAdmin(replicas.first);
    return replicas;
  };
}

/** Starts two replicas for one test. */
export async function startReplicas({
  env = {},
  hasAdmin = true,
} = {}): Promise<Replicas & { closeFirst(): Promise<void> }> {
  const { replicas, close, closeFirst } = await openReplicas(env);
  onTestFinished(close);
  if (hasAdmin) await addAdmin(replicas.first);
  return { ...replicas, closeFirst };
}

async function addAdmin({ db, url }: Replica): Promise<void> {
  await signedIn({ db, url }, { email: ADMIN.email, isAdmin: true });
  await db.deleteFrom('sessions').execute();
}

async function openReplicas(env: Record<string, string>) {
  const database = await makeTestDatabase();
  const variables = {
    GOOGLE_SCHOLAR_BASE_URL: 'http://127.0.0.1:9',
    // the default of an installation, because these tests check the limits
    RATE_LIMIT_PER_MINUTE: '',
    LOGIN_RATE_LIMIT_ATTEMPTS: '100',
    ...env,
  };
  const services = [
    await openServices(database.url, variables, { constants: CONSTANTS }),
    await openServices(database.url, variables, { constants: CONSTANTS }),
  ] as const;
  const apis = [
    await serveApi(services[0], services[0].pool, UNHURRIED),
    await serveApi(services[1], services[1].pool, UNHURRIED),
  ] as const;
  let isFirstOpen = true;
  const closeFirst = async () => {
    if (!isFirstOpen) return;
    isFirstOpen = false;
    await apis[0].close();
    await services[0].close();
  };
  const close = async () => {
    await closeFirst();
    await apis[1].close();
    await services[1].close();
    await database.drop();
  };
  const replicas = {
    first: replicaOf(services[0], apis[0].url),
    second: replicaOf(services[1], apis[1].url),
    log: () => services.map((one) => one.written()).join(''),
  };
  return { replicas, close, closeFirst };
}

function replicaOf({ db, config }: Services, url: string): Replica {
  const visitor = async () => {
    const client = new Client(url);
    client.csrf = (await client.ok('GET', '/auth/csrf')).csrf_token;
    return client;
  };
  const logIn = async ({ email, password }: { email: string; password: string }) => {
    const client = new Client(url);
    await client.signIn(email, password);
    return client;
  };
  return { url, db, config, visitor, logIn, signedIn: (account) => signedIn({ db, url }, account) };
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
 * Changes a user while a request waits for the user's row, as when a password is verified. Returns the response.
 */
export async function changeMeanwhile<T>(
  { db }: Replica,
  userId: number,
  change: { password_hash?: string; is_active?: boolean },
  send: () => Promise<T>,
): Promise<T> {
  const { answer } = await db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set(change).where('id', '=', userId).execute();
    const sent = send();
    await untilWaiting(db, 1);
    return { answer: sent };
  });
  return answer;
}

/** How many failed sign-ins count. */
export async function countAttempts({ db }: Replica): Promise<number> {
  return (await db.selectFrom('login_attempts').select('id').execute()).length;
}

/** Lets no row of the table be changed, until the test ends. */
export async function refuseUpdates({ db }: Replica, table: 'api_tokens' | 'sessions'): Promise<void> {
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'read only'; end $$`.execute(
    db,
  );
  onTestFinished(async () => void (await sql`drop function refuse cascade`.execute(db)));
  await sql`create trigger refuse before update on ${sql.table(table)} for each row execute function refuse()`.execute(
    db,
  );
}
