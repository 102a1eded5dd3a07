import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../errors.ts';
import { type EmbeddedPaths, hasCode, makePrivateFolder, readClusterVersion } from './embedded-files.ts';
import { adviceFor, type Programs, spawnProgram } from './embedded-programs.ts';

export const superuser = 'lectern';

const UNFINISHED = 'postgres.new-';

/**
 * Creates the cluster if it does not exist; only the holder of the lock may call this. It is created in a temporary
 * folder and renamed when it is complete. So a kill at any point leaves either nothing or a complete cluster.
 */
export async function createCluster({ cluster, dataDir }: EmbeddedPaths, programs: Programs): Promise<void> {
  for (const name of await readdir(dataDir)) {
    // The initdb of a killed process may still write for a moment. The next start removes the remaining files.
    const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };
    if (name.startsWith(UNFINISHED)) await rm(join(dataDir, name), options).catch(() => undefined);
  }
  if ((await readClusterVersion(cluster)) !== undefined) return;
  const unfinished = join(dataDir, `${UNFINISHED}${randomUUID()}`);
  try {
    await initializeCluster(unfinished, programs);
    await rename(unfinished, cluster);
  } catch (error) {
    if (!hasCode(error) || !['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EBUSY', 'EXDEV'].includes(error.code)) throw error;
    throw new OperatorError(
      `${cluster} cannot be replaced by a new cluster (${error.code}): it contains other files, or is a mount point. Move it away, or mount DATA_DIR instead.`,
    );
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Fills a new folder with an empty cluster. */
export async function initializeCluster(folder: string, programs: Programs): Promise<void> {
  await makePrivateFolder(folder, programs.owner);
  await runInitdb(folder, programs);
  // The owner of the folder could put a symbolic link here. Root must not follow it to another file.
  const flags = constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW;
  const file = await open(join(folder, 'pg_hba.conf'), flags);
  try {
    await file.writeFile(
      "# Connections are possible only through the private socket; its folder's permissions decide who may connect.\nlocal all all trust\n",
    );
    await file.sync();
  } finally {
    await file.close();
  }
}

async function runInitdb(folder: string, programs: Programs): Promise<void> {
  const words = [programs.initdb, '-D', folder, '-U', superuser, '--auth=trust', '--locale=C', '--encoding=UTF8'];
  const child = spawnProgram(words, programs, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `initdb ended with ${signal ?? code}`));
  });
  if (failure === undefined) return;
  const lines = output.trim().split('\n').slice(-8).join('\n');
  throw new OperatorError(
    `PostgreSQL's cluster cannot be created: ${failure}. ${adviceFor(failure + output)} The last lines:\n${lines}`,
  );
}
