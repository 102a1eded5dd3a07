import { isPreprintRecord } from '../publications/preprints.ts';
import type { IdentifierKind } from '../sources/record.ts';

/** Values of one kind are told from another's by their prefix: "doi:10.1145/1". Null for most works. */
export type ComparableIdentifiers = {
  /** those that name one work: two works with different ones of a kind are two */
  readonly own: readonly string[];
  /** of preprints and deposited copies, and OpenAlex's, which knows many a work twice: equal ones agree, different ones say nothing */
  readonly loose: readonly string[];
} | null;

/** No work has more. */
const MOST = 50;

export function readIdentifiers(
  identifiers: readonly { readonly kind: string; readonly value: string }[],
): ComparableIdentifiers {
  if (identifiers.length === 0) return null;
  const [own, loose]: [string[], string[]] = [[], []];
  for (const { kind, value } of identifiers.slice(0, MOST)) {
    const folded = value.trim().toLowerCase();
    const text = `${kind}:${kind === 'arxiv' ? folded.replace(/v\d+$/, '') : folded}`;
    const isLoose = kind === 'openalex' || (kind === 'doi' && isPreprintDoi(folded));
    (isLoose ? loose : own).push(text);
  }
  return { own, loose };
}

function isPreprintDoi(value: string): boolean {
  const identifiers = [{ kind: 'doi' satisfies IdentifierKind, value }] as const;
  return isPreprintRecord({
    title: null,
    year: null,
    authors: [],
    identifiers,
    pdfs: [],
    landingPages: [],
    evidenceUrl: null,
  });
}

export type IdentifierRelation = 'shared' | 'different' | 'unknown';

/** A shared identifier counts for more than different ones of another kind: an article and its preprint may have one entry between them. */
export function compareIdentifiers(a: ComparableIdentifiers, b: ComparableIdentifiers): IdentifierRelation {
  if (a === null || b === null) return 'unknown';
  if (sharedIdentifier(a, b) !== undefined) return 'shared';
  const kinds = new Set(a.own.map(kindOf));
  return b.own.some((value) => kinds.has(kindOf(value))) ? 'different' : 'unknown';
}

/** One that both have, "doi:10.1145/1". */
export function sharedIdentifier(
  a: NonNullable<ComparableIdentifiers>,
  b: NonNullable<ComparableIdentifiers>,
): string | undefined {
  return a.own.find((value) => b.own.includes(value)) ?? a.loose.find((value) => b.loose.includes(value));
}

const kindOf = (text: string) => text.slice(0, text.indexOf(':'));
