import type { Database, Tx } from '../platform/database/database.ts';
import { giveNumbers, hasUnnumbered, lockNumbers } from './event-store.ts';

const BATCH = 10_000;

/**
 * Numbers the events that were committed since the last call. Ids become visible in another order than they were given, so a reader who keeps the last
 * id that it saw would miss some; numbers are given one after the other, under a lock, to events that everybody can see. `numbered` is called in the same
 * transaction with the first of the new numbers.
 */
export async function numberEvents(
  db: Database,
  numbered: (tx: Tx, firstNumber: number) => Promise<void>,
): Promise<void> {
  let count = BATCH;
  while (count === BATCH && (await hasUnnumbered(db))) {
    count = await db.transaction().execute(async (tx) => {
      // a statement of its own, so that the next one sees what was numbered meanwhile
      await lockNumbers(tx);
      const batch = await giveNumbers(tx, BATCH);
      if (batch.count > 0) await numbered(tx, batch.first);
      return batch.count;
    });
  }
}
