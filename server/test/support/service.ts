import type { AddressInfo } from 'node:net';
import { type Sandbox, startSandbox } from '@lectern/sandbox';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { findTokenUser } from '../../src/accounts/api-tokens.ts';
import { sessionLookup } from '../../src/accounts/sessions.ts';
import type { Constants } from '../../src/platform/constants.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { buildServer } from '../../src/platform/http/server.ts';
import { TIME_LIMITS, type TimeLimits } from '../../src/platform/http/time-limits.ts';
import type { Services } from '../../src/platform/services.ts';
import { routes } from '../../src/start/routes.ts';
import { serveApi } from '../../src/start/serve-api.ts';
import { signedIn, type User } from './accounts.ts';
import { ADMIN } from './admin.ts';
import type { Client } from './client.ts';
import { emptyDatabase } from './empty-database.ts';
import { openServices, runWorkerOf } from './open-services.ts';
import { otherSources } from './other-sources.ts';
import { makeTestDatabase } from './test-database.ts';
import { until, untilEnded } from './wait.ts';

export { ADMIN };

export interface ServiceOptions {
  /**
   * Which sources the sandbox stands in for: none, and no source can be reached; Google Scholar; or all. With a source,
   * no user waits between requests and a failed request is retried at once.
   */
  readonly sources?: 'none' | 'google_scholar' | 'all';
  /**
   * A scholar without publications in the sandbox, ONE: untracked, or collected, which means that the administrator
   * tracks it and the first crawl is complete, so that a run announces whatever comes later.
   */
  readonly scholar?: 'untracked' | 'collected';
  /** the number of workers, each with its own connections; by default one with a source, otherwise none */
  readonly workers?: number;
  /** settings that differ from those of all tests */
  readonly env?: Readonly<Record<string, string>>;
  /** constants of the program that differ from those of all tests */
  readonly constants?: Partial<Constants>;
  /**
   * a migrated database that somebody else removes, with or without users; by default the service has one of its own
   */
  readonly databaseUrl?: string;
  /** how long a query of the API waits for its response, if not as long as in production */
  readonly timeoutMs?: number;
}

