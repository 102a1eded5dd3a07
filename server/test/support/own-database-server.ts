import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { connectDatabase } from '../../src/platform/database/database.ts';
import { openEmbeddedDatabase } from '../../src/platform/database/embedded.ts';
import { findEmbeddedPaths } from '../../src/platform/database/embedded-files.ts';
import { choosePrograms, findInstalled, prepareBinaries } from '../../src/platform/database/embedded-programs.ts';
import { lockDataDir, startServer } from '../../src/platform/database/embedded-server.ts';
import { migrateToLatest } from '../../src/platform/database/migrate.ts';
import { MIGRATION_STEPS } from '../../src/upgrade/finish-migration-store.ts';
import { findPostmaster } from './embedded-openers.ts';

/** A PostgreSQL that a test may stop, with a migrated database, until the test ends. */
export interface OwnDatabaseServer {
  readonly url: string;
  /** Stops it in order, rolling back what is open, or `at-once`, as a crash would: the next start has to recover. */
  stop(how: 'in-order' | 'at-once'): Promise<void>;
  /** Starts it again; resolves when it takes connections. */
  start(): Promise<void>;
}

export async function startOwnDatabaseServer(): Promise<OwnDatabaseServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-own-'));
  const paths = await findEmbeddedPaths(dataDir);
  // makes the cluster and its database, and leaves both to us
  const embedded = await openEmbeddedDatabase({ dataDir, exclusive: false, log: () => undefined });
  const { url } = embedded;
  const { native } = await findInstalled();
  const programs = await choosePrograms(paths, await prepareBinaries(native, join(dataDir, 'libraries')));
  await migrate(url);
  await embedded.close();
  const lock = (await lockDataDir(paths, 30)) ?? Promise.reject(new Error(`Another process uses ${dataDir}.`));

  async function stop(how: 'in-order' | 'at-once'): Promise<void> {
    const pid = await findPostmaster(dataDir);
    if (pid === undefined) return;
    process.kill(pid, how === 'in-order' ? 'SIGINT' : 'SIGQUIT');
    while ((await findPostmaster(dataDir)) === pid) await delay(10);
  }

  async function start(): Promise<void> {
    for (;;) {
      const server = await startServer(paths, programs, await lock);
      while (server.ending() === undefined) {
        if (await answers(url)) return;
        await delay(20);
      }
      // the processes of the previous server are still ending
      if (!server.ending()?.canTryAgain) throw new Error(`PostgreSQL does not start: ${server.ending()?.output}`);
    }
  }

  onTestFinished(async () => {
    await stop('at-once');
    await (await lock).close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  await start();
  return { url, stop, start };
}

async function migrate(url: string): Promise<void> {
  const connections = connectDatabase({ url, maxConnections: 2, name: 'test', onError: () => undefined });
  await migrateToLatest(connections.db, connections.pool, MIGRATION_STEPS);
  await connections.close();
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  return client.connect().then(
    async () => {
      await client.end();
      return true;
    },
    () => false,
  );
}
