import { isPreprintRecord } from '../publications/preprints.ts';
import type { IdentifierKind } from '../sources/record.ts';

/** Each value has its kind before it: "doi:10.1145/1". */
export interface PreparedIdentifiers {
  /** name one publication: two publications with different values of a kind are two */
  readonly strict: readonly string[];
  /**
   * DOIs of preprints and deposited copies, and OpenAlex's numbers, which may have a publication twice: equal values agree, different ones say
   * nothing
   */
  readonly loose: readonly string[];
}

/** No publication has more. */
const MAX_IDENTIFIERS = 50;

/** Null for a publication without identifiers, as most are. */
export function prepareIdentifiers(
  identifiers: readonly { readonly kind: string; readonly value: string }[],
): PreparedIdentifiers | null {
  if (identifiers.length === 0) return null;
  const [strict, loose]: [string[], string[]] = [[], []];
  for (const { kind, value } of identifiers.slice(0, MAX_IDENTIFIERS)) {
    const folded = value.trim().toLowerCase();
    const text = `${kind}:${kind === 'arxiv' ? folded.replace(/v\d+$/, '') : folded}`;
    const isLoose = kind === 'openalex' || (kind === 'doi' && isPreprintDoi(folded));
    (isLoose ? loose : strict).push(text);
  }
  return { strict, loose };
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

/** A shared identifier outweighs different ones of another kind, because an article and its preprint may have one entry together. */
export function compareIdentifiers(a: PreparedIdentifiers | null, b: PreparedIdentifiers | null): IdentifierRelation {
  if (a === null || b === null) return 'unknown';
  if (sharedIdentifier(a, b) !== undefined) return 'shared';
  const kinds = new Set(a.strict.map(kindOf));
  return b.strict.some((value) => kinds.has(kindOf(value))) ? 'different' : 'unknown';
}

/** An identifier that both have, "doi:10.1145/1"; the first in order of letters, so the order of the two does not matter. */
export function sharedIdentifier(a: PreparedIdentifiers, b: PreparedIdentifiers): string | undefined {
  const inBoth = (kind: 'strict' | 'loose') => a[kind].filter((value) => b[kind].includes(value)).sort()[0];
  return inBoth('strict') ?? inBoth('loose');
}

const kindOf = (text: string) => text.slice(0, text.indexOf(':'));
