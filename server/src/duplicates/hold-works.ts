import type { Tx } from '../platform/database/database.ts';
import { lockIdentity } from '../publications/discovery-store.ts';
import { listProfilesOf, lockLibrariesOf, lockWorks, markPlace, undoSince } from '../publications/merge-store.ts';
import { findRoots } from '../publications/root-store.ts';
import { lockProfilesForChange } from '../scholars/store.ts';

/**
 * Locks works and all that hangs on them to the end of the transaction: the profiles that list them, identity, the works that stand for them, and the
 * libraries that link them. Whoever gains a listing of a work meanwhile is waited for: the locks are given back and taken anew, in their order.
 * Returns the works that stand for those asked for, by these; none for one that is gone.
 */
export async function holdWorks(
  tx: Tx,
  publicationIds: readonly number[],
  { profileIds = [], userIds = [] }: { profileIds?: readonly number[]; userIds?: readonly number[] } = {},
): Promise<Map<number, number>> {
  await markPlace(tx);
  for (;;) {
    const ids = await withRoots(tx, publicationIds);
    const profiles = [...(await listProfilesOf(tx, ids)), ...profileIds];
    await lockProfilesForChange(tx, [...new Set(profiles)]);
    await lockIdentity(tx);
    const roots = await findRoots(tx, publicationIds);
    const held = [...new Set([...publicationIds, ...roots.values()])];
    const listing = await listProfilesOf(tx, held);
    if (listing.every((id) => profiles.includes(id))) {
      await lockWorks(tx, held);
      await lockLibrariesOf(tx, held, userIds);
      return roots;
    }
    await undoSince(tx);
  }
}

async function withRoots(tx: Tx, ids: readonly number[]): Promise<number[]> {
  return [...new Set([...ids, ...(await findRoots(tx, ids)).values()])];
}
