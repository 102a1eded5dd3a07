import type { LinkRow } from './joined-row.ts';

/** A user's links to the works of a merge. */
export interface JoinedLinks {
  readonly winnerId: number;
  /** the works that are to stand for themselves again */
  readonly loserIds: readonly number[];
  /** the links before the merge; none for whoever was linked since, or to the winner alone */
  readonly before: readonly LinkRow[];
  /** the one link after it; null when the merge changed none */
  readonly after: LinkRow | null;
  /** the winner's link now; null when there is none */
  readonly current: LinkRow | null;
  /** works that a tracked scholar accounted for, as far as the user had looked, at the merge and now */
  readonly accountedThen: ReadonlySet<number>;
  readonly accountedNow: ReadonlySet<number>;
  /** works that the user's files named while the merge stood */
  readonly imported: ReadonlySet<number>;
  /** whether the user linked the winner before the merge */
  readonly hadWinner: boolean;
  /** whether any profile lists the winner now */
  readonly isWinnerListed: boolean;
}

/** A link to be written; with `isLate` it appears only now, so it takes the library's next number. */
export type PartedLink = LinkRow & { readonly isLate: boolean };

/**
 * A user's links when the works are taken apart: as before, with the marks that were changed since on each of them. What scholars account for since,
 * and what files named, is linked; what scholars no longer account for is hidden, a favorite excepted.
 */
export function partLinks(joined: JoinedLinks): PartedLink[] {
  const { winnerId, before, after, current, accountedThen, accountedNow, imported } = joined;
  const known = before.filter((link) => current !== null || link.publication_id !== winnerId);
  const links = known.map((link) => restore(link, joined));
  if (current === null) return links;
  const isOut = (id: number) => !current.is_favorite && accountedNow.size > 0 && !accountedNow.has(id);
  const gained = [winnerId, ...joined.loserIds]
    .filter((id) => !before.some((link) => link.publication_id === id))
    .filter((id) => (accountedNow.has(id) && !accountedThen.has(id)) || imported.has(id))
    .filter((id) => after !== null || id !== winnerId)
    .map((id) => ({ ...current, publication_id: id, is_hidden: current.is_hidden || isOut(id), isLate: true }));
  if (after !== null) return [...links, ...gained];
  // linked since, or to the winner alone: that stays, unless it was for the sake of a loser
  const isWinners = accountedNow.has(winnerId) || imported.has(winnerId);
  const isOnlyLosers = gained.length > 0 && !isWinners && wasOnlyLosers(joined, gained);
  const isForLoser = gained.length > 0 && !isWinners && (isOnlyLosers || !current.is_favorite);
  if (!isForLoser || (current.is_hidden && !isOnlyLosers)) return [...gained, { ...current, isLate: false }];
  // the loser takes its place, so that a page that somebody reads holds still
  const [heir, ...others] = gained.map((link) => ({ ...link, isLate: false }));
  return [
    ...(heir ? [heir] : []),
    ...others.map((link) => ({ ...link, isLate: true })),
    ...(isOnlyLosers ? [] : [{ ...current, is_hidden: true, isLate: true }]),
  ];
}

/** Whether nothing but what is a loser's can have led the user to the winner: files that named it, or a profile where none lists the winner. */
function wasOnlyLosers({ hadWinner, imported, isWinnerListed }: JoinedLinks, gained: readonly LinkRow[]): boolean {
  return !hadWinner && (!isWinnerListed || gained.every((link) => imported.has(link.publication_id)));
}

function restore(link: LinkRow, { after, current, accountedThen, accountedNow }: JoinedLinks): PartedLink {
  const readSince = current && after && current.read_number !== after.read_number;
  const starredSince = current && after && current.is_favorite !== after.is_favorite;
  const marks = {
    ...(readSince ? { is_read: current.is_read, read_number: current.read_number } : {}),
    ...(starredSince ? { is_favorite: current.is_favorite } : {}),
  };
  const isFavorite = marks.is_favorite ?? link.is_favorite;
  const wasAccounted = accountedThen.has(link.publication_id);
  const isAccounted = accountedNow.has(link.publication_id);
  const isHidden =
    starredSince && isFavorite ? false : wasAccounted === isAccounted ? link.is_hidden : !isAccounted && !isFavorite;
  return { ...link, ...marks, is_hidden: isHidden, isLate: link.is_hidden && !isHidden };
}
