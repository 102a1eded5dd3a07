import { randomBytes } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import { explainFileError, hasCode, runsAs } from '../platform/database/embedded-files.ts';
import { OperatorError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Secrets, SHORTEST_KEY_TEXT } from '../platform/secrets.ts';

/**
 * The key for secrets in the database: that of the configuration, else the one in DATA_DIR, which is made when there is none.
 * @throws OperatorError when the key cannot be had
 */
export async function openSecrets({ secretsKey, databaseUrl, dataDir }: Config, log: Logger): Promise<Secrets> {
  if (secretsKey !== null) return new Secrets(secretsKey);
  // a key in a folder would not be the one of the other services on that database
  if (databaseUrl !== null) throw new OperatorError('SECRETS_KEY is missing beside DATABASE_URL.');
  const file = join(dataDir, 'secrets.key');
  const found = await readKey(file);
  if (found !== null) return new Secrets(found);
  await makeKey(file, dataDir);
  log.info(`Made a key for the secrets in the database: ${file}. A backup needs it, too.`);
  const made = await readKey(file);
  if (made === null) throw new OperatorError(`${file} is a link that leads nowhere. Remove it, or mend it.`);
  return new Secrets(made);
}

/** Null when there is no such file. */
async function readKey(file: string): Promise<string | null> {
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
      `${file} ${key === '' ? 'is empty' : 'is cut off'}: it should hold the key for the secrets in the database. Put it back from a backup. If there is none, remove the file: the next start makes a new key, and users have to enter their own API keys again.`,
    );
  } finally {
    await handle.close();
  }
}

/** Makes the file whole or not at all, and never in place of another: of two processes that start together one makes it. */
async function makeKey(file: string, dataDir: string): Promise<void> {
  const draft = `${file}.new-${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.chmod(0o600);
      await handle.writeFile(`${randomBytes(32).toString('base64')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file).catch((error: unknown) => {
      if (!hasCode(error) || error.code !== 'EEXIST') throw error;
    });
    const folder = await open(dataDir, 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    throw explainFileError(error, dataDir);
  } finally {
    await rm(draft, { force: true });
  }
}
