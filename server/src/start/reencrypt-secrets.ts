import { storedTargets } from '../channels/stored-target.ts';
import { storedAddresses } from '../feeds/stored-addresses.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { type ReencryptedSecrets, reencrypt, type StoredSecret } from '../platform/reencrypt.ts';
import type { Secrets } from '../platform/secrets.ts';
import { storedKeys } from '../settings/stored-keys.ts';

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
}
