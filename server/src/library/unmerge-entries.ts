/** A user's library entry with its marks and tags. */
export interface Entry {
  readonly publication_id: number;
  /** null: the library's next number */
  readonly entry_number: number | null;
  /** the first of its numbers, by which feeds name it; null: its number */
  readonly first_number: number | null;
  readonly is_read: boolean;
  readonly is_favorite: boolean;
  readonly is_hidden: boolean;
  readonly first_seen_at: string;
  readonly first_seen_run_id: number | null;
  readonly first_scholar_id: number | null;
  /** the user's scholars who account for the entry; empty while it is hidden */
  readonly scholar_ids: readonly number[];
  /** in the order of the ids */
  readonly tag_ids: readonly number[];
}

/** An entry from before a merge, and the marks and tags that the combined entry got. */
export interface SavedEntry extends Entry {
  readonly combined_is_read: boolean;
  readonly combined_is_favorite: boolean;
  readonly combined_tag_ids: readonly number[];
}

/** A user's entries of two publications whose merge is undone. */
export interface CombinedEntries {
  readonly userId: number;
  /** the combined entry as it is now; null: it was deleted */
  readonly now: Entry | null;
  /** the entries from before the merge */
  readonly merged: SavedEntry | null;
  readonly target: SavedEntry | null;
  /** the user's scholars who account for each publication, with null for an import without a scholar; null: nobody does */
  readonly mergedScholars: readonly (number | null)[] | null;
  readonly targetScholars: readonly (number | null)[] | null;
}

/**
 * The entries that a user gets when the merge of two publications is undone. An entry from before the merge comes back. Its marks and tags are
 * those from before, except what the user changed since then. A publication without such an entry gets one with the current marks and tags, if
 * the user's scholars or imports account for it. If no entry results and the combined one is a favorite or has tags, the target keeps it.
 * An entry that nobody accounts for is hidden, except favorites.
 */
export function unmergeEntries(
  combined: CombinedEntries,
  { mergedId, targetId }: { mergedId: number; targetId: number },
): Entry[] {
  const { now, mergedScholars, targetScholars } = combined;
  const isNumberFree = combined.merged === null && combined.target === null;
  const target = entryOf(targetId, now, combined.target, { accountedBy: targetScholars, takesNumber: isNumberFree });
  const merged = entryOf(mergedId, now, combined.merged, {
    accountedBy: mergedScholars,
    takesNumber: isNumberFree && target === null,
  });
  if (target === null && merged === null && now !== null && (now.is_favorite || now.tag_ids.length > 0))
    return [{ ...now, publication_id: targetId, scholar_ids: [], is_hidden: !now.is_favorite }];
  return [merged, target].filter((entry) => entry !== null);
}

function entryOf(
  publicationId: number,
  now: Entry | null,
  saved: SavedEntry | null,
  { accountedBy, takesNumber }: { accountedBy: readonly (number | null)[] | null; takesNumber: boolean },
): Entry | null {
  const scholar_ids = (accountedBy ?? []).filter((id) => id !== null);
  if (saved === null) {
    if (now === null || accountedBy === null) return null;
    const { entry_number, first_number } = takesNumber ? now : { entry_number: null, first_number: null };
    return { ...now, publication_id: publicationId, entry_number, first_number, is_hidden: false, scholar_ids };
  }
  const { combined_is_read, combined_is_favorite, combined_tag_ids, ...before } = saved;
  const isReadChanged = now !== null && now.is_read !== combined_is_read;
  const isFavoriteChanged = now !== null && now.is_favorite !== combined_is_favorite;
  const isFavorite = isFavoriteChanged ? now.is_favorite : before.is_favorite;
  return {
    ...before,
    is_read: isReadChanged ? now.is_read : before.is_read,
    is_favorite: isFavorite,
    is_hidden: accountedBy === null && !isFavorite,
    scholar_ids,
    tag_ids: now === null ? before.tag_ids : withChanges(before.tag_ids, combined_tag_ids, now.tag_ids),
  };
}

/** The tags from before a merge, without those that were removed from the combined entry since, and with those that were added. */
function withChanges(before: readonly number[], combined: readonly number[], now: readonly number[]): number[] {
  return [...before.filter((id) => now.includes(id)), ...now.filter((id) => !combined.includes(id))];
}
