import type { Change } from '../audit/repair-job.ts';
import type { Tx } from '../platform/database/database.ts';
import { showBestIdentifiers } from '../publications/identifier-store.ts';
import { IMPORT } from '../publications/imported.ts';
import { type ListingRow, type PlaceKind, placeOf, type StoredRow } from '../publications/joined-row.ts';
import * as store from '../publications/merge-store.ts';
import {
  EVIDENCE_KINDS,
  type EvidenceRows,
  type ListingProfile,
  partEvidence,
  partListing,
} from '../publications/part-arrivals.ts';
import { partClaims } from './part-claims.ts';
import type { Parting } from './part-places.ts';
import type { LoggedMerge } from './read-merge.ts';

/** The winner's listings, and what users say of it, before anything was taken apart. */
export interface Joined {
  readonly listings: readonly StoredRow[];
  readonly claims: readonly StoredRow[];
}

export interface Arrivals {
  readonly changes: Change[];
  /** who has seen what is listed anew */
  readonly seen: store.Accounted[];
  /** what users' files named since the merge */
  readonly imported: store.Accounted[];
}

/**
 * Hands on what came to the winner by what is a loser's again, when the places that the merge joined are apart: keys, fingerprints, identifiers, and
 * then the listings and the users' words that hang on the keys.
 */
export async function partArrivals(
  tx: Tx,
  { winnerId, loserIds }: Parting,
  joined: Joined,
  logged: LoggedMerge,
): Promise<Arrivals> {
  const works = [winnerId, ...loserIds];
  const rows: EvidenceRows = {
    source_key: await store.listRowsOf(tx, 'source_key', works),
    fingerprint: await store.listRowsOf(tx, 'fingerprint', works),
    identifier: await store.listRowsOf(tx, 'identifier', works),
  };
  const had = logged.places.identifier.flatMap(({ before }) =>
    before.rows.flatMap((row) => (row.publication_id === winnerId ? `${row.kind} ${row.value}` : [])),
  );
  const own = [...logged.own.flatMap(({ before }) => before.identifiers), ...had];
  const evidence = partEvidence(winnerId, rows, new Set(own));
  const changes: Change[] = [];
  for (const kind of EVIDENCE_KINDS) {
    const moved = evidence[kind];
    await store.replaceRows(
      tx,
      kind,
      moved.flatMap(({ taken }) => taken),
      moved.map(({ put }) => put),
    );
    changes.push(...moved.map(({ taken, put }) => arrival(kind, winnerId, taken, [put])));
  }
  await showBestIdentifiers(tx, [...new Set(evidence.identifier.map(({ put }) => put.publication_id))]);
  const keys = await store.listRowsOf(tx, 'source_key', works);
  const listings = await partListings(tx, { winnerId, loserIds }, joined.listings, logged, keys);
  const imported = listNamedSince(keys, logged);
  const claims = await partClaims(tx, winnerId, joined.claims, logged, imported);
  changes.push(
    ...listings.changes,
    ...claims.map(({ userId, taken, put }) => ({ ...arrival('claim', winnerId, taken, put), userId })),
  );
  return { changes, seen: listings.seen, imported };
}

/** The works that users' files named since the merge: what it moved was named before, be it while an earlier merge stood. */
function listNamedSince(keys: readonly StoredRow[], { places }: LoggedMerge): store.Accounted[] {
  const moved = new Set(
    places.source_key.flatMap(({ before }) => before.rows.map((row) => placeOf('source_key', row))),
  );
  return keys.flatMap((row) => {
    const [kind, userId] = String(row.key).split(' ');
    const isItem = row.source === IMPORT && kind === 'item' && row.found_by != null;
    return isItem && !moved.has(placeOf('source_key', row))
      ? { user_id: Number(userId), publication_id: row.publication_id }
      : [];
  });
}

async function partListings(
  tx: Tx,
  { winnerId, loserIds }: Parting,
  before: readonly StoredRow[],
  { places }: LoggedMerge,
  keys: readonly StoredRow[],
): Promise<{ changes: Change[]; seen: store.Accounted[] }> {
  const restored = new Set(places.listing.flatMap((one) => one.before.rows.map((row) => row.profile_id)));
  const now = await store.listRowsOf(tx, 'listing', [winnerId, ...loserIds]);
  const rowKeys = await store.listRowKeys(
    tx,
    before.map((row) => Number(row.profile_id)),
  );
  const parted = before.map((row) => {
    const current = row as ListingRow;
    const known = rowKeys.get(current.profile_id);
    const own = keys.filter(
      ({ source, key }) => known && source === known.source && String(key).startsWith(known.prefix),
    );
    const listed = now.filter((one) => one.profile_id === current.profile_id).map((one) => one.publication_id);
    const profile: ListingProfile = {
      current,
      isRestored: restored.has(current.profile_id),
      listed: new Set(listed),
      named: new Set(own.map((key) => key.publication_id)),
      arrived: new Set(own.flatMap((key) => (key.found_by == null ? [] : key.publication_id))),
    };
    return { current, ...partListing(winnerId, profile) };
  });
  const lateOf = (made: readonly { isLate: boolean }[]) => made.filter(({ isLate }) => isLate).length;
  const next = await store.takeListingNumbers(
    tx,
    new Map(parted.flatMap(({ current, made }) => (lateOf(made) > 0 ? [[current.profile_id, lateOf(made)]] : []))),
  );
  const changed = parted
    .filter(({ made }) => made.length > 0)
    .map(({ current, leaves, made }) => {
      let number = next.get(current.profile_id) ?? 0;
      const put = made.map(({ isLate, ...listing }) => ({
        ...listing,
        publication_id: listing.publication_id,
        listing_number: isLate ? number++ : current.listing_number,
      }));
      return { current, taken: leaves ? [current] : [], put, made };
    });
  await store.replaceRows(
    tx,
    'listing',
    changed.flatMap(({ taken }) => taken),
    changed.flatMap(({ put }) => put),
  );
  return {
    changes: changed.map(({ taken, put }) => arrival('listing', winnerId, taken, put)),
    seen: await store.listLookers(
      tx,
      changed.flatMap(({ made }) => made),
    ),
  };
}

function arrival(
  kind: PlaceKind,
  publicationId: number,
  taken: readonly StoredRow[],
  put: readonly StoredRow[],
): Change {
  return { action: `undo.${kind}`, publicationId, before: { rows: taken }, after: { rows: put } };
}
