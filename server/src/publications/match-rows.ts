import { findIdentifiers } from './find-identifiers.ts';
import { fingerprintOf } from './fingerprint.ts';
import { doiOf, type Identifier } from './identifiers.ts';

/** A row of a source's page, as the global store takes it. */
export interface DiscoveredRow {
  /** the row's own stable key at the source */
  readonly key: string;
  /** the source's key for the work behind it, shared by other profiles' rows; null when it gives none */
  readonly workKey: string | null;
  readonly title: string;
  readonly authors: string | null;
  readonly venue: string | null;
  readonly year: number | null;
  /** null when it is unknown: what is known stays */
  readonly citations: number | null;
  readonly url: string | null;
}

/** What a row can be recognised by. */
export interface RowEvidence {
  readonly row: DiscoveredRow;
  readonly fingerprint: Buffer | null;
  readonly identifiers: readonly Identifier[];
  readonly doi: string | null;
}

/** What the store knows of a page's evidence; every id is the root of its merge. */
export interface KnownWorks {
  readonly byKey: ReadonlyMap<string, number>;
  readonly byDoi: ReadonlyMap<string, readonly number[]>;
  /** by the fingerprint in hexadecimal */
  readonly byFingerprint: ReadonlyMap<string, number>;
  /** DOI of those works that have one */
  readonly doiOf: ReadonlyMap<number, string>;
  /** works that this profile lists already, with the numbers of their listings */
  readonly listed: ReadonlyMap<number, number>;
  /** works that others were merged into */
  readonly merged: ReadonlySet<number>;
  /** of these, those into which others were merged that a source knew: a person has said that they are one */
  readonly joined: ReadonlySet<number>;
}

/** Where a row belongs, a known work or (null) a new one, and what shall lead to that work from now on. */
export interface RowMatch {
  readonly evidence: RowEvidence;
  readonly publicationId: number | null;
  readonly newKeys: readonly string[];
  readonly newFingerprint: Buffer | null;
}

export function evidenceOf(row: DiscoveredRow): RowEvidence {
  const identifiers = findIdentifiers(row.venue, row.url);
  return { row, fingerprint: fingerprintOf(row), identifiers, doi: doiOf(identifiers) };
}

/** What may name the work of a row that is new, the surest first. */
const WAYS: readonly ((evidence: RowEvidence, known: KnownWorks) => number | undefined)[] = [
  ({ row }, known) => (row.workKey === null ? undefined : known.byKey.get(row.workKey)),
  // a DOI that several works bear says nothing of which of them this is
  ({ doi }, known) => {
    const [only, ...others] = doi === null ? [] : (known.byDoi.get(doi) ?? []);
    return others.length === 0 ? only : undefined;
  },
  ({ fingerprint }, known) => (fingerprint === null ? undefined : known.byFingerprint.get(fingerprint.toString('hex'))),
];

/**
 * Finds the work of each row of one profile's page, by exact evidence alone: the row's own key, the source's key of the work, the DOI, the
 * fingerprint, in this order; what is surer for one row goes before what is weaker for another. Two rows that one profile lists apart are
 * two works, whatever they share: its owner saw them side by side. Not so when a person has merged what they lead to: who lists both versions
 * lists one work twice. Two works with different DOIs are two works, unless one bears both. What is left open here is for the near-duplicate
 * repair, which asks a person. The rows' keys are distinct.
 */
export function matchRows(page: readonly RowEvidence[], known: KnownWorks): RowMatch[] {
  const works = page.map(({ row }) => known.byKey.get(row.key) ?? null);
  const taken = new Set([...known.listed.keys(), ...works]);
  for (const find of WAYS) {
    for (const [at, evidence] of page.entries()) {
      const id = find(evidence, known);
      if (works[at] !== null || id === undefined || !agreeOnDoi(evidence, id, known)) continue;
      if (taken.has(id) && !known.joined.has(id)) continue;
      works[at] = id;
      taken.add(id);
    }
  }
  const keys = new Set(known.byKey.keys());
  const fingerprints = new Set(known.byFingerprint.keys());
  return page.map((evidence, at) => {
    const { row, fingerprint } = evidence;
    const isNew = !known.byKey.has(row.key);
    const newKeys = [row.key, row.workKey].filter((key) => key !== null).filter((key) => addNew(keys, key));
    const takesFingerprint = isNew && fingerprint !== null && addNew(fingerprints, fingerprint.toString('hex'));
    return {
      evidence,
      publicationId: works[at] ?? null,
      newKeys,
      newFingerprint: takesFingerprint ? fingerprint : null,
    };
  });
}

function agreeOnDoi({ doi }: RowEvidence, publicationId: number, known: KnownWorks): boolean {
  const other = known.doiOf.get(publicationId);
  return doi === null || other === undefined || other === doi || known.byDoi.get(doi)?.includes(publicationId) === true;
}

function addNew(set: Set<string>, value: string): boolean {
  if (set.has(value)) return false;
  set.add(value);
  return true;
}
