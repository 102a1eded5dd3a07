import type { Database, Tx } from '../platform/database/database.ts';
import { giveNumbers, hasUnnumbered, lockNumbers } from './event-store.ts';

const BATCH = 10_000;

/**
 * Numbers the events that were committed since the last call. Ids become visible in another order than they were given,
 * so a reader who keeps the last id that it saw would miss some; numbers are given one after the other, under a lock,
 * to events that everybody can see. `numbered` is called in the same transaction with the first of the new numbers, and
 * `committed` after it with its result.
 */
export async function numberEvents<Result>(
  db: Database,
  numbered: (tx: Tx, firstNumber: number) => Promise<Result>,
  committed: (result: Result) => void,
): Promise<void> {
  let count = BATCH;
  while (count === BATCH && (await hasUnnumbered(db))) {
    const batch = await db.transaction().execute(async (tx) => {
      // a statement of its own, so that the next one sees what was numbered meanwhile
      await lockNumbers(tx);
      const { count, first } = await giveNumbers(tx, BATCH);
      return count > 0 ? { count, result: await numbered(tx, first) } : null;
    });
    if (batch) committed(batch.result);
    count = batch?.count ?? 0;
  }
}
