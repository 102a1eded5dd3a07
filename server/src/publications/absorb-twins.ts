import type { Tx } from '../platform/database/database.ts';
import { type Absorbed, absorbWorks } from './absorb-store.ts';
import { lockLibrariesOf } from './merge-store.ts';

/**
 * Lets works that nothing but imports knows be those that a source knows, for all users who imported them: read if either was, favorite if either was.
 * The works are locked, and the caller holds the lock on identity; of libraries it has locked none, and will lock none but that of `nextUserId`.
 */
export async function absorbTwins(tx: Tx, twins: readonly Absorbed[], nextUserId: number | null): Promise<void> {
  const ids = twins.map(({ id }) => id);
  await lockLibrariesOf(tx, ids, nextUserId === null ? [] : [nextUserId]);
  await absorbWorks(tx, twins);
}
