import { MIN_CONFIDENCE } from '../library/shown-store.ts';
import { isPreprintDoi } from '../names/preprints.ts';
import type { DisplayIdentifier } from '../platform/database/column-values.ts';
import type { IdentifierKind } from '../sources/record.ts';

export interface Identifier {
  readonly kind: IdentifierKind;
  readonly value: string;
  readonly confidence: number;
  /** of a publication that was merged into the one in question; absent: it is its own */
  readonly isMerged?: boolean;
}

/** The address of what has a DOI. */
export function doiUrl(doi: string): string {
  return `https://doi.org/${doi.split('/').map(encodeURIComponent).join('/')}`;
}

/** The order of the kinds decides between identifiers of equal confidence. */
const KINDS: Readonly<Record<IdentifierKind, { label: string; url: (value: string) => string }>> = {
  doi: { label: 'DOI', url: doiUrl },
  arxiv: { label: 'arXiv', url: (value) => `https://arxiv.org/abs/${value}` },
  pmcid: { label: 'PMCID', url: (value) => `https://pmc.ncbi.nlm.nih.gov/articles/${value}/` },
  pmid: { label: 'PMID', url: (value) => `https://pubmed.ncbi.nlm.nih.gov/${value}/` },
  openalex: { label: 'OpenAlex', url: (value) => `https://openalex.org/${value}` },
};
const ORDER = Object.keys(KINDS);

/** An identifier with less confidence was contradicted. Lectern neither shows it nor looks it up. */
export const isShowable = ({ confidence }: Identifier) => confidence >= MIN_CONFIDENCE;

/**
 * The confidence of a contradicted identifier of which a migration found that the rules of an earlier version may have
 * been wrong. It is looked up once more, and is not shown before a record agrees.
 */
export const DOUBTED = 0.4;

/**
 * The identifier to show: the one with the highest sufficient confidence. Among equals the order is doi, arxiv, pmcid,
 * pmid, openalex, the DOI of an article comes before that of its preprint, and the publication's own before those of
 * merged ones.
 */
export function displayIdentifierOf(identifiers: readonly Identifier[]): DisplayIdentifier | null {
  const [best] = identifiers
    .filter(isShowable)
    .sort(
      (a, b) =>
        b.confidence - a.confidence ||
        ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
        Number(isPreprint(a)) - Number(isPreprint(b)) ||
        Number(a.isMerged ?? false) - Number(b.isMerged ?? false) ||
        (a.value < b.value ? -1 : 1),
    );
  return best ? describeIdentifier(best) : null;
}

const isPreprint = ({ kind, value }: Identifier) => kind === 'doi' && isPreprintDoi(value);

/** An identifier with its label and its address. */
export function describeIdentifier({ kind, value, confidence }: Identifier): DisplayIdentifier {
  const { label, url } = KINDS[kind];
  return { kind, value, label: `${label}: ${value}`, url: url(value), confidence_score: confidence };
}

/** The value of a kind with the highest confidence; null if no confidence is sufficient. */
export function bestOfKind(identifiers: readonly Identifier[], wanted: IdentifierKind): string | null {
  return displayIdentifierOf(identifiers.filter(({ kind }) => kind === wanted))?.value ?? null;
}

/** The identifiers to look up once more: see `DOUBTED`. */
export function doubtedOf(identifiers: readonly Identifier[]): Identifier[] {
  return identifiers.filter(({ confidence }) => confidence >= DOUBTED && confidence < MIN_CONFIDENCE);
}

/** The DOI with the highest confidence. */
export function doiOf(identifiers: readonly Identifier[]): string | null {
  return bestOfKind(identifiers, 'doi');
}
