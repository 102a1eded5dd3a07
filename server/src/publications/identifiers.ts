import type { DisplayIdentifier } from '../platform/database/tables.ts';

export type IdentifierKind = 'doi' | 'arxiv' | 'pmcid' | 'pmid' | 'openalex';

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

/** How sure we are of an identifier that the source itself prints in the venue. */
const VENUE_CONFIDENCE = 0.9;

// https://www.crossref.org/blog/dois-and-matching-regular-expressions/
const DOI = /\b10\.\d{4,9}\/[^\s"<>]+/gi;
// https://info.arxiv.org/help/arxiv_identifier.html
const ARXIV = /\barxiv:\s?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?(?![\d…])/gi;

/** Identifiers that stand in a text such as a venue. One that the source cut off ("…") is left out. */
export function findIdentifiers(text: string | null): Identifier[] {
  if (!text) return [];
  const found: Identifier[] = [];
  for (const [match] of text.matchAll(DOI)) {
    const value = match.toLowerCase().replace(/[.,;:)\]}'"]+$/, '');
    if (!/(…|\.\.\.)$/.test(match) && value.length <= 200) found.push({ kind: 'doi', value, confidence: VENUE_CONFIDENCE });
  }
  for (const [, value = ''] of text.matchAll(ARXIV)) {
    found.push({ kind: 'arxiv', value: value.toLowerCase(), confidence: VENUE_CONFIDENCE });
  }
  return found;
}

/** The identifier to show: the one with the highest confidence; ties fall to doi, arxiv, pmcid, pmid, openalex. */
export function displayIdentifierOf(identifiers: readonly Identifier[]): DisplayIdentifier | null {
  const [best] = [...identifiers].sort(
    (a, b) => b.confidence - a.confidence || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (a.value < b.value ? -1 : 1),
  );
  if (!best) return null;
  const { label, url } = KINDS[best.kind];
  return { kind: best.kind, value: best.value, label: `${label}: ${best.value}`, url: url(best.value), confidence_score: best.confidence };
}

/** The DOI of a work: the surest of its DOIs. */
export function doiOf(identifiers: readonly Identifier[]): string | null {
  return displayIdentifierOf(identifiers.filter(({ kind }) => kind === 'doi'))?.value ?? null;
}
