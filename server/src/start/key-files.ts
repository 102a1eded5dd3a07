import { randomBytes } from 'node:crypto';
import { link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { explainFileError, hasCode, runsAs } from '../platform/database/embedded-files.ts';
import { OperatorError } from '../platform/errors.ts';
import { syncFolder } from '../platform/make-folder.ts';
import { MIN_KEY_TEXT_LENGTH } from '../platform/secrets.ts';

/** The files with the keys for the secrets in the embedded database. Only `current` encrypts; all of them decrypt. */
export function keyFilesIn(dataDir: string) {
  const current = join(dataDir, 'secrets.key');
  return {
    current,
    /** exists during a rotation, and after an interrupted one */
    next: `${current}.next`,
    /** the key before the last rotation, for older backups */
    previous: `${current}.previous`,
  };
}

/**
 * Returns null if the file does not exist.
 * @throws OperatorError if the file cannot be read or used; `advice` says what to do then
 */
export async function readKeyFile(file: string, advice: string): Promise<string | null> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    if (hasCode(error) && error.code === 'ENOENT') return null;
    throw new OperatorError(
      `${file} cannot be read by ${runsAs()} (${error instanceof Error ? error.message : error}). It contains the key for the secrets in the database. Make this user its owner, and run chmod 600 on it.`,
    );
  });
  if (handle === null) return null;
  try {
    const status = await handle.stat();
    if (!status.isFile()) throw new OperatorError(`${file} is not a file. Move it away.`);
    // not corrected silently, because the operator must know that others may have read the key
    if ((status.mode & 0o077) !== 0) {
      throw new OperatorError(
        `${file} contains the key for the secrets in the database, but other users of this machine may read it (mode ${(status.mode & 0o777).toString(8)}). Make it private: chmod 600 ${file}`,
      );
    }
    const key = (await handle.readFile('utf8')).trim();
    if (key.length >= MIN_KEY_TEXT_LENGTH) return key;
    throw new OperatorError(
      `${file} ${key === '' ? 'is empty' : 'is cut off'}: it should contain the key for the secrets in the database. ${advice}`,
    );
  } finally {
    await handle.close();
  }
}

/**
 * Makes a file with a new key, completely or not at all. It never replaces a file, so if two processes start together,
 * only one makes it. `owner`: who gets the file if root makes it.
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

/** The owner of the current key. @throws OperatorError if the file is a link, because its target must not be changed */
export async function findKeyOwner(file: string): Promise<{ uid: number; gid: number }> {
  const status = await lstat(file);
  if (!status.isSymbolicLink()) return status;
  throw new OperatorError(
    `${file} is a link. Set both keys in the environment instead: the new one as SECRETS_KEY, this one as SECRETS_KEY_PREVIOUS_FILE=${file}.`,
  );
}

/**
 * Makes the next key the current one, and keeps the current one as the previous. A current key exists at every moment.
 * It also removes drafts of killed processes, because they contain keys. So no other process may make key files
 * meanwhile.
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
