import type { RecordEvidence } from './records.ts';

/** A publication that shares a piece of evidence with a record. */
export interface Candidate {
  readonly publicationId: number;
  readonly canonicalId: number;
  /** null: public */
  readonly ownerId: number | null;
  /** only enrichment found that it has the evidence, not a record of its own */
  readonly isFound?: boolean;
}

/** A record that a profile lists now. */
export interface ListedRecord extends Candidate {
  readonly profileId: number;
  readonly key: string;
  readonly title: string;
  readonly authors: string | null;
  readonly venue: string | null;
  readonly year: number | null;
  /** the DOI, else the one that arXiv registered for its id */
  readonly doi: string | null;
}

/** A piece of evidence of a record, and the publications that have it. */
export interface PersonEvidence {
  readonly piece: string;
  readonly candidates: readonly Candidate[];
}

/** Stored evidence with which the records of a page are matched. */
export interface KnownEvidence {
  /** publications by a piece of evidence, in the order of their ids */
  readonly candidates: ReadonlyMap<string, readonly Candidate[]>;
  /** the DOIs of the candidates */
  readonly dois: ReadonlyMap<number, ReadonlySet<string>>;
  /**
   * publications that the profile lists now through their own records, not through those of merged publications, and
   * the keys of these records
   */
  readonly listed: ReadonlyMap<number, readonly string[]>;
}

/** What decides whether a record matches. */
export type Evidence = Pick<RecordEvidence, 'doi' | 'evidence'>;

/** Identifiers, as kinds of evidence. */
const IDENTIFIERS = ['doi:', 'pmid:', 'pmcid:', 'openalex:'] as const;
const MOVED = 'moved:';
const PERSON = 'person:';
/** The kinds of evidence other than the row key, the most certain first. */
const WEAKER = ['cluster:', ...IDENTIFIERS, MOVED, 'fp:', PERSON] as const;
/** The kinds that name the publication itself: its id, the record of an earlier import, and the row. */
const CERTAIN: readonly string[] = ['publication:', 'record:', 'row:'];

/**
 * Finds the publications of a page's new records by exact evidence: the source's key for all versions, then
 * identifiers, then the record that had another key in this list before, then the fingerprint, then the title among the
 * person's publications at other sources. Stronger evidence of any record is used before weaker evidence of another
 * one.
 *
 * Two records that one profile lists separately belong to two publications, because the profile's owner saw both and
 * did not merge them. Publications with different DOIs are different, unless a preprint moved to its article. An
 * identifier or a title that several publications have is ignored. The near-duplicate repair finds the remaining
 * duplicates, and an operator decides. Returns publication ids in the order of the records, null for a new publication.
 * @param mayReplace whether the source may have given a record with this key a new one, which then matches by an
 * identifier
 */
export function matchRecords(
  records: readonly Evidence[],
  known: KnownEvidence,
  mayReplace: (key: string) => boolean = () => false,
): (number | null)[] {
  const isListed = (id: number, kind: string) => {
    const keys = known.listed.get(id) ?? [];
    return keys.length > 0 && !((isIdentifier(kind) || kind === MOVED) && keys.every(mayReplace));
  };
  const taken = new Set<number>();
  const isTaken = (id: number, kind: string) => taken.has(id) || isListed(id, kind);
  return findMatches(records, known, { kinds: WEAKER, owners: [null], taken, isTaken });
}

/** An item of an import. Its evidence may begin with 'publication:…', its id, and 'record:…', the keys of earlier imports. */
export type ItemEvidence = Evidence & {
  /** the item names a row of the profile to which it belongs */
  readonly hasOwnRow: boolean;
};

/**
 * Finds the publications of imported items of one profile, as {@link matchRecords} does for a page. Here the record of
 * an earlier import and the key of a row count first, and several items may name the same one. Private publications of
 * the user match, too, after public ones.
 * @param taken the publications of other items of the profile; those of these items are added. Null for items without a
 * profile: nobody saw that two of these are two publications.
 */
