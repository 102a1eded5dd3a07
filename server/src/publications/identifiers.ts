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

// https://www.crossref.org/blog/dois-and-matching-regular-expressions/ ; old ones hold <, > and brackets
const DOI = /\b10\.\d{4,9}\/[^\s"]+/gi;
/** Longer ones are no DOIs that anybody registered. */
const MAX_LENGTH = 250;
const COMPLETE_DOI = /^10\.\d{4,9}\/./;
const CLOSING = /[.,;:)\]}>'’”]+$/;
const OPENINGS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };
// https://info.arxiv.org/help/arxiv_identifier.html
const ARXIV =
  /\barxiv:\s?(?:(\d{2})(0[1-9]|1[0-2])\.(\d{4,5})|([a-z-]+)(?:\.[a-z]{2})?\/(\d{7}))(?:v\d+)?(?![\d…]|\.\.)/gi;
/** From January 2015 on, arXiv numbers have five digits. */
const FIVE_DIGITS_SINCE = 15;

/** Identifiers that stand in a text such as a venue. One that the source cut off ("…") is left out. */
export function findIdentifiers(text: string | null): Identifier[] {
  if (!text) return [];
  const values = [
    ...[...text.matchAll(DOI)].map(([match]) => ({ kind: 'doi' as const, value: readDoi(match) })),
    ...[...text.matchAll(ARXIV)].map((match) => ({ kind: 'arxiv' as const, value: readArxiv(match) })),
  ];
  const found = new Map<string, Identifier>();
  for (const { kind, value } of values) {
    if (value !== null) found.set(`${kind}:${value}`, { kind, value, confidence: VENUE_CONFIDENCE });
  }
  return [...found.values()];
}

/** Takes off the punctuation of the sentence around; null for a DOI that was cut off, since it may lead to another work. */
function readDoi(match: string): string | null {
  if (/…|\.\.\./.test(match) || match.length > MAX_LENGTH) return null;
  let value = match.toLowerCase();
  for (let last = value.at(-1); last && CLOSING.test(last); last = value.at(-1)) {
    const opening = OPENINGS[last];
    if (opening && value.split(opening).length >= value.split(last).length) break;
    value = value.slice(0, -1);
  }
  return COMPLETE_DOI.test(value) ? value : null;
}

/** The number without version and subject class; null when it has too few digits, and so was cut off, or too many. */
function readArxiv([, year, month, number, archive, oldNumber]: RegExpMatchArray): string | null {
  if (archive !== undefined) return `${archive.toLowerCase()}/${oldNumber}`;
  const digits = Number(year) >= FIVE_DIGITS_SINCE ? 5 : 4;
  return number?.length === digits ? `${year}${month}.${number}` : null;
}

/** The identifier to show: the one with the highest confidence; ties fall to doi, arxiv, pmcid, pmid, openalex. */
export function displayIdentifierOf(identifiers: readonly Identifier[]): DisplayIdentifier | null {
  const [best] = [...identifiers].sort(
    (a, b) =>
      b.confidence - a.confidence || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (a.value < b.value ? -1 : 1),
  );
  if (!best) return null;
  const { label, url } = KINDS[best.kind];
  return {
    kind: best.kind,
    value: best.value,
    label: `${label}: ${best.value}`,
    url: url(best.value),
    confidence_score: best.confidence,
  };
}

/** The DOI of a work: the surest of its DOIs. */
export function doiOf(identifiers: readonly Identifier[]): string | null {
  return displayIdentifierOf(identifiers.filter(({ kind }) => kind === 'doi'))?.value ?? null;
}
