import { storedTargets } from '../channels/stored-target.ts';
import { storedAddresses } from '../feeds/change-feeds.ts';
import { pause } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { listOtherUsers } from '../platform/database/embedded-session.ts';
import { OperatorError } from '../platform/errors.ts';
import { type ReencryptedSecrets, reencrypt, Secrets, type StoredSecret } from '../platform/secrets.ts';
import { storedKeys } from '../settings/own-keys.ts';
import { storedZoteroKeys } from '../zotero/change-zotero.ts';
import { findKeyOwner, keyFilesIn, makeKeyFile, readKeyFile, swapKeyFiles } from './key-files.ts';
import { CURRENT_KEY_ADVICE, OTHER_KEY_ADVICE } from './open-secrets.ts';

const OTHERS_END_WITHIN_MS = 3000;
const RECHECK_MS = 100;

interface Rotation {
  readonly config: Config;
  /** whether to leave secrets unchanged that cannot be decrypted */
  readonly leaveUnreadable: boolean;
  /** `exclusive`: refuse an embedded database that a service has open */
  open(options: { exclusive: boolean }): Promise<Database>;
  print(line: string): void;
}

/**
 * Encrypts all secrets in the database with a new key. With SECRETS_KEY it uses the keys of the configuration.
 * Otherwise it makes a new key in DATA_DIR and replaces the old one. At every moment the keys in the files can decrypt
 * the database.
 * @throws OperatorError when a secret cannot be decrypted; nothing has changed then
 */
export async function rotateSecrets({ config, leaveUnreadable, open, print }: Rotation): Promise<void> {
  const options = { leaveUnreadable };
  const { secretsKey, previousSecretsKey, databaseUrl, dataDir } = config;
  if (secretsKey !== null) {
    const secrets = new Secrets(secretsKey, previousSecretsKey === null ? [] : [previousSecretsKey]);
    printCounts(await reencryptSecrets(await open({ exclusive: false }), secrets, options), print);
    print(
      previousSecretsKey === null
        ? 'This only checked whether everything is encrypted with SECRETS_KEY. To change the key, set the new one as SECRETS_KEY and the old one as SECRETS_KEY_PREVIOUS.'
        : 'When every process runs with the new SECRETS_KEY, run this command again. Then unset SECRETS_KEY_PREVIOUS. Keep a copy of the old key as long as you keep backups made with it.',
    );
    return;
  }
  if (databaseUrl !== null) {
    throw new OperatorError(
      'SECRETS_KEY is required with DATABASE_URL. Set the new key as SECRETS_KEY and the old one as SECRETS_KEY_PREVIOUS (or as files, with _FILE).',
    );
  }
  const { hadOlder, ...counts } = await rotateKeyFile(dataDir, open, options);
  printCounts(counts, print);
  const { current, previous } = keyFilesIn(dataDir);
  print(
    `The new key is in ${current}, and the old one in ${previous}. Keep the old one as long as you keep backups made with it.`,
  );
  if (hadOlder) {
    print('The key before the old one was removed. Only backups from before the previous rotation need it.');
  }
}

async function rotateKeyFile(
  dataDir: string,
  open: Rotation['open'],
  options: { leaveUnreadable: boolean },
): Promise<ReencryptedSecrets & { hadOlder: boolean }> {
  const { current, next, previous } = keyFilesIn(dataDir);
  const oldKey = await readKeyFile(current, CURRENT_KEY_ADVICE);
  if (oldKey === null)
    throw new OperatorError(`There is no key in ${dataDir} yet. The first start of the service makes one.`);
  const owner = await findKeyOwner(current);
  const db = await open({ exclusive: true });
  const others = await waitForOthers(db);
  if (others.length > 0) {
    throw new OperatorError(
      `Other processes have the database in ${dataDir} open (${others.join(', ')}), and know only the old key. Stop them first.`,
    );
  }
  // the next key of an interrupted rotation may already have encrypted something
  if ((await readKeyFile(next, OTHER_KEY_ADVICE)) === null) await makeKeyFile(next, dataDir, owner);
  const newKey = await readKeyFile(next, OTHER_KEY_ADVICE);
  if (newKey === null) throw new OperatorError(`${next} is a link to a missing file. Remove it.`);
  const older = await readKeyFile(previous, OTHER_KEY_ADVICE);
  // re-encrypts the secrets of all keys here, so that the key before the old one can be removed
  const counts = await reencryptSecrets(db, new Secrets(newKey, older === null ? [oldKey] : [oldKey, older]), options);
  await swapKeyFiles(dataDir);
  // they are equal after a rotation that was interrupted between its two files
  return { ...counts, hadOlder: older !== null && older !== oldKey };
}

/**
 * The processes that still have the database open after a wait. The server needs a moment to notice that a process was
 * killed.
 */
async function waitForOthers(db: Database): Promise<number[]> {
  const until = performance.now() + OTHERS_END_WITHIN_MS;
  for (;;) {
    const others = await listOtherUsers(db);
    if (others.length === 0 || performance.now() > until) return others;
    await pause(RECHECK_MS, new AbortController().signal);
  }
}

function printCounts({ reencrypted, upToDate, unreadable }: ReencryptedSecrets, print: (line: string) => void): void {
  print(`${reencrypted} of the users' secrets were encrypted with the new key, ${upToDate} already were.`);
  if (unreadable > 0)
    print(
      `${unreadable} cannot be decrypted and were left unchanged. Their users must enter their API keys and the addresses of their channels again.`,
    );
}

/**
 * Encrypts all secrets of users with the current secrets key, in one transaction: all of them or none.
 * @throws OperatorError if one cannot be decrypted, unless `leaveUnreadable` is set
 */
export async function reencryptSecrets(
  db: Database,
  secrets: Secrets,
  options: { leaveUnreadable: boolean },
): Promise<ReencryptedSecrets> {
  return db.transaction().execute((tx) => reencrypt(storedSecrets(tx), secrets, options));
}

/** All secrets of users, in the order in which they are locked. */
async function* storedSecrets(tx: Tx): AsyncGenerator<StoredSecret> {
  yield* storedKeys(tx);
  yield* storedTargets(tx);
  yield* storedAddresses(tx);
  yield* storedZoteroKeys(tx);
}
