import type { ClaimRow, IdentifierRow, LinkRow, ListingRow, PlaceKind, StoredRow } from './joined-row.ts';

/**
 * The one row that stands for rows of one place when their works become one. Which of the works wins, and in what order they are merged, makes no
 * difference to the rest of the row. `nextRead` is the next read number of the library that a link is in.
 */
export function joinRows(
  kind: PlaceKind,
  rows: readonly StoredRow[],
  winnerId: number,
  nextRead: number | null = null,
): StoredRow {
  const [first, ...others] = rows;
  if (!first) throw new Error('no rows to join');
  if (others.length === 0) return { ...first, publication_id: winnerId };
  switch (kind) {
    case 'identifier':
      return { ...least(rows as readonly IdentifierRow[], identifierOrder), publication_id: winnerId };
    case 'listing':
      // whoever has looked as far as one of them has seen the work
      return { ...least(rows as readonly ListingRow[], (row) => [row.listing_number]), publication_id: winnerId };
    case 'claim':
      return { ...least(rows as readonly ClaimRow[], (row) => [row.created_at]), publication_id: winnerId };
    case 'link':
      return joinLinks(rows as readonly LinkRow[], winnerId, nextRead);
    default:
      throw new Error(`two rows for one ${kind}`);
  }
}

/** The surest first; one that was contradicted for one of the works is not for the other, where it was found as surely. */
function identifierOrder(row: IdentifierRow): Order {
  return [-row.confidence, Number(row.is_contradicted), row.created_at, row.source, row.evidence_url ?? '\uffff'];
}

/** Read if any was read, favorite if any was, visible if any was; first seen when, and by whom, the earlier one was. */
function joinLinks(links: readonly LinkRow[], winnerId: number, nextRead: number | null): LinkRow {
  const { first_seen_at, first_seen_run_id, first_scholar_id } = least(links, (link) => [
    link.first_seen_at,
    link.link_number,
  ]);
  const visible = links.filter((link) => !link.is_hidden);
  const isRead = links.some((one) => one.is_read);
  const [link] = links;
  if (!link) throw new Error('no links to join');
  return {
    ...link,
    publication_id: winnerId,
    // a number that the library showed already: a hidden one would appear late with a small number
    link_number: Math.min(...(visible.length > 0 ? visible : links).map((one) => one.link_number)),
    is_read: isRead,
    read_number: isRead ? joinedReadNumber(links, nextRead) : null,
    is_favorite: links.some((one) => one.is_favorite),
    is_hidden: visible.length === 0,
    first_seen_at,
    first_seen_run_id,
    first_scholar_id,
  };
}

/** A list of unread works that is open shows what was read since: the joined link stays in it if one of these was. */
function joinedReadNumber(links: readonly LinkRow[], nextRead: number | null): number | null {
  const visible = links.filter((one) => !one.is_hidden);
  if (visible.some((one) => !one.is_read)) return nextRead;
  return Math.max(...(visible.length > 0 ? visible : links).flatMap((one) => one.read_number ?? []));
}

type Order = readonly (number | string)[];

function least<T>(rows: readonly T[], orderOf: (row: T) => Order): T {
  return rows.reduce((best, row) => (isBefore(orderOf(row), orderOf(best)) ? row : best));
}

/** Texts are compared by code unit: times of one form stand in their order. */
function isBefore(one: Order, other: Order): boolean {
  for (const [at, value] of one.entries()) {
    const against = other[at];
    if (against === undefined || value === against) continue;
    return value < against;
  }
  return false;
}
