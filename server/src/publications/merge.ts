import { findCanonical, findCanonicalOf, lockIdentity } from '../library/canonical-store.ts';
import { lockLibraries, refreshEntries } from '../library/entry-store.ts';
import { hideMerged, type MergedPair, separateEntries, type TakeOver, takeOver } from '../library/take-over-store.ts';
import type { Tx } from '../platform/database/database.ts';
import { groupBy } from '../platform/group-by.ts';
import { refreshDisplays } from './display.ts';
import type { PrivateMatch } from './match.ts';
import * as store from './merge-store.ts';

/**
 * Merges publications into a target, and combines what they show and their library entries. Records do not move, so the
 * merge can be undone. Ids of merged publications mean their canonical ones. If the target is private and another
 * publication is public, the public one becomes the target. Skips deleted publications, those that are already merged
 * with each other, and private ones of different users. Returns what was merged.
 */
export async function mergePublications(
  tx: Tx,
  jobId: number,
  requestedId: number,
  mergedIds: readonly number[],
): Promise<MergedPair[]> {
  await lockIdentity(tx);
  const canonical = await findCanonical(tx, [requestedId, ...mergedIds]);
  const members = [...new Set([requestedId, ...mergedIds].flatMap((id) => canonical.get(id) ?? []))];
  if (!canonical.has(requestedId)) return [];
  const owners = await store.listOwners(tx, members);
  const isPublic = (id: number) => !owners.has(id);
  // a public target, because a private one would hide public ones from other users
  const [named = 0, ...others] = members;
  const targetId = isPublic(named) ? named : (others.find(isPublic) ?? named);
  const merged = members
    .filter((id) => id !== targetId && (isPublic(id) || isPublic(targetId) || owners.get(id) === owners.get(targetId)))
    .sort((a, b) => a - b);
  if (merged.length === 0) return [];
  await store.lockMembers(tx, [targetId, ...merged]);
  const userIds = await lockLibraries(tx, [targetId, ...merged]);
  await mergeEntries(
    tx,
    jobId,
    merged.map((fromId) => ({ fromId, toId: targetId })),
  );
  await refreshEntries(tx, userIds, [targetId, ...merged]);
  await refreshDisplays(tx, [targetId]);
  return merged.map((mergedId) => ({ mergedId, canonicalId: targetId }));
}

/**
 * Merges canonical publications into others. The canonical entries take over from those of the merged publications,
 * which are hidden and stay. Returns the canonical publication of each.
 */
async function mergeEntries(tx: Tx, jobId: number | null, pairs: readonly TakeOver[]): Promise<TakeOver[]> {
  const merged = await store.insertMerges(tx, jobId, pairs);
  await takeOver(tx, merged);
  await hideMerged(
    tx,
    merged.map(({ fromId }) => fromId),
  );
  return merged;
}

/**
 * Undoes a merge. Both publications show again what their own records say. The entries of the other publication appear
 * as they were when it was merged; the canonical ones keep their marks and tags. Records that arrived since then need
 * no change, because they belong to the publication that they matched. Undo later merges of the same publications
 * first.
 */
export async function unmergePublications(tx: Tx, merge: { id: number; mergedId: number }): Promise<MergedPair> {
  await lockIdentity(tx);
  await store.lockMembers(tx, [merge.mergedId]);
  const canonicalId = (await findCanonicalOf(tx, merge.mergedId)) ?? merge.mergedId;
  const userIds = await lockLibraries(tx, [canonicalId, merge.mergedId]);
  const undone = await store.undoMerge(tx, merge.id);
  await separateEntries(tx, undone);
  await refreshEntries(tx, userIds, [undone.mergedId, undone.canonicalId]);
  await store.moveNotes(tx, undone);
  await refreshDisplays(tx, [undone.mergedId, undone.canonicalId]);
  return undone;
}

/**
 * Merges private publications into the public ones that a crawl matched with them. These merges belong to no repair job
 * and cannot be undone. The caller holds the identity lock and has locked the owners' libraries.
 */
export async function mergePrivate(tx: Tx, matches: readonly PrivateMatch[]): Promise<void> {
  if (matches.length === 0) return;
  const pairs = matches.map(({ privateId, publicationId }) => ({ fromId: privateId, toId: publicationId }));
  const merged = await mergeEntries(tx, null, pairs);
  const owners = new Map(matches.map(({ privateId, ownerId }) => [privateId, ownerId]));
  for (const [ownerId, owned] of groupBy(merged, ({ fromId }) => owners.get(fromId) ?? 0))
    await refreshEntries(
      tx,
      [ownerId],
      owned.flatMap(({ fromId, toId }) => [fromId, toId]),
    );
}
