import type { Tx } from '../platform/database/database.ts';
import { inBatches, type StoredSecret } from '../platform/reencrypt.ts';
import { secretContext } from './change-feeds.ts';
import { listSecrets, updateSecret } from './store.ts';

/** The secrets in the addresses of all feeds. Requests that replace one wait until the transaction ends. */
export async function* storedAddresses(tx: Tx): AsyncGenerator<StoredSecret> {
  const rows = inBatches(
    (batch) => listSecrets(tx, batch),
    (row) => row.id,
  );
  for await (const { id, user_id: userId, secret: encrypted } of rows) {
    const save = (bytes: Buffer) => updateSecret(tx, id, bytes);
    yield { userId, context: secretContext(userId), encrypted, save };
  }
}
