import type { Tx } from '../platform/database/database.ts';
import type { StoredSecret } from '../platform/reencrypt.ts';
import type { Secrets } from '../platform/secrets.ts';
import { listTargets, updateTarget } from './channel-store.ts';
import { type Target, targetContext } from './target.ts';

const BATCH_SIZE = 500;

/** Encrypts a target for the database. */
export function sealTarget(secrets: Secrets, userId: number, target: Target): Buffer {
  return secrets.encrypt(JSON.stringify(target), targetContext(userId));
}

/** The targets of all channels. Changes of a channel wait until the transaction ends. */
export async function* storedTargets(tx: Tx): AsyncGenerator<StoredSecret> {
  let after = 0;
  for (;;) {
    const rows = await listTargets(tx, { after, limit: BATCH_SIZE });
    for (const { id, userId, target: encrypted } of rows) {
      const save = (reencrypted: Buffer) => updateTarget(tx, id, reencrypted);
      yield { userId, context: targetContext(userId), encrypted, save };
    }
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return;
    after = last.id;
  }
}
