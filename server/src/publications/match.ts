import type { RecordEvidence } from './records.ts';

/** A publication that shares a piece of evidence with a record. */
export interface Candidate {
  readonly publicationId: number;
  readonly canonicalId: number;
  /** null: public */
  readonly ownerId: number | null;
}

/** What is known beside the records of a page. */
export interface KnownEvidence {
  /** by a piece of evidence, in the order of their ids */
  readonly candidates: ReadonlyMap<string, readonly Candidate[]>;
  /** the DOIs of candidates that have any */
  readonly dois: ReadonlyMap<number, ReadonlySet<string>>;
  /** publications that the profile lists now, by their own records and not those of others merged with them */
  readonly listed: ReadonlySet<number>;
}

/**
 * Finds the publications of a page's new records by exact evidence: the source's key for all versions, the DOI, the fingerprint, in this order; what is
 * more certain for one record goes before what is weaker for another. Two records that one profile lists apart are two publications, whatever
 * they share, because its owner saw them side by side. Two publications with different DOIs are two. A DOI that several publications have
 * says nothing. What is left open here is for the near-duplicate repair, which asks a person. Returns the publication's id, or null
 * for a new one, in the order of the records.
 */
export function matchRecords(records: readonly RecordEvidence[], known: KnownEvidence): (number | null)[] {
  const matched = records.map((): number | null => null);
  const taken = new Set(known.listed);
  for (const kind of ['cluster:', 'doi:', 'fp:']) {
    for (const [at, { doi, evidence }] of records.entries()) {
      if (matched[at] !== null) continue;
      const found = evidence
        .filter((piece) => piece.startsWith(kind))
        .flatMap((piece) => known.candidates.get(piece) ?? [])
        .filter(({ ownerId }) => ownerId === null);
      if (kind === 'doi:' && new Set(found.map(({ canonicalId }) => canonicalId)).size > 1) continue;
      const match = found.find(({ publicationId: id }) => !taken.has(id) && agreeOnDoi(doi, known.dois.get(id)));
      if (!match) continue;
      matched[at] = match.publicationId;
      taken.add(match.publicationId);
    }
  }
  return matched;
}

/** A private publication that is the same as a public one. */
export interface PrivateMatch {
  readonly privateId: number;
  readonly ownerId: number;
  /** the public publication */
  readonly publicationId: number;
}

/** The private publications that share evidence with records of a page and so become part of their publications; each once. */
export function matchPrivate(
  records: readonly (RecordEvidence & { readonly publicationId: number })[],
  { candidates, dois }: KnownEvidence,
): PrivateMatch[] {
  const matches = new Map<number, PrivateMatch>();
  for (const { doi, evidence, publicationId } of records)
    for (const piece of evidence)
      for (const { publicationId: privateId, canonicalId, ownerId } of candidates.get(piece) ?? []) {
        if (ownerId === null || canonicalId !== privateId || matches.has(privateId)) continue;
        // the very same row is the same publication, whatever DOI a file adds
        if (piece.startsWith('row:') || agreeOnDoi(doi, dois.get(privateId)))
          matches.set(privateId, { privateId, ownerId, publicationId });
      }
  return [...matches.values()];
}

export function agreeOnDoi(doi: string | null, others: ReadonlySet<string> | undefined): boolean {
  return doi === null || others === undefined || others.size === 0 || others.has(doi);
}
