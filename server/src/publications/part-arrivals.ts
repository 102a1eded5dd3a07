import { joinRows } from './join-rows.ts';
import { groupByPlace, type ListingRow, type PlaceKind, placeOf, type StoredRow } from './joined-row.ts';

/** What may have led something to a work. */
export const EVIDENCE_KINDS = ['source_key', 'fingerprint', 'identifier'] as const satisfies readonly PlaceKind[];
type EvidenceKind = (typeof EVIDENCE_KINDS)[number];
export type EvidenceRows = Readonly<Record<EvidenceKind, readonly StoredRow[]>>;

/** A row that leaves the winner: it, and what stood at its place, for one at its home. */
export interface MovedRow {
  readonly taken: readonly StoredRow[];
  readonly put: StoredRow;
}

/**
 * Keys, fingerprints and identifiers that came to the winner while the merge stood belong where that leads by which they were found, from one to the
 * next. `rows` are those of the winner and of the works that stand for themselves again, which have what they had. Where it leads nowhere any more, or
 * to several works, they stay; so do the identifiers `own`, by kind and value, which the winner had before.
 */
export function partEvidence(
  winnerId: number,
  rows: EvidenceRows,
  own: ReadonlySet<string>,
): Record<EvidenceKind, MovedRow[]> {
  const homeOf = homesIn(winnerId, rows, own);
  const part = (kind: EvidenceKind): MovedRow[] => {
    const places = groupByPlace(kind, rows[kind]);
    return rows[kind].flatMap((row) => {
      const home = homeOf(row);
      if (home === row.publication_id) return [];
      const there = (places.get(placeOf(kind, row)) ?? []).filter((other) => other.publication_id === home);
      const put = joinRows(kind, [...there, row], home);
      // what the home had it had by itself
      const [known] = there;
      return [{ taken: [row, ...there], put: known ? { ...put, found_by: known.found_by } : put }];
    });
  };
  return { source_key: part('source_key'), fingerprint: part('fingerprint'), identifier: part('identifier') };
}

function homesIn(winnerId: number, rows: EvidenceRows, own: ReadonlySet<string>): (row: StoredRow) => number {
  const byName = new Map<string, StoredRow[]>();
  const owned = new Set<StoredRow>();
  for (const kind of EVIDENCE_KINDS)
    for (const row of rows[kind]) {
      const name = nameOf(kind, row);
      if (kind === 'identifier' && own.has(name)) owned.add(row);
      if (row.is_contradicted !== true) byName.set(name, [...(byName.get(name) ?? []), row]);
    }
  const homeOf = (row: StoredRow, passed: readonly StoredRow[] = []): number => {
    if (row.publication_id !== winnerId || owned.has(row)) return row.publication_id;
    // an identifier that was asked about leads to itself
    const leaders = (byName.get(String(row.found_by ?? '')) ?? []).filter(
      (one) => one !== row && !passed.includes(one),
    );
    const homes = new Set(leaders.map((leader) => homeOf(leader, [...passed, row])));
    const [home] = homes;
    return homes.size === 1 && home !== undefined ? home : winnerId;
  };
  return (row) => homeOf(row);
}

/** As `found_by` names it. */
function nameOf(kind: EvidenceKind, row: StoredRow): string {
  if (kind === 'source_key') return `${row.source} ${row.key}`;
  // as `to_jsonb` writes bytes: \x0123
  if (kind === 'fingerprint') return `fingerprint ${String(row.fingerprint).slice(2)}`;
  return `${row.kind} ${row.value}`;
}

/** A profile that listed the winner while the merge stood. */
export interface ListingProfile {
  /** the winner's listing then */
  readonly current: ListingRow;
  /** the merge joined listings of this profile: those before it have been put back */
  readonly isRestored: boolean;
  /** the works whose listings stand now */
  readonly listed: ReadonlySet<number>;
  /** works to which rows of the profile lead */
  readonly named: ReadonlySet<number>;
  /** those of them to which rows lead that came while the merge stood */
  readonly arrived: ReadonlySet<number>;
}

/** A listing that is made; with `isLate` it takes the profile's next number, and whoever had looked as far as `listing_number` has seen it. */
export type MadeListing = ListingRow & { readonly isLate: boolean };

/** A profile lists the works that its rows lead to: which of them are to be listed, and whether the winner's listing was for another's sake alone. */
export function partListing(winnerId: number, profile: ListingProfile): { leaves: boolean; made: MadeListing[] } {
  const { current, isRestored, listed, named, arrived } = profile;
  const missing = [...arrived].filter((id) => !listed.has(id)).sort((a, b) => a - b);
  const leaves = !isRestored && missing.length > 0 && !named.has(winnerId);
  const made = missing.map((id, at) => ({ ...current, publication_id: id, isLate: !leaves || at > 0 }));
  return { leaves, made };
}
