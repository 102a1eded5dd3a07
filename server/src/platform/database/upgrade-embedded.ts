import { type FileHandle, lstat, rename, rm } from 'node:fs/promises';
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
import { describeFailure, lockDataDir, type StartedServer, startServer } from './embedded-server.ts';
import { connectToServer, createDatabase, databaseName, databaseUrl } from './embedded-session.ts';
import { findMigration, type MigrationSteps, migrateTo } from './migrate.ts';

/** How long the processes of a killed service or upgrade may take to end. */
const LOCK_PATIENCE_SECONDS = 30;

interface UpgradeOptions {
  readonly dataDir: string;
  readonly steps: MigrationSteps;
  /** Returns the folder that contains `bin/postgres` of an old major version. */
  findOldPrograms(version: string): Promise<string>;
  print(line: string): void;
}

/**
 * Moves the embedded cluster to the major version of the installed PostgreSQL: 1. create a new cluster beside the old
 * one; 2. give it the schema of the old one; 3. copy all rows; 4. rename the old cluster, and give the new one its
 * name. The old cluster is only read. After a kill either the old cluster is in place, or the next start finishes the
 * renames.
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
  const lock = await lockDataDir(paths, LOCK_PATIENCE_SECONDS);
  if (lock === null) throw new OperatorError(`Lectern is running on DATA_DIR=${paths.dataDir}. Stop it first.`);
  const links = join(paths.dataDir, 'postgres-upgrade-libraries');
  try {
    const oldNative = await options.findOldPrograms(oldVersion);
    const oldPrograms = await choosePrograms(paths, await prepareBinaries(oldNative, links));
    await replaceCluster({ paths, lock, oldPrograms, native, kept }, options);
  } catch (error) {
    throw explainFileError(error, paths.dataDir);
  } finally {
    await rm(links, { recursive: true, force: true });
    await lock.close();
  }
  options.print(
    `The data is now in PostgreSQL ${version}. Start Lectern. If everything works, delete the old cluster: ${kept}`,
  );
}

interface Replacement {
  readonly paths: EmbeddedPaths;
  readonly lock: FileHandle;
  readonly oldPrograms: Programs;
  readonly native: string;
  /** the future name of the old cluster */
  readonly kept: string;
}

async function replaceCluster(
  { paths, lock, oldPrograms, native, kept }: Replacement,
  { steps, print }: UpgradeOptions,
): Promise<void> {
  // on other ports, where other processes do not find the servers, so that they cannot change the data meanwhile
  const old = { ...paths, port: paths.port + 1 };
  const unfinished = { ...paths, port: paths.port + 2, cluster: join(paths.dataDir, 'postgres-upgrade') };
  const upgraded = upgradedCluster(paths.dataDir);
  try {
    for (const left of [unfinished.cluster, upgraded]) await rm(left, { recursive: true, force: true });
    const libraries = join(paths.dataDir, 'postgres-libraries');
    const programs = await choosePrograms(unfinished, await prepareBinaries(native, libraries));
    await initializeCluster(unfinished.cluster, programs);
    print('Copying the data to a new cluster.');
    const copied = await withServer(await startServer(old, oldPrograms, lock), old, async () =>
      withServer(await startServer(unfinished, programs, lock), unfinished, () => copyDatabase(old, unfinished, steps)),
    );
    print(`Copied and counted ${copied.rows} rows of ${copied.tables} tables.`);
    // Both servers have exited by now, because a running server would still write to the old folder name.
    await rename(unfinished.cluster, upgraded);
    await rename(paths.cluster, kept);
    await rename(upgraded, paths.cluster);
    await syncFolder(paths.dataDir);
  } finally {
    await rm(unfinished.cluster, { recursive: true, force: true });
  }
}

/** Waits until a server accepts connections, and stops it after the work. */
async function withServer<T>(server: StartedServer, paths: EmbeddedPaths, work: () => Promise<T>): Promise<T> {
  for (let isReady = false; !isReady && !server.ending(); await delay(50)) {
    const client = await connectToServer(paths);
    if (client instanceof pg.Client) await client.end();
    isReady = client instanceof pg.Client;
  }
  const result = server.ending() ? null : { value: await work().finally(server.stop) };
  if (result && server.ending()?.isInOrder) return result.value;
  throw describeFailure(paths, server.ending()?.output ?? '');
}

async function copyDatabase(
  from: EmbeddedPaths,
  to: EmbeddedPaths,
  steps: MigrationSteps,
): Promise<{ tables: number; rows: number }> {
  const old = connect(from);
  const migration = await findMigration(old.db).finally(old.close);
  await withClient(to, 'postgres', createDatabase);
  if (migration === null) return { tables: 0, rows: 0 };
  const empty = connect(to);
  await migrateTo(empty.db, steps, migration).finally(empty.close);
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
  if (!(client instanceof pg.Client)) throw new OperatorError(`PostgreSQL ended during the upgrade: ${client.message}`);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
