import type { DisplayIdentifier } from '../platform/database/tables.ts';
import type { IdentifierKind } from '../sources/record.ts';

export interface Identifier {
  readonly kind: IdentifierKind;
  readonly value: string;
  readonly confidence: number;
}

/** In the order in which equal confidence is decided. */
const KINDS: Readonly<Record<IdentifierKind, { label: string; url: (value: string) => string }>> = {
  doi: { label: 'DOI', url: (value) => `https://doi.org/${value.split('/').map(encodeURIComponent).join('/')}` },
  arxiv: { label: 'arXiv', url: (value) => `https://arxiv.org/abs/${value}` },
  pmcid: { label: 'PMCID', url: (value) => `https://pmc.ncbi.nlm.nih.gov/articles/${value}/` },
  pmid: { label: 'PMID', url: (value) => `https://pubmed.ncbi.nlm.nih.gov/${value}/` },
  openalex: { label: 'OpenAlex', url: (value) => `https://openalex.org/${value}` },
};
const ORDER = Object.keys(KINDS);

/** One less sure was contradicted: a record that it led to is another work's. It is neither shown nor asked for. */
const SURE_ENOUGH = 0.5;

/** The identifier to show: the one with the highest confidence, if any is sure enough; ties fall to doi, arxiv, pmcid, pmid, openalex. */
export function displayIdentifierOf(identifiers: readonly Identifier[]): DisplayIdentifier | null {
  const [best] = identifiers
    .filter(({ confidence }) => confidence >= SURE_ENOUGH)
    .sort(
      (a, b) =>
        b.confidence - a.confidence || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (a.value < b.value ? -1 : 1),
    );
  return best ? describeIdentifier(best) : null;
}

/** An identifier with the words and the address by which a person knows it. */
export function describeIdentifier({ kind, value, confidence }: Identifier): DisplayIdentifier {
  const { label, url } = KINDS[kind];
  return { kind, value, label: `${label}: ${value}`, url: url(value), confidence_score: confidence };
}

/** The surest identifier of a kind, if any is sure enough. */
export function surestOf(identifiers: readonly Identifier[], wanted: IdentifierKind): string | null {
  return displayIdentifierOf(identifiers.filter(({ kind }) => kind === wanted))?.value ?? null;
}

/** The DOI of a work: the surest of its DOIs. */
export function doiOf(identifiers: readonly Identifier[]): string | null {
  return surestOf(identifiers, 'doi');
}
