import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../errors.ts';
import type { ServerAccount } from './embedded-account.ts';
import type { EmbeddedBinaries } from './embedded-binaries.ts';
import { findStatus, hasCode, makePrivateFolder } from './embedded-files.ts';
import type { EmbeddedPaths } from './embedded-paths.ts';
import { startProgram } from './embedded-programs.ts';

export const superuser = 'lectern';

const unfinishedName = /^postgres\.new-(\d+)-/;
const abandonedAfterMs = 10 * 60_000;

/**
 * Makes the cluster if there is none. It is made beside its place and renamed when finished, so that a kill at any point
 * leaves either nothing or a whole one, and of two processes that do it at once one wins.
 */
export async function makeCluster(
  paths: EmbeddedPaths,
  account: ServerAccount,
  binaries: EmbeddedBinaries,
): Promise<void> {
  await removeAbandonedClusters(paths);
  if ((await findStatus(join(paths.cluster, 'PG_VERSION'), paths.dataDir)) !== undefined) return;
  if ((await readdir(paths.cluster).catch(() => [])).length > 0) throw describeObstacle(paths, 'ENOTEMPTY');
  const unfinished = join(paths.dataDir, `postgres.new-${process.pid}-${randomUUID()}`);
  try {
    await makePrivateFolder(unfinished, account);
    await runInitdb(unfinished, account, binaries);
    await allowOnlySocket(join(unfinished, 'pg_hba.conf'));
    await rename(unfinished, paths.cluster);
  } catch (error) {
    if (!hasCode(error) || !['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EBUSY', 'EXDEV'].includes(error.code)) throw error;
    if ((await findStatus(join(paths.cluster, 'PG_VERSION'), paths.dataDir)) !== undefined) return;
    throw describeObstacle(paths, error.code);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

function describeObstacle(paths: EmbeddedPaths, code: string): OperatorError {
  return new OperatorError(
    `${paths.cluster} is in the way: it holds something that is no PostgreSQL cluster, or is a mount of its own (${code}). Move it away, or mount DATA_DIR instead.`,
  );
}

async function runInitdb(folder: string, account: ServerAccount, binaries: EmbeddedBinaries): Promise<void> {
  const words = [binaries.initdb, '-D', folder, '-U', superuser, '--auth=trust', '--locale=C', '--encoding=UTF8'];
  const child = startProgram(words, account, binaries, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: false,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `it ended with ${signal ?? code}`));
  });
  if (ended === undefined) return;
  const lines = output.trim().split('\n').slice(-8).join('\n');
  const advice = /No space left/.test(output)
    ? 'Free some space, or choose another DATA_DIR.'
    : /user does not exist/.test(output)
      ? 'PostgreSQL needs a line for its user in /etc/passwd: run Lectern as a user that has one, or set DATABASE_URL.'
      : /spawn .* ENOENT/.test(ended)
        ? 'The packaged PostgreSQL needs glibc, which this system may lack (as Alpine Linux does): set DATABASE_URL.'
        : 'Remove the cause, choose another DATA_DIR, or set DATABASE_URL.';
  throw new OperatorError(`PostgreSQL's cluster could not be made: ${ended}. ${advice} Its last lines:\n${lines}`);
}

/** The account may write in its folder: a link that it puts there must not lead root to another file. */
async function allowOnlySocket(accessFile: string): Promise<void> {
  const file = await open(accessFile, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW);
  try {
    await file.writeFile(
      "# Only the private socket leads here; its folder's permissions decide who may.\nlocal all all trust\n",
    );
    await file.sync();
  } finally {
    await file.close();
  }
}

async function removeAbandonedClusters({ dataDir }: EmbeddedPaths): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = Number(unfinishedName.exec(name)?.[1]);
    if (!pid) continue;
    const path = join(dataDir, name);
    const changedAt = (await lstat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (isAlive(pid) && Date.now() - changedAt < abandonedAfterMs) continue;
    // Its initdb may still write for a moment: what is left then, the next start removes.
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error) && error.code === 'EPERM';
  }
}