/** The service in this process, as administrators and users see it. */
export interface Service {
  readonly url: string;
  readonly db: Database;
  readonly services: Services;
  readonly admin: User;
  /** The stand-in for the sources, without scholars. */
  readonly sandbox: Sandbox;
  /** Creates a user with that name, `<name>@lectern.example` and the password of ADMIN, and signs in. */
  newUser(name: string): Promise<User>;
  /** One more worker, with connections of its own. */
  startWorker(): Promise<void>;
  /** Tracks a profile. Returns the scholar's id. */
  track(client: Client, profileId: string): Promise<number>;
  /** Tracks profiles and waits until their first crawls are complete. */
  collect(client: Client, profileIds: readonly string[]): Promise<number[]>;
  /** Starts a run and waits for its end. Returns its detail. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response
  runToEnd(client: Client): Promise<any>;
  log(): string;
}

/** The profile of the option `scholar`. */
export const ONE = profileId(1);

/** `Scholar_0001` and so on: profiles for the sandbox. */
export function profileId(number: number): string {
  return `Scholar_${String(number).padStart(4, '0')}`;
}

/** Starts the API and the workers in this process, with an administrator who is signed in, until the test ends. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const running = await openService(options);
  onTestFinished(running.close);
  return running.begin();
}

/** How many services a process of tests keeps. Each has connections to PostgreSQL. */
const MAX_KEPT = 4;

interface KeptService {
  /** the options as text */
  readonly key: string;
  readonly opening: Promise<RunningService>;
  isInUse: boolean;
}

/** The services that the test files of this process share, the latest used last. */
let kept: readonly KeptService[] = [];

/**
 * One service for all tests of a file, and of the other files of this process that use the same options. Call it once
 * at the top of the file. A test gets the service by calling the returned function, and another installation by calling
 * it again. Each test finds what a new service has: ADMIN, and nothing of the tests before. Use `startService` if a
 * test changes what rows do not hold: tables, settings of the process, connections.
 */
export function serviceOfFile(options: ServiceOptions = {}): () => Promise<Service> {
  const key = JSON.stringify(options);
  return async () => {
    const known = kept.find((one) => one.key === key && !one.isInUse);
    const service = known ?? { key, opening: openService(options), isInUse: true };
    service.isInUse = true;
    kept = [...kept.filter((one) => one !== service), service];
    await closeUnused();
    const running = await service.opening;
    onTestFinished(async () => {
      await running.end();
      service.isInUse = false;
    });
    if (known) await running.empty();
    return running.begin();
  };
}

/** Closes the services that were not used for longest. Those of the end go with the process. */
async function closeUnused(): Promise<void> {
  const unused = kept.filter(({ isInUse }) => !isInUse).slice(0, Math.max(0, kept.length - MAX_KEPT));
  kept = kept.filter((one) => !unused.includes(one));
  for (const { opening } of unused) await (await opening).close();
}

/** A service that tests use one after another. */
interface RunningService {
  begin(): Promise<Service>;
  /** Stops the background work, and replaces the sources by new ones. */
  end(): Promise<void>;
  /** Forgets what the test before left. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** The client, the sources and the workers share the process with the server, on a machine that may be busy. */
export const UNHURRIED: TimeLimits = { ...TIME_LIMITS, loopDelayMs: 60_000, poolWaitMs: 60_000 };

async function openService(options: ServiceOptions): Promise<RunningService> {
  const { sources = 'none', workers = sources === 'none' ? 0 : 1 } = options;
  const database = await openDatabase(options.databaseUrl);
  let sandbox = await startSandbox({ scholars: 'none' });
  const port = Number(new URL(sandbox.origin).port);
  const services = await openServices(
    database.url,
    { ...settingsOf(sources, sandbox), ...options.env },
    {
      hasWorker: workers > 0,
      constants: { ...(sources === 'none' ? {} : { retryBackoffSeconds: 0 }), ...options.constants },
      ...(options.timeoutMs ? { timeoutMs: options.timeoutMs } : {}),
    },
  );
  const { db } = services;
  if (sources !== 'none') await removeDelays(db);
  const api = await serveApi(services, services.pool, UNHURRIED);
  const { url } = api;
  const running: { stop(): Promise<void> }[] = [];
  const startWorker = async () => void running.push(await runWorkerOf(services));

  const begin = async () => {
    for (let started = 0; started < workers; started += 1) await startWorker();
    const admin = await signedIn({ db, url }, { email: ADMIN.email, isAdmin: true });
    if (options.scholar !== undefined) sandbox.addScholar(ONE, 0);
    if (options.scholar === 'collected') await collect(admin, [ONE]);
    const logged = services.written().length;
    return {
      ...{ url, db, services, admin, sandbox, startWorker, track, collect, runToEnd },
      newUser: (name: string) => signedIn({ db, url }, { email: `${name}@lectern.example` }),
      log: () => services.written().slice(logged),
    };
  };
  const end = async () => {
    for (const worker of running.splice(0)) await worker.stop();
    if (sources === 'none') return;
    await sandbox.close();
    // at once, because another process may take a port that is free
    sandbox = await startSandbox({ scholars: 'none', port });
  };
  const close = async () => {
    for (const worker of running.splice(0)) await worker.stop();
    await sandbox.close();
    await api.close();
    await services.close();
    await database.drop();
  };
  return { begin, end, empty: () => emptyDatabase(db), close };
}

async function openDatabase(url: string | undefined): Promise<{ url: string; drop(): Promise<void> }> {
  return url === undefined ? makeTestDatabase() : { url, drop: async () => {} };
}

function settingsOf(sources: ServiceOptions['sources'], sandbox: Sandbox): Record<string, string> {
  const none = { GOOGLE_SCHOLAR_BASE_URL: 'http://127.0.0.1:9', ...otherSources(false) };
  if (sources === 'none') return none;
  const crawls = { ...none, GOOGLE_SCHOLAR_BASE_URL: sandbox.origin };
  return sources === 'all' ? { ...crawls, ...otherSources(true), ...sandbox.env } : crawls;
}

/** Removes the delay between two requests of a user. */
async function removeDelays(db: Database): Promise<void> {
  await sql`alter table user_settings alter column request_delay_seconds set default 0`.execute(db);
  await sql`update user_settings set request_delay_seconds = 0`.execute(db);
}

async function track(client: Client, id: string): Promise<number> {
  return (await client.ok('POST', '/scholars', { body: { scholar_id: id }, status: 201 })).id;
}

async function collect(client: Client, ids: readonly string[]): Promise<number[]> {
  const scholarIds: number[] = [];
  for (const id of ids) scholarIds.push(await track(client, id));
  await until(async () => {
    const { scholars } = await client.ok('GET', '/scholars');
    const mine = scholars.filter((one: { id: number }) => scholarIds.includes(one.id));
    const done = mine.filter((one: { baseline_completed: boolean }) => one.baseline_completed);
    expect(done).toHaveLength(ids.length);
  });
  return scholarIds;
}

async function runToEnd(client: Client): Promise<unknown> {
  const { run_id } = await client.ok('POST', '/runs/manual');
  return untilEnded(client, run_id);
}

/** Starts another server for the same service with its own time limits, until the test ends. */
export async function serveLimited(
  { services }: Service,
  limits: Partial<TimeLimits>,
  add: (app: FastifyInstance) => void = () => {},
): Promise<{ url: string }> {
  const { db } = services;
  const findUser = {
    ofSession: sessionLookup(db),
    ofApiToken: (token: string) => findTokenUser(db, token),
  };
  const app = await buildServer(routes, services, findUser, { ...TIME_LIMITS, ...limits });
  add(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}
