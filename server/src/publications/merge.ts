import { findCanonical, findCanonicalOf, lockIdentity } from '../library/canonical-store.ts';
import { replaceEntries } from '../library/entry-store.ts';
import { unmergeEntries } from '../library/unmerge-entries.ts';
import type { Tx } from '../platform/database/database.ts';
import { refreshDisplays } from './display.ts';
import type { PrivateMatch } from './match.ts';
import * as store from './merge-store.ts';

/** A publication that was merged into another one. */
export interface Merged {
  readonly mergedId: number;
  /** the canonical publication of both */
  readonly canonicalId: number;
}

/**
 * Merges publications into a target: combines display and library entries. Records do not move, so the merge can be undone. Ids of merged
 * publications mean their canonical ones. If the target is private and another publication is public, the public one becomes the target.
 * Skips deleted publications, those that are already merged with each other, and private ones of different users. Returns what was merged.
 */
export async function mergePublications(
  tx: Tx,
  jobId: number,
  requestedId: number,
  mergedIds: readonly number[],
): Promise<Merged[]> {
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
  await store.lockLibraries(tx, [targetId, ...merged]);
  for (const mergedId of merged) {
    const { id, canonicalId } = await store.insertMerge(tx, { jobId, mergedId, targetId });
    await store.combineEntries(tx, { id, mergedId, canonicalId, isKept: true });
  }
  await refreshDisplays(tx, [targetId]);
  return merged.map((mergedId) => ({ mergedId, canonicalId: targetId }));
}

/**
 * Undoes a merge. Both publications show again what their own records say. Each user gets the previous entries back, except marks that the
 * user changed after the merge. Records that arrived since then need no change, because they belong to the publication that they matched.
 * Undo later merges of the same publications first.
 */
export async function unmergePublications(tx: Tx, merge: { id: number; mergedId: number }): Promise<Merged> {
  await lockIdentity(tx);
  await store.lockMembers(tx, [merge.mergedId]);
  const canonicalId = (await findCanonicalOf(tx, merge.mergedId)) ?? merge.mergedId;
  await store.lockLibraries(tx, [canonicalId], await store.listMarkedUsers(tx, merge.id));
  const undone = await store.undoMerge(tx, merge.id);
  const users = await store.readCombined(tx, merge.id, undone);
  const entries = users.flatMap((user) =>
    unmergeEntries(user, { mergedId: undone.mergedId, targetId: undone.canonicalId }).map((entry) => ({
      ...entry,
      userId: user.userId,
    })),
  );
  await replaceEntries(tx, { publicationIds: [undone.canonicalId], userIds: null }, entries);
  await store.moveNotes(tx, undone);
  await store.deleteMarks(tx, merge.id);
  await refreshDisplays(tx, [undone.mergedId, undone.canonicalId]);
  return undone;
}

/**
 * Merges private publications into the public ones that a crawl matched with them. These merges belong to no repair job and cannot be undone.
 * The caller holds the identity lock and has locked the owners' libraries.
 */
export async function mergePrivate(tx: Tx, matches: readonly PrivateMatch[]): Promise<void> {
  for (const { privateId: mergedId, publicationId: targetId } of matches) {
    const { id, canonicalId } = await store.insertMerge(tx, { jobId: null, mergedId, targetId });
    await store.combineEntries(tx, { id, mergedId, canonicalId, isKept: false });
  }
}
