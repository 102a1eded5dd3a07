/** A row of a library as it stands. */
export interface Link {
  /** where the row is stored: it names the row even where two have the same key */
  readonly place: string;
  readonly publication_id: number;
  readonly link_number: number;
  readonly is_read: boolean;
  readonly is_favorite: boolean;
  readonly read_number: number | null;
  readonly is_hidden: boolean;
  readonly first_seen_at: string;
  readonly first_seen_run_id: number | null;
  readonly first_scholar_id: number | null;
}

/** A work at which something of a user's library is wrong, with all links that lead to it. */
export interface LinkFault {
  /** the work, where merges lead to */
  readonly id: number;
  readonly is_gone: boolean;
  /** the first of the user's scholars who accounts for it */
  readonly scholar_id: number | null;
  /** when a source listed it for a scholar who has looked since then; null: nothing says that it has to be there */
  readonly due_since: string | null;
  /** the names of scholars in these links that are not the user's */
  readonly strange_scholar_ids: readonly number[];
  readonly links: readonly Link[];
}

export const MENDS = ['deleted', 'joined', 'added', 'shown', 'hidden', 'reassigned'] as const;
export type Mend = (typeof MENDS)[number];

/** How a fault is mended: the one link that is to be, null for none; its numbers where they are to be the library's next are null. */
export interface LinkPlan {
  readonly id: number;
  readonly mend: Mend;
  readonly remove: readonly string[];
  /** the row that becomes the link; null: it is a new row */
  readonly place: string | null;
  readonly link: (Omit<Link, 'place' | 'link_number'> & { readonly link_number: number | null }) | null;
  /** it becomes read, at the library's next read number */
  readonly becomesRead: boolean;
}

/**
 * What a fault's links are to be: one link to the work that merges lead to; read if any was read, favorite if any was; there when a scholar
 * accounts for it, or when it is a favorite. Null when there is nothing to mend.
 */
export function planLink(fault: LinkFault): LinkPlan | null {
  const { id, links } = fault;
  const [first, ...others] = links;
  const places = links.map(({ place }) => place);
  if (fault.is_gone) return { id, mend: 'deleted', remove: places, place: null, link: null, becomesRead: false };
  if (!first) return fault.due_since === null ? null : addedLink(fault, fault.due_since);

  const isJoined = others.length > 0 || first.publication_id !== id;
  const joined = joinLinks(fault, first, isJoined);
  const mend = isJoined ? 'joined' : mendOf(first, joined);
  if (mend === null) return null;
  const { becomesRead, ...link } = joined;
  return { id, mend, remove: isJoined ? places : [], place: isJoined ? null : first.place, link, becomesRead };
}

function addedLink({ id, scholar_id }: LinkFault, dueSince: string): LinkPlan {
  const marks = { is_read: false, is_favorite: false, read_number: null, is_hidden: false };
  const seen = { first_seen_at: dueSince, first_seen_run_id: null, first_scholar_id: scholar_id };
  const link = { publication_id: id, link_number: null, ...marks, ...seen };
  return { id, mend: 'added', remove: [], place: null, link, becomesRead: false };
}

function mendOf(before: Link, after: Pick<Link, 'is_hidden' | 'first_scholar_id'>): Mend | null {
  if (before.is_hidden !== after.is_hidden) return after.is_hidden ? 'hidden' : 'shown';
  return before.first_scholar_id === after.first_scholar_id ? null : 'reassigned';
}

/** All links of a fault as the one that is to be. */
function joinLinks(fault: LinkFault, first: Link, isJoined: boolean) {
  const { links, strange_scholar_ids: strange } = fault;
  const visible = links.filter((link) => !link.is_hidden);
  const isRead = links.some((link) => link.is_read);
  const isFavorite = links.some((link) => link.is_favorite);
  const isWanted = fault.due_since !== null || (visible.length > 0 && (fault.scholar_id !== null || isFavorite));
  const isShown = isWanted && visible.length === 0;
  // to a page that began before, what was read in one of several only is read since
  const becomesRead = isRead && visible.some((link) => !link.is_read);
  const seen = links.toSorted((a, b) => Date.parse(a.first_seen_at) - Date.parse(b.first_seen_at))[0] ?? first;
  const scholars = links.flatMap(({ first_scholar_id: id }) => id ?? []);
  const own = scholars.find((id) => !strange.includes(id)) ?? null;
  const isOrphaned = isShown || isJoined || scholars.length > 0;
  const readNumbers = links.flatMap(({ read_number: number }) => number ?? []);
  return {
    publication_id: fault.id,
    link_number: isShown ? null : Math.min(...(visible.length > 0 ? visible : links).map((link) => link.link_number)),
    is_read: isRead,
    is_favorite: isFavorite,
    read_number: isRead && !becomesRead ? Math.min(...readNumbers) : null,
    is_hidden: !isWanted,
    first_seen_at: seen.first_seen_at,
    first_seen_run_id: seen.first_seen_run_id,
    first_scholar_id: own ?? (isOrphaned ? fault.scholar_id : null),
    becomesRead,
  };
}
