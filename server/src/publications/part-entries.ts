/** A user's library entry with its marks. */
export interface Entry {
  readonly publication_id: number;
  /** null: the library's next */
  readonly link_number: number | null;
  readonly is_read: boolean;
  readonly is_favorite: boolean;
  readonly is_hidden: boolean;
  readonly first_seen_at: string;
  readonly first_seen_run_id: number | null;
  readonly first_scholar_id: number | null;
  /** the user's scholars who account for it; none while it is hidden */
  readonly scholar_ids: readonly number[];
}

/** An entry from before a merge, and the marks that the combined entry got. */
export interface SavedEntry extends Entry {
  readonly combined_is_read: boolean;
  readonly combined_is_favorite: boolean;
}

/** What a user has of two publications whose merge is taken back. */
export interface PartedEntries {
  readonly userId: number;
  /** the combined entry as it is now; null: there is none any more */
  readonly now: Entry | null;
  readonly loser: SavedEntry | null;
  readonly winner: SavedEntry | null;
  /** the user's scholars who account for the publication, null among them for a file without a scholar; null: nothing accounts for it */
  readonly loserScholars: readonly (number | null)[] | null;
  readonly winnerScholars: readonly (number | null)[] | null;
}

/**
 * The entries that a user gets of two publications when their merge is taken back. An entry from before comes back with its marks, unless the user changed
 * them since: then with those of now. A publication that the user's scholars or files lead to, and that had no entry, gets one with the marks
 * of now. The winner also stays while it is a favorite that neither explains. What nothing accounts for any more is hidden, favorites excepted.
 */
export function partEntries(
  parted: PartedEntries,
  { loserId, winnerId }: { loserId: number; winnerId: number },
): Entry[] {
  const { now, loserScholars, winnerScholars } = parted;
  const isNumberFree = parted.loser === null && parted.winner === null;
  const winner = entryOf(winnerId, now, parted.winner, { accountedBy: winnerScholars, takesNumber: isNumberFree });
  const loser = entryOf(loserId, now, parted.loser, {
    accountedBy: loserScholars,
    takesNumber: isNumberFree && winner === null,
  });
  if (winner === null && loser === null && now?.is_favorite)
    return [{ ...now, publication_id: winnerId, scholar_ids: [] }];
  return [loser, winner].filter((entry) => entry !== null);
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
    const link_number = takesNumber ? now.link_number : null;
    return { ...now, publication_id: publicationId, link_number, is_hidden: false, scholar_ids };
  }
  const { combined_is_read, combined_is_favorite, ...before } = saved;
  const isReadChanged = now !== null && now.is_read !== combined_is_read;
  const isFavoriteChanged = now !== null && now.is_favorite !== combined_is_favorite;
  const isFavorite = isFavoriteChanged ? now.is_favorite : before.is_favorite;
  return {
    ...before,
    is_read: isReadChanged ? now.is_read : before.is_read,
    is_favorite: isFavorite,
    is_hidden: accountedBy === null && !isFavorite,
    scholar_ids,
  };
}
