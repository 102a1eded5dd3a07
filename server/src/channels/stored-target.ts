import type { Tx } from '../platform/database/database.ts';
import { inBatches, type Secrets, type StoredSecret } from '../platform/secrets.ts';
import { listTargets, updateTarget } from './channel-store.ts';
import { type Target, targetContext } from './target.ts';

/** Encrypts a target for the database. */
export function sealTarget(secrets: Secrets, userId: number, target: Target): Buffer {
  return secrets.encrypt(JSON.stringify(target), targetContext(userId));
}

/** The targets of all channels. Changes of a channel wait until the transaction ends. */
export async function* storedTargets(tx: Tx): AsyncGenerator<StoredSecret> {
  const rows = inBatches(
    (batch) => listTargets(tx, batch),
    (row) => row.id,
  );
  for await (const { id, userId, target: encrypted } of rows) {
    const save = (reencrypted: Buffer) => updateTarget(tx, id, reencrypted);
    yield { userId, context: targetContext(userId), encrypted, save };
  }
}
