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
}

/** A link to be written; with `isLate` it appears only now, so it takes the library's next number. */
export type PartedLink = LinkRow & { readonly isLate: boolean };

/**
 * A user's links when the works are taken apart: as before, with the marks that were changed since on each of them. What scholars account for since
 * is linked, and what they no longer account for is hidden, a favorite excepted.
 */
export function partLinks(joined: JoinedLinks): PartedLink[] {
  const { winnerId, before, after, current } = joined;
  const known = before.filter((link) => current !== null || link.publication_id !== winnerId);
  const links = known.map((link) => restore(link, joined));
  if (current === null) return links;
  const gained = [winnerId, ...joined.loserIds]
    .filter((id) => !before.some((link) => link.publication_id === id))
    .filter((id) => joined.accountedNow.has(id) && !joined.accountedThen.has(id))
    .filter((id) => after !== null || id !== winnerId)
    .map((id) => ({ ...current, publication_id: id, isLate: true }));
  if (after !== null) return [...links, ...gained];
  // linked since, or to the winner alone: that stays, unless it was for the sake of a loser
  const isForLoser = gained.length > 0 && !joined.accountedNow.has(winnerId) && !current.is_favorite;
  if (!isForLoser || current.is_hidden) return [...gained, { ...current, isLate: false }];
  // the loser takes its place, so that a page that somebody reads holds still
  const [heir, ...others] = gained.map((link) => ({ ...link, isLate: false }));
  return [
    ...(heir ? [heir] : []),
    ...others.map((link) => ({ ...link, isLate: true })),
    { ...current, is_hidden: true, isLate: true },
  ];
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
