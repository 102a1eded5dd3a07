import type { Database, Tx } from '../platform/database/database.ts';
import { OperatorError } from '../platform/errors.ts';
import type { Secrets } from '../platform/secrets.ts';
import { KEY_NAMES, type KeyName, keyContext } from './own-key.ts';
import { listEncryptedKeys, type SettingsRow, updateSettings } from './store.ts';

export interface ReencryptedKeys {
  /** keys, not users */
  readonly reencrypted: number;
  /** encrypted with the new key already */
  readonly upToDate: number;
  /** encrypted with a key that is not given; they stay as they are */
  readonly unreadable: number;
}

const BATCH_SIZE = 500;
const MAX_LISTED_USERS = 20;

/**
 * Encrypts the users' keys with the current secrets key, in one transaction: all of them or none. Meanwhile requests that save settings wait.
 * It can be repeated at any time, because it skips keys that are up to date.
 * @throws OperatorError if a key cannot be decrypted, unless `leaveUnreadable` is set
 */
export async function reencryptKeys(
  db: Database,
  secrets: Secrets,
  { leaveUnreadable }: { leaveUnreadable: boolean },
): Promise<ReencryptedKeys> {
  return db.transaction().execute(async (tx) => {
    const count = { reencrypted: 0, upToDate: 0, unreadable: 0 };
    const unreadableOf = new Set<number>();
    for await (const row of eachEncrypted(tx)) {
      const change: Partial<Record<KeyName, Buffer>> = {};
      for (const name of KEY_NAMES) {
        const encrypted = row[name];
        if (encrypted === null) continue;
        const context = keyContext(row.user_id, name);
        const key = secrets.decrypt(encrypted, context);
        if (key === null) unreadableOf.add(row.user_id);
        if (key === null) count.unreadable += 1;
        else if (secrets.isUpToDate(encrypted, context)) count.upToDate += 1;
        else change[name] = secrets.encrypt(key, context);
      }
      const changed = Object.keys(change).length;
      count.reencrypted += changed;
      if (changed > 0) await updateSettings(tx, row.user_id, change);
    }
    if (unreadableOf.size > 0 && !leaveUnreadable) throw unreadableKeys(count.unreadable, [...unreadableOf]);
    return count;
  });
}

async function* eachEncrypted(tx: Tx): AsyncGenerator<SettingsRow> {
  let after = 0;
  for (;;) {
    const rows = await listEncryptedKeys(tx, { after, limit: BATCH_SIZE });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return;
    after = last.user_id;
  }
}

function unreadableKeys(keys: number, users: readonly number[]): OperatorError {
  const more = users.length > MAX_LISTED_USERS ? ' and others' : '';
  return new OperatorError(
    `${keys} of the users' keys cannot be decrypted with the given keys (users ${users.slice(0, MAX_LISTED_USERS).join(', ')}${more}). Nothing was changed. Add the key that they were encrypted with, or leave them with --leave-unreadable. Then these users must enter their keys again.`,
  );
}
