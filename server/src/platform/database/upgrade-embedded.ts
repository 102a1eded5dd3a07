import { lstat, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { OperatorError } from '../errors.ts';
import { syncFolder } from '../make-folder.ts';
import { copyRows } from './copy-rows.ts';
import { connectDatabase, type DatabaseConnections } from './database.ts';
import { initializeCluster } from './embedded-cluster.ts';
import {
  checkCluster,
  type EmbeddedPaths,
  explainFileError,
  findEmbeddedPaths,
  readClusterVersion,
  upgradedCluster,
} from './embedded-files.ts';
import { choosePrograms, findInstalled, type Programs, prepareBinaries } from './embedded-programs.ts';
import { describeFailure, lockCluster, type StartedServer, startServer, stopServer } from './embedded-server.ts';
import { connectToServer, databaseName, databaseUrl, stopUsing, useServer } from './embedded-session.ts';
import { findMigration, type MigrationSteps, migrateEmpty } from './migrate.ts';

const patienceMs = 30_000;

interface UpgradeOptions {
  readonly dataDir: string;
  readonly steps: MigrationSteps;
  /** Returns the folder that contains `bin/postgres` of an old major version. */
  findOldPrograms(version: string): Promise<string>;
  print(line: string): void;
}

/**
 * Moves the embedded cluster to the major version of the installed PostgreSQL: 1. create a new cluster beside the old one; 2. give it the schema of
 * the old one; 3. copy all rows; 4. rename the old cluster, and give the new one its name. The old cluster is only read. After a kill either the
 * old cluster is in place, or the next start finishes the renames.
 * @throws OperatorError when that is impossible; nothing has changed then
 */
export async function upgradeEmbedded(options: UpgradeOptions): Promise<void> {
  const paths = await findEmbeddedPaths(options.dataDir, { mustExist: true });
  const { native, version } = await findInstalled();
  const oldVersion = (await readClusterVersion(paths.cluster)) ?? '';
  await checkCluster(paths, oldVersion);
  if (oldVersion === version) {
    options.print(`The database in ${paths.dataDir} already has PostgreSQL ${version}.`);
    return;
  }
  const kept = `${paths.cluster}-old-${oldVersion}`;
  if (await lstat(kept).catch(() => undefined)) {
    throw new OperatorError(`${kept} exists from an earlier upgrade. Delete it, or move it away.`);
  }
  await stopUnusedServer(paths);
  const oldNative = await options.findOldPrograms(oldVersion);
  const links = join(paths.dataDir, 'postgres-upgrade-libraries');
  try {
    const oldPrograms = await choosePrograms(paths, await prepareBinaries(oldNative, links));
    await replaceCluster(paths, oldPrograms, native, kept, options);
  } catch (error) {
    throw explainFileError(error, paths.dataDir);
  } finally {
    await rm(links, { recursive: true, force: true });
  }
  options.print(
    `The data is now in PostgreSQL ${version}. Start Lectern. If everything works, delete the old cluster: ${kept}`,
  );
}

/** Stops a server that a killed service left running. */
async function stopUnusedServer(paths: EmbeddedPaths): Promise<void> {
  const client = await connectToServer(paths);
  if (!(client instanceof pg.Client)) return;
  try {
    if (await stopUsing(client)) await stopServer(paths);
    else throw new OperatorError(`Lectern is running on DATA_DIR=${paths.dataDir}. Stop it first.`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function replaceCluster(
  paths: EmbeddedPaths,
  oldPrograms: Programs,
  native: string,
  kept: string,
  { steps, print }: UpgradeOptions,
): Promise<void> {
  const old = { ...paths, port: paths.port + 1 };
  const unfinished = { ...paths, port: paths.port + 2, cluster: join(paths.dataDir, 'postgres-upgrade') };
  const upgraded = upgradedCluster(paths.dataDir);
  const unlock = await lockCluster(paths, oldPrograms);
  try {
    for (const left of [unfinished.cluster, upgraded]) await rm(left, { recursive: true, force: true });
    const libraries = join(paths.dataDir, 'postgres-libraries');
    const programs = await choosePrograms(unfinished, await prepareBinaries(native, libraries));
    await initializeCluster(unfinished.cluster, programs);
    print('Copying the data to a new cluster.');
    const copied = await withServer(old, oldPrograms, () =>
      withServer(unfinished, programs, () => copyDatabase(old, unfinished, steps)),
    );
    print(`Copied and counted ${copied.rows} rows of ${copied.tables} tables.`);
    // Both servers have exited by now, because a running server would still write to the old folder name.
    await rename(unfinished.cluster, upgraded);
    await rename(paths.cluster, kept);
    await rename(upgraded, paths.cluster);
    await syncFolder(paths.dataDir);
  } finally {
    await rm(unfinished.cluster, { recursive: true, force: true });
    unlock();
  }
}

/** Runs a server on another port, where other processes do not find it, so that they cannot change the data meanwhile. */
async function withServer<T>(paths: EmbeddedPaths, programs: Programs, work: () => Promise<T>): Promise<T> {
  const server = await startPrivateServer(paths, programs);
  const result = await work().finally(server.stop);
  if (server.ending()?.isInOrder) return result;
  throw describeFailure(paths, server.ending()?.output ?? '');
}

async function startPrivateServer(paths: EmbeddedPaths, programs: Programs): Promise<StartedServer> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    const server = await startServer(paths, programs, { stopsWithUs: true });
    while (!server.ending()) {
      const client = await connectToServer(paths);
      if (client instanceof pg.Client) {
        await client.end();
        return server;
      }
      await delay(50);
    }
    const ending = server.ending();
    // the servers of a killed upgrade may still be stopping
    if (ending && (!ending.canTryAgain || Date.now() > giveUpAt)) throw describeFailure(paths, ending.output);
    await delay(300);
  }
}

async function copyDatabase(
  from: EmbeddedPaths,
  to: EmbeddedPaths,
  steps: MigrationSteps,
): Promise<{ tables: number; rows: number }> {
  const old = connect(from);
  const migration = await findMigration(old.db).finally(old.close);
  await withClient(to, 'postgres', useServer);
  if (migration === null) return { tables: 0, rows: 0 };
  const empty = connect(to);
  await migrateEmpty(empty.db, steps, migration).finally(empty.close);
  return withClient(from, databaseName, (source) => withClient(to, databaseName, (target) => copyRows(source, target)));
}

function connect(paths: EmbeddedPaths): DatabaseConnections {
  const url = databaseUrl(paths);
  // an error that breaks a connection also fails the query that waits for it
  return connectDatabase({ url, maxConnections: 2, name: 'upgrade', purpose: 'migration', onError: () => undefined });
}

async function withClient<T>(
  paths: EmbeddedPaths,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectToServer(paths, database);
  if (!(client instanceof pg.Client)) throw new OperatorError(`PostgreSQL ended during the upgrade: ${client.reason}`);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
