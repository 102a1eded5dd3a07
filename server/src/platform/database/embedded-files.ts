import type { Stats } from 'node:fs';
import { chmod, lchown, lstat, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../errors.ts';

/** Whether an error carries a code like ENOENT or a SQLSTATE. */
export function hasCode(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}

/** Who we are, for a message. */
export function runsAs(): string {
  return `user ${process.getuid?.() ?? 'of this process'}`;
}

/** Turns a refused file operation into words for the operator; other errors stay what they are. */
export function explainFileError(error: unknown, dataDir: string): unknown {
  if (!hasCode(error)) return error;
  const place = `DATA_DIR=${dataDir}`;
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') {
    return new OperatorError(
      `${place} is not writable for ${runsAs()} (${error.message}). Give it write access, choose another DATA_DIR, or set DATABASE_URL.`,
    );
  }
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    return new OperatorError(`${place} is full (${error.message}). Free some space, or choose another DATA_DIR.`);
  }
  if (error.code === 'ENOTDIR' || error.code === 'EEXIST' || error.code === 'ENAMETOOLONG') {
    return new OperatorError(`${place} cannot be used (${error.message}). Move what is in the way, or choose another.`);
  }
  return error;
}

/** What lies at a path, undefined when nothing does; throws an OperatorError when we may not look. */
export async function findStatus(path: string, dataDir: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (hasCode(error) && error.code === 'ENOENT') return undefined;
    throw explainFileError(error, dataDir);
  }
}

/** Makes a folder that only its owner may enter and gives it to that owner. */
export async function makePrivateFolder(path: string, owner: { uid: number; gid: number }): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error) || error.code !== 'EEXIST') throw error;
  });
  const status = await lstat(path);
  if (!status.isDirectory()) throw new OperatorError(`${path} is in the way: it is no folder. Move it.`);
  if (status.uid !== owner.uid) await lchown(path, owner.uid, owner.gid);
  if ((status.mode & 0o777) !== 0o700) await chmod(path, 0o700);
}

/** Gives a whole tree to an owner. The top comes last, so that its owner tells whether the work was done to the end. */
export async function giveTree(path: string, owner: { uid: number; gid: number }): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) await giveTree(inner, owner);
    else await lchown(inner, owner.uid, owner.gid);
  }
  await lchown(path, owner.uid, owner.gid);
}