export function matchItems(
  items: readonly ItemEvidence[],
  known: KnownEvidence,
  { userId, taken }: { readonly userId: number; readonly taken: Set<number> | null },
): (number | null)[] {
  const isTaken = (id: number, kind: string, { hasOwnRow }: ItemEvidence) =>
    !CERTAIN.includes(kind) && (taken?.has(id) === true || (hasOwnRow && known.listed.has(id)));
  const rules = { kinds: [...CERTAIN, ...WEAKER], owners: [null, userId], taken: taken ?? new Set<number>(), isTaken };
  return findMatches(items, known, rules);
}

function findMatches<One extends Evidence>(
  records: readonly One[],
  { candidates, dois }: KnownEvidence,
  rules: {
    /** kinds of evidence, the most certain first */
    readonly kinds: readonly string[];
    /** whose publications match, in this order; null: public ones */
    readonly owners: readonly (number | null)[];
    /** the publications of other records of the list */
    readonly taken: Set<number>;
    /** whether the list has the publication already, so that this kind of evidence is not enough */
    isTaken(id: number, kind: string, one: One): boolean;
  },
): (number | null)[] {
  const matched = records.map((): number | null => null);
  for (const kind of rules.kinds) {
    for (const [at, one] of records.entries()) {
      if (matched[at] !== null) continue;
      const found = one.evidence
        .filter((piece) => piece.startsWith(kind))
        .flatMap((piece) => candidates.get(piece) ?? []);
      if (found.length === 0) continue;
      const match = rules.owners
        .map((owner) => preferOwn(found.filter(({ ownerId }) => ownerId === owner)))
        .filter((owned) => !isAmbiguous(kind, owned))
        .flat()
        .find(
          ({ publicationId: id }) =>
            !rules.isTaken(id, kind, one) && (isSure(kind) || agreeOnDoi(one.doi, dois.get(id))),
        );
      if (!match) continue;
      matched[at] = match.publicationId;
      rules.taken.add(match.publicationId);
    }
  }
  return matched;
}

/**
 * The publications with a record that has the evidence; else those of which it was found. So a preprint whose article is
 * stated does not make the article's DOI ambiguous.
 */
function preferOwn(found: readonly Candidate[]): readonly Candidate[] {
  const own = found.filter(({ isFound }) => !isFound);
  return own.length > 0 ? own : found;
}

/** Whether this kind of evidence counts even if the DOIs differ. */
const isSure = (kind: string) => CERTAIN.includes(kind) || kind === MOVED;

const isIdentifier = (kind: string) => IDENTIFIERS.some((one) => one === kind);

/** Whether a piece of evidence is an identifier. */
export function isIdentifierPiece(piece: string): boolean {
  return IDENTIFIERS.some((kind) => piece.startsWith(kind));
}

const isAmbiguous = (kind: string, found: readonly Candidate[]) =>
  (isIdentifier(kind) || kind === PERSON) && new Set(found.map(({ canonicalId }) => canonicalId)).size > 1;

/** A private publication that is the same as a public one. */
export interface PrivateMatch {
  readonly privateId: number;
  readonly ownerId: number;
  /** the public publication */
  readonly publicationId: number;
}

/**
 * The private publications that share evidence with records of a page; each once. They have to be merged into the
 * publications of these records. Stronger evidence of any record is used before weaker evidence of another one.
 */
export function matchPrivate(
  records: readonly (Evidence & { readonly publicationId: number })[],
  { candidates, dois }: KnownEvidence,
): PrivateMatch[] {
  const matches = new Map<number, PrivateMatch>();
  for (const kind of ['row:', ...WEAKER])
    for (const { doi, evidence, publicationId } of records)
      for (const piece of evidence.filter((one) => one.startsWith(kind)))
        for (const { publicationId: privateId, canonicalId, ownerId } of candidates.get(piece) ?? []) {
          if (ownerId === null || canonicalId !== privateId || matches.has(privateId)) continue;
          if (isSure(kind) || agreeOnDoi(doi, dois.get(privateId)))
            matches.set(privateId, { privateId, ownerId, publicationId });
        }
  return [...matches.values()];
}

/**
 * Whether a record's DOI is compatible with the DOIs of a publication: one of them is missing, or they have it in
 * common.
 */
export function agreeOnDoi(doi: string | null, others: ReadonlySet<string> | undefined): boolean {
  return doi === null || others === undefined || others.size === 0 || others.has(doi);
}
