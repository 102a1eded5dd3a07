import type { Tx } from '../platform/database/database.ts';
import { inBatches, type StoredSecret } from '../platform/reencrypt.ts';
import { KEY_NAMES, keyContext } from './own-key.ts';
import { listEncryptedKeys, updateSettings } from './store.ts';

/** The API keys of all users. Requests that save settings wait until the transaction ends. */
export async function* storedKeys(tx: Tx): AsyncGenerator<StoredSecret> {
  const rows = inBatches(
    (batch) => listEncryptedKeys(tx, batch),
    (row) => row.user_id,
  );
  for await (const { user_id: userId, ...row } of rows) {
    for (const name of KEY_NAMES) {
      const save = (encrypted: Buffer) => updateSettings(tx, userId, { [name]: encrypted });
      const encrypted = row[name];
      if (encrypted !== null) yield { userId, context: keyContext(userId, name), encrypted, save };
    }
  }
}
