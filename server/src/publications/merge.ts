import type { Tx } from '../platform/database/database.ts';
import { refreshDisplays } from './display.ts';
import { replaceEntries } from './entry-store.ts';
import type { PrivateMatch } from './match.ts';
import * as store from './merge-store.ts';
import { partEntries } from './part-entries.ts';
import { findCanonical, lockIdentity } from './record-store.ts';

/** Two publications of which one was merged into the other. */
export interface Merged {
  readonly loserId: number;
  /** the publication that stands for both */
  readonly canonicalId: number;
}

/**
 * Lets one publication stand for others: display and entries are combined, and nothing is moved but the entries, so that it can be taken back. What was merged
 * before is followed. A private publication never stands for a public one: then the public one wins. Returns what was merged; nothing is left
 * to merge for publications that are one already or are gone. Private publications of different users are passed over.
 */
export async function mergePublications(
  tx: Tx,
  jobId: number,
  winnerId: number,
  loserIds: readonly number[],
): Promise<Merged[]> {
  await lockIdentity(tx);
  const canonical = await findCanonical(tx, [winnerId, ...loserIds]);
  const members = [...new Set([winnerId, ...loserIds].flatMap((id) => canonical.get(id) ?? []))];
  if (!canonical.has(winnerId)) return [];
  const owners = await store.listOwners(tx, members);
  const isPublic = (id: number) => !owners.has(id);
  // a private winner among public ones gives way to the first of these
  const [named = 0, ...others] = members;
  const winner = isPublic(named) ? named : (others.find(isPublic) ?? named);
  const losers = members
    .filter((id) => id !== winner && (isPublic(id) || isPublic(winner) || owners.get(id) === owners.get(winner)))
    .sort((a, b) => a - b);
  if (losers.length === 0) return [];
  await store.lockTrees(tx, [winner, ...losers]);
  await store.lockLibraries(tx, [winner, ...losers]);
  for (const loserId of losers) {
    const { id, canonicalId } = await store.insertMerge(tx, { jobId, loserId, winnerId: winner });
    await store.combineEntries(tx, { id, loserId, canonicalId, isKept: true });
  }
  await refreshDisplays(tx, [winner]);
  return losers.map((loserId) => ({ loserId, canonicalId: winner }));
}

/**
 * Takes a standing merge back: both publications show again what their own records say, and each user's entries are as before, what was marked since included.
 * Records that arrived since are where they belong already. Later merges of the same publications have to be taken back before.
 */
export async function unmergePublications(tx: Tx, merge: { id: number; loserId: number }): Promise<Merged> {
  await lockIdentity(tx);
  await store.lockTrees(tx, [merge.loserId]);
  const canonicalId = (await findCanonical(tx, [merge.loserId])).get(merge.loserId) ?? merge.loserId;
  await store.lockLibraries(tx, [canonicalId], await store.listMarkedUsers(tx, merge.id));
  const parted = await store.partMerge(tx, merge.id);
  const users = await store.readParted(tx, merge.id, parted);
  const entries = users.flatMap((user) =>
    partEntries(user, { loserId: parted.loserId, winnerId: parted.canonicalId }).map((entry) => ({
      ...entry,
      userId: user.userId,
    })),
  );
  await replaceEntries(tx, { publicationIds: [parted.canonicalId], userIds: null }, entries);
  await store.deleteMarks(tx, merge.id);
  await refreshDisplays(tx, [parted.loserId, parted.canonicalId]);
  return parted;
}

/**
 * Lets private publications become part of the public ones that a crawl has found to be the same. No job did it, so nothing takes it back. The caller
 * holds the lock on identity and the libraries of the owners.
 */
export async function joinPrivate(tx: Tx, matches: readonly PrivateMatch[]): Promise<void> {
  for (const { privateId: loserId, publicationId: winnerId } of matches) {
    const { id, canonicalId } = await store.insertMerge(tx, { jobId: null, loserId, winnerId });
    await store.combineEntries(tx, { id, loserId, canonicalId, isKept: false });
  }
}
