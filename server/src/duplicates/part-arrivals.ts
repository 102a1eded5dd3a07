import type { Change } from '../audit/repair-job.ts';
import type { LoggedChange } from '../audit/undo-store.ts';
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
import type { PlaceFacts } from './merge-action.ts';
import type { Parting } from './part-places.ts';

/** The winner's listings, and what users say of it, before anything was taken apart. */
export interface Joined {
  readonly listings: readonly StoredRow[];
  readonly claims: readonly StoredRow[];
}

/**
 * Hands on what came to the winner by what is a loser's again, when the places that the merge joined are apart: keys, fingerprints, identifiers, and
 * then the listings and the users' words that hang on the keys. Returns also who has seen what is listed anew: that gets their links.
 */
export async function partArrivals(
  tx: Tx,
  { winnerId, loserIds }: Parting,
  joined: Joined,
  logged: { readonly listings: readonly LoggedChange[]; readonly claims: readonly LoggedChange[] },
): Promise<{ changes: Change[]; seen: store.Accounted[] }> {
  const works = [winnerId, ...loserIds];
  const evidence = partEvidence(winnerId, {
    source_key: await store.listRowsOf(tx, 'source_key', works),
    fingerprint: await store.listRowsOf(tx, 'fingerprint', works),
    identifier: await store.listRowsOf(tx, 'identifier', works),
  } satisfies EvidenceRows);
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
  const listings = await partListings(tx, { winnerId, loserIds }, joined.listings, logged.listings, keys);
  const claims = await partClaims(tx, winnerId, joined.claims, logged.claims, keys);
  return { changes: [...changes, ...listings.changes, ...claims], seen: listings.seen };
}

async function partListings(
  tx: Tx,
  { winnerId, loserIds }: Parting,
  before: readonly StoredRow[],
  logged: readonly LoggedChange[],
  keys: readonly StoredRow[],
): Promise<{ changes: Change[]; seen: store.Accounted[] }> {
  const restored = new Set(logged.flatMap((one) => rowsOf(one).map((row) => row.profile_id)));
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

/** What a user said of the winner by imports that led to a loser alone is said of the loser; of the winner, too, when some led to that. */
async function partClaims(
  tx: Tx,
  winnerId: number,
  before: readonly StoredRow[],
  logged: readonly LoggedChange[],
  keys: readonly StoredRow[],
): Promise<Change[]> {
  const restored = new Set(logged.flatMap((one) => rowsOf(one).map((row) => placeOf('claim', row))));
  const changed = before
    .filter((row) => !restored.has(placeOf('claim', row)))
    .flatMap((row) => {
      const said = keys.filter(
        ({ source, key }) => source === IMPORT && String(key).startsWith(`item ${row.user_id} `),
      );
      const arrived = said.filter((key) => key.found_by != null && key.publication_id !== winnerId);
      const homes = [...new Set(arrived.map((key) => key.publication_id))].sort((a, b) => a - b);
      const put = homes.map((id) => ({ ...row, publication_id: id }));
      const isOfLosers = put.length > 0 && said.every((key) => key.publication_id !== winnerId);
      const taken = isOfLosers ? [row] : [];
      return put.length > 0 ? [{ row, taken, put }] : [];
    });
  await store.replaceRows(
    tx,
    'claim',
    changed.flatMap(({ taken }) => taken),
    changed.flatMap(({ put }) => put),
  );
  return changed.map(({ row, taken, put }) => ({
    ...arrival('claim', winnerId, taken, put),
    userId: Number(row.user_id),
  }));
}

function rowsOf({ before }: LoggedChange): readonly StoredRow[] {
  return (before as PlaceFacts).rows;
}

function arrival(
  kind: PlaceKind,
  publicationId: number,
  taken: readonly StoredRow[],
  put: readonly StoredRow[],
): Change {
  return { action: `undo.${kind}`, publicationId, before: { rows: taken }, after: { rows: put } };
}
