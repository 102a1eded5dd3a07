import {
  canBeCopy,
  isPreprintDoi,
  isRegisteredPreprint,
  type RegisteredType,
  withoutVersion,
} from '../names/preprints.ts';

/** An identifier, and what the agency that registered a DOI says of its publication, if it was queried. */
export interface ComparedIdentifier {
  readonly kind: string;
  readonly value: string;
  readonly registered?: RegisteredType | null;
}

/** Each value has its kind before it: "doi:10.1145/1". DOIs are without the number of a version. */
export interface PreparedIdentifiers {
  /** name one publication: two publications with different values of a kind are two */
  readonly strict: readonly string[];
  /** DOIs that may be those of a copy: different ones say nothing, but a person has to look */
  readonly copies: readonly string[];
  /**
   * DOIs of preprints, and OpenAlex's numbers, which may have a publication twice: equal values agree, different ones
   * say nothing
   */
  readonly loose: readonly string[];
}

/** No publication has more. */
const MAX_IDENTIFIERS = 50;

/** Null for a publication without identifiers, as most are. */
export function prepareIdentifiers(identifiers: readonly ComparedIdentifier[]): PreparedIdentifiers | null {
  if (identifiers.length === 0) return null;
  const prepared: Record<keyof PreparedIdentifiers, string[]> = { strict: [], copies: [], loose: [] };
  for (const identifier of identifiers.slice(0, MAX_IDENTIFIERS))
    prepared[roleOf(identifier)].push(`${identifier.kind}:${folded(identifier)}`);
  return prepared;
}

function folded({ kind, value }: ComparedIdentifier): string {
  const text = value.trim().toLowerCase();
  return kind === 'doi' ? withoutVersion(text) : kind === 'arxiv' ? text.replace(/v\d+$/, '') : text;
}

function roleOf({ kind, value, registered }: ComparedIdentifier): keyof PreparedIdentifiers {
  if (kind === 'openalex') return 'loose';
  if (kind !== 'doi') return 'strict';
  const isPreprint = (registered ? isRegisteredPreprint(registered) : null) ?? isPreprintDoi(value.trim());
  return isPreprint ? 'loose' : canBeCopy(value.trim()) ? 'copies' : 'strict';
}

export type IdentifierRelation = 'shared' | 'different' | 'copy' | 'unknown';

/**
 * `copy`: one has a DOI that may be that of a copy of the other, or of its data. A shared identifier outweighs
 * different ones of another kind, because an article and its preprint may have one entry together.
 */
export function compareIdentifiers(a: PreparedIdentifiers | null, b: PreparedIdentifiers | null): IdentifierRelation {
  if (a === null || b === null) return 'unknown';
  if (sharedIdentifier(a, b) !== undefined) return 'shared';
  const kinds = new Set(a.strict.map(kindOf));
  if (b.strict.some((value) => kinds.has(kindOf(value)))) return 'different';
  const hasDoi = ({ strict, copies, loose }: PreparedIdentifiers) =>
    [...strict, ...copies, ...loose].some((value) => kindOf(value) === 'doi');
  return (a.copies.length > 0 && hasDoi(b)) || (b.copies.length > 0 && hasDoi(a)) ? 'copy' : 'unknown';
}

/**
 * An identifier that both have, "doi:10.1145/1"; the first in order of letters, so the order of the two does not
 * matter.
 */
export function sharedIdentifier(a: PreparedIdentifiers, b: PreparedIdentifiers): string | undefined {
  const inBoth = (...roles: readonly (keyof PreparedIdentifiers)[]) => {
    const others = new Set(roles.flatMap((role) => b[role]));
    return roles
      .flatMap((role) => a[role])
      .filter((value) => others.has(value))
      .sort()[0];
  };
  return inBoth('strict') ?? inBoth('strict', 'copies', 'loose');
}

const kindOf = (text: string) => text.slice(0, text.indexOf(':'));
