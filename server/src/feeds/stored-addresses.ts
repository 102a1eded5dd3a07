import type { Tx } from '../platform/database/database.ts';
import type { StoredSecret } from '../platform/reencrypt.ts';
import { secretContext } from './change-feeds.ts';
import { listSecrets, updateSecret } from './store.ts';

const BATCH_SIZE = 500;

/** The secrets in the addresses of all feeds. Requests that replace one wait until the transaction ends. */
export async function* storedAddresses(tx: Tx): AsyncGenerator<StoredSecret> {
  let after = 0;
  for (;;) {
    const rows = await listSecrets(tx, { after, limit: BATCH_SIZE });
    for (const { id, user_id: userId, secret: encrypted } of rows) {
      const save = (bytes: Buffer) => updateSecret(tx, id, bytes);
      yield { userId, context: secretContext(userId), encrypted, save };
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return;
    after = last.id;
  }
}
