import { lockLibrary, namedBy, refreshEntries, showKnown } from '../library/entry-store.ts';
import type { Tx } from '../platform/database/database.ts';
import { addProfile, findScholarOf, removeProfile, saveProfile } from '../scholars/store.ts';
import type { AuthorId } from '../sources/author-list.ts';
import { enqueueCrawls, lockItemsOf } from './queue-store.ts';
import { endSteps } from './run-progress.ts';
import { skipUntracked } from './run-result-store.ts';

/** A scholar whose row the caller has locked. */
export interface LockedScholar {
  readonly userId: number;
  readonly scholarId: number;
}

/**
 * Adds a profile to a scholar unless another one of the user's scholars has it, and queues a crawl. Returns the scholar
 * that has it now.
 */
export async function attachProfile(tx: Tx, { userId, scholarId }: LockedScholar, author: AuthorId): Promise<number> {
  const profileId = await saveProfile(tx, author.source, author.id);
  const owner = await findScholarOf(tx, userId, profileId);
  if (owner !== undefined && owner !== scholarId) return owner;
  if (owner === undefined) {
    await addProfile(tx, { userId, scholarId, profileId });
    await showKnown(tx, userId, { id: scholarId, profileId });
  }
  const profiles = [{ scholarId, profileId }];
  await enqueueCrawls(tx, { userId, profiles, reason: 'first_crawl', runId: null });
  return scholarId;
}

/**
 * Removes a profile from a scholar, and what was rejected on it, which is not by this person. Entries that nothing else
 * accounts for are hidden, so their marks come back if the profile does. Runs that wait for the profile continue
 * without it.
 */
export async function detachProfile(tx: Tx, { userId, scholarId }: LockedScholar, profileId: number): Promise<void> {
  await lockItemsOf(tx, scholarId);
  await lockLibrary(tx, userId);
  const runIds = await skipUntracked(tx, scholarId, profileId);
  await removeProfile(tx, scholarId, profileId);
  await refreshEntries(tx, [userId], namedBy(userId, scholarId));
  await endSteps(tx, runIds);
}
