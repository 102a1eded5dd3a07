/** A row as `to_jsonb` gives it: times as text, to the microsecond. */
export type StoredRow = Readonly<Record<string, unknown>> & { readonly publication_id: number };

/**
 * What leads to a work, belongs to it or is said of it, in rows of their own. Rows of several works that agree in the columns of `place` cannot stand
 * side by side once the works are one.
 */
export const PLACES = {
  source_key: { table: 'publication_sources', place: ['source', 'key'] },
  fingerprint: { table: 'publication_fingerprints', place: ['fingerprint'] },
  identifier: { table: 'publication_identifiers', place: ['kind', 'value'] },
  listing: { table: 'profile_publications', place: ['profile_id'] },
  claim: { table: 'scholar_publications', place: ['user_id', 'profile_id'] },
  link: { table: 'user_publications', place: ['user_id'] },
} as const satisfies Record<string, { table: string; place: readonly string[] }>;

export type PlaceKind = keyof typeof PLACES;
export const PLACE_KINDS = Object.keys(PLACES) as readonly PlaceKind[];

export interface ListingRow extends StoredRow {
  readonly profile_id: number;
  readonly listing_number: number;
}

export interface IdentifierRow extends StoredRow {
  readonly confidence: number;
  readonly is_contradicted: boolean;
  readonly created_at: string;
  readonly source: string;
  readonly evidence_url: string | null;
}

export interface ClaimRow extends StoredRow {
  readonly created_at: string;
}

export interface LinkRow extends StoredRow {
  readonly user_id: number;
  readonly link_number: number;
  readonly is_read: boolean;
  readonly read_number: number | null;
  readonly is_favorite: boolean;
  readonly is_hidden: boolean;
  readonly first_seen_at: string;
  readonly first_seen_run_id: number | null;
  readonly first_scholar_id: number | null;
}

/** Rows by their place, in the order in which the places first appear. */
export function groupByPlace(kind: PlaceKind, rows: readonly StoredRow[]): Map<string, StoredRow[]> {
  const groups = new Map<string, StoredRow[]>();
  for (const row of rows) {
    const place = placeOf(kind, row);
    groups.set(place, [...(groups.get(place) ?? []), row]);
  }
  return groups;
}

export function placeOf(kind: PlaceKind, row: StoredRow): string {
  return JSON.stringify(PLACES[kind].place.map((column) => row[column]));
}
