import type { Config } from '../platform/config.ts';
import { OperatorError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Secrets } from '../platform/secrets.ts';
import { keyFilesIn, makeKeyFile, readKeyFile } from './key-files.ts';

/** Advice about an unusable current key, and about an unusable key that only decrypts. */
export const CURRENT_KEY_ADVICE =
  'Put it back from a backup. If there is none, remove the file: the next start makes a new key, and users must enter their API keys again.';
export const OTHER_KEY_ADVICE =
  'Put it back from a backup. If there is none, remove the file: users whose API keys cannot be decrypted must enter them again.';

/**
 * Reads the keys for secrets in the database from the configuration, or from DATA_DIR, where the first start makes one.
 * @throws OperatorError when a key is missing or cannot be read
 */
export async function openSecrets(
  { secretsKey, previousSecretsKey, databaseUrl, dataDir }: Config,
  log: Logger,
): Promise<Secrets> {
  if (secretsKey !== null) return new Secrets(secretsKey, previousSecretsKey === null ? [] : [previousSecretsKey]);
  // the other processes on that database would not have a key in this folder
  if (databaseUrl !== null)
    throw new OperatorError('SECRETS_KEY is required with DATABASE_URL. Set it as for the service.');
  const { current, next, previous } = keyFilesIn(dataDir);
  const key = (await readKeyFile(current, CURRENT_KEY_ADVICE)) ?? (await makeCurrent(current, dataDir, log));
  const others = [await readKeyFile(next, OTHER_KEY_ADVICE), await readKeyFile(previous, OTHER_KEY_ADVICE)];
  return new Secrets(
    key,
    others.filter((other) => other !== null),
  );
}

async function makeCurrent(file: string, dataDir: string, log: Logger): Promise<string> {
  await makeKeyFile(file, dataDir);
  log.info(`Made a key for the secrets in the database: ${file}. Keep a copy of it, but not next to your backups.`);
  const made = await readKeyFile(file, CURRENT_KEY_ADVICE);
  if (made === null) throw new OperatorError(`${file} is a link to a missing file. Remove it, or correct it.`);
  return made;
}
