import type { Database, Tx } from '../platform/database/database.ts';

const BATCH = 1_000;

/**
 * Runs `repair` for batches of ids in short transactions, so that others do not wait long for locks. Returns the
 * combined results.
 */
export async function inBatches<T>(
  db: Database,
  ids: readonly number[],
  repair: (tx: Tx, ids: readonly number[]) => Promise<readonly T[]>,
): Promise<T[]> {
  const repaired: T[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    repaired.push(...(await db.transaction().execute((tx) => repair(tx, batch))));
  }
  return repaired;
}

/** Runs `work` in a transaction that is always rolled back, and returns its result. */
export async function withRollback<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  const rollBack = new Error('roll back');
  await db
    .transaction()
    .execute(async (tx) => {
      result = { value: await work(tx) };
      throw rollBack;
    })
    .catch((error: unknown) => {
      if (error !== rollBack) throw error;
    });
  if (!result) throw rollBack;
  return result.value;
}
