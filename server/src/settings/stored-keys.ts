import type { Tx } from '../platform/database/database.ts';
import type { StoredSecret } from '../platform/reencrypt.ts';
import { KEY_NAMES, keyContext } from './own-key.ts';
import { listEncryptedKeys, updateSettings } from './store.ts';

const BATCH_SIZE = 500;

/** The API keys of all users. Requests that save settings wait until the transaction ends. */
export async function* storedKeys(tx: Tx): AsyncGenerator<StoredSecret> {
  let after = 0;
  for (;;) {
    const rows = await listEncryptedKeys(tx, { after, limit: BATCH_SIZE });
    for (const { user_id: userId, ...row } of rows) {
      for (const name of KEY_NAMES) {
        const save = (encrypted: Buffer) => updateSettings(tx, userId, { [name]: encrypted });
        const encrypted = row[name];
        if (encrypted !== null) yield { userId, context: keyContext(userId, name), encrypted, save };
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return;
    after = last.user_id;
  }
}
