import { randomBytes } from 'node:crypto';
import { link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { explainFileError, hasCode, runsAs } from '../platform/database/embedded-files.ts';
import { OperatorError } from '../platform/errors.ts';
import { SHORTEST_KEY_TEXT } from '../platform/secrets.ts';

/** Where the keys for the secrets in the embedded database lie. Only `current` seals; what any of them sealed opens. */
export function keyFilesIn(dataDir: string) {
  const current = join(dataDir, 'secrets.key');
  return {
    current,
    /** while a rotation is under way, or was broken off */
    next: `${current}.next`,
    /** from the last rotation on: for dumps that were made before */
    previous: `${current}.previous`,
  };
}

/** Null when there is no such file. @throws OperatorError when it cannot be trusted; `mend` says what then helps */
export async function readKeyFile(file: string, mend: string): Promise<string | null> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    if (hasCode(error) && error.code === 'ENOENT') return null;
    throw new OperatorError(
      `${file} cannot be read by ${runsAs()} (${error instanceof Error ? error.message : error}). It holds the key for the secrets in the database: let this user alone read it.`,
    );
  });
  if (handle === null) return null;
  try {
    const status = await handle.stat();
    if (!status.isFile()) throw new OperatorError(`${file} is in the way: it is no file. Move it.`);
    // mended in silence, nobody would hear that others may have read the key
    if ((status.mode & 0o077) !== 0) {
      throw new OperatorError(
        `${file} holds the key for the secrets in the database, but other users of this machine may open it (mode ${(status.mode & 0o777).toString(8)}). Make it private: chmod 600 ${file}`,
      );
    }
    const key = (await handle.readFile('utf8')).trim();
    if (key.length >= SHORTEST_KEY_TEXT) return key;
    throw new OperatorError(
      `${file} ${key === '' ? 'is empty' : 'is cut off'}: it should hold the key for the secrets in the database. ${mend}`,
    );
  } finally {
    await handle.close();
  }
}

/**
 * Makes a file with a new key, whole or not at all, and never in place of another: of two processes that start together one makes it.
 * `owner`: whose it is, when root makes it for somebody.
 */
export async function makeKeyFile(
  file: string,
  dataDir: string,
  owner: { uid: number; gid: number } | null = null,
): Promise<void> {
  const draft = `${file}.new-${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.chmod(0o600);
      if (owner && process.getuid?.() === 0) await handle.chown(owner.uid, owner.gid);
      await handle.writeFile(`${randomBytes(32).toString('base64')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file).catch((error: unknown) => {
      if (!hasCode(error) || error.code !== 'EEXIST') throw error;
    });
    await syncFolder(dataDir);
  } catch (error) {
    throw explainFileError(error, dataDir);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Whose the current key is. @throws OperatorError when the operator put a link there: what it leads to is not ours to change */
export async function findKeyOwner(file: string): Promise<{ uid: number; gid: number }> {
  const status = await lstat(file);
  if (!status.isSymbolicLink()) return status;
  throw new OperatorError(
    `${file} is a link. Give both keys by name instead: the new one as SECRETS_KEY, this one as SECRETS_KEY_PREVIOUS_FILE=${file}.`,
  );
}

/**
 * The next key becomes the current one, which is kept as the previous. At every moment there is a current one. Removes drafts that were left
 * behind by who was killed: they hold keys, too. So nobody else may make key files meanwhile.
 */
export async function swapKeyFiles(dataDir: string): Promise<void> {
  const { current, next, previous } = keyFilesIn(dataDir);
  const draft = `${previous}.new-${randomBytes(6).toString('hex')}`;
  try {
    await link(current, draft);
    await rename(draft, previous);
    await syncFolder(dataDir);
    await rename(next, current);
    const left = (await readdir(dataDir)).filter((name) => /^secrets\.key.*\.new-[0-9a-f]{12}$/.test(name));
    for (const name of left) await rm(join(dataDir, name), { force: true });
    await syncFolder(dataDir);
  } catch (error) {
    await rm(draft, { force: true });
    throw explainFileError(error, dataDir);
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
