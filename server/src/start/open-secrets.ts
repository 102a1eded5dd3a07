import type { Config } from '../platform/config.ts';
import { OperatorError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { Secrets } from '../platform/secrets.ts';
import { keyFilesIn, makeKeyFile, readKeyFile } from './key-files.ts';

/** What helps when the key itself is gone, and when one that only opens is. */
export const MEND_CURRENT =
  'Put it back from a backup. If there is none, remove the file: the next start makes a new key, and users have to enter their own API keys again.';
export const MEND_OTHER =
  'Put it back from a backup. If there is none, remove the file: users whose API keys do not open have to enter them again.';

/**
 * The keys for secrets in the database: those of the configuration, else those in DATA_DIR, where one is made when there is none.
 * @throws OperatorError when a key cannot be had
 */
export async function openSecrets(
  { secretsKey, previousSecretsKey, databaseUrl, dataDir }: Config,
  log: Logger,
): Promise<Secrets> {
  if (secretsKey !== null) return new Secrets(secretsKey, previousSecretsKey === null ? [] : [previousSecretsKey]);
  // a key in a folder would not be the one of the other services on that database
  if (databaseUrl !== null) throw new OperatorError('SECRETS_KEY is missing beside DATABASE_URL.');
  const { current, next, previous } = keyFilesIn(dataDir);
  const key = (await readKeyFile(current, MEND_CURRENT)) ?? (await makeCurrent(current, dataDir, log));
  const others = [await readKeyFile(next, MEND_OTHER), await readKeyFile(previous, MEND_OTHER)];
  return new Secrets(
    key,
    others.filter((other) => other !== null),
  );
}

async function makeCurrent(file: string, dataDir: string, log: Logger): Promise<string> {
  await makeKeyFile(file, dataDir);
  log.info(`Made a key for the secrets in the database: ${file}. A backup needs it, too.`);
  const made = await readKeyFile(file, MEND_CURRENT);
  if (made === null) throw new OperatorError(`${file} is a link that leads nowhere. Remove it, or mend it.`);
  return made;
}
