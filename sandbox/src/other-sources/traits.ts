import { doiSuffix, issueDoi } from '../generate-publication.ts';
import type { CopyKind, Oddity, Publication } from '../publication.ts';
import { randomFrom } from '../random.ts';

/** The kinds of free copies of publications with a DOI, in percent. */
const copyShares: readonly (readonly [CopyKind, number])[] = [
  ['direct', 60],
  ['padded', 2],
  ['redirect', 5],
  ['html', 5],
  ['repository', 10],
  ['challenge', 6],
  ['dead', 4],
  ['europepmc', 8],
];

/** The oddities of publications with a DOI, in percent; the rest have none. */
const oddityShares: readonly (readonly [Oddity, number])[] = [
  ['comment', 1.5],
  ['namesake', 1],
  ['other_year', 1],
  ['preprint', 1.5],
  ['crossref_only', 1.5],
  ['not_in_unpaywall', 2],
  ['undated', 2],
];

/** The share of publications with neither a DOI nor an arXiv id that no source knows. */
const unlistedShare = 0.15;

/** The kind of the publication's free copy. */
export function copyOf(publication: Publication): CopyKind {
  if (publication.doi === null || !publication.openAccess) return 'closed';
  return publication.copy ?? drawFrom(copyShares, traitOf(publication, 'copy') * 100) ?? 'direct';
}

export function oddityOf(publication: Publication): Oddity | null {
  if (publication.oddity !== undefined) return publication.oddity;
  if (publication.venue.endsWith(issueDoi(doiSuffix(publication.owner, publication.n)))) return 'issue_doi';
  const drawn = traitOf(publication, 'oddity');
  if (publication.doi === null) return publication.arxivId === null && drawn < unlistedShare ? 'unlisted' : null;
  return drawFrom(oddityShares, drawn * 100);
}

/** Whether OpenAlex has two records: one of the article and one of its preprint at arXiv. */
export function hasSeparatePreprint(publication: Publication): boolean {
  if (publication.arxivId === null || publication.doi === null || isPreprint(publication)) return false;
  return publication.oddity === undefined ? traitOf(publication, 'split') < 0.5 : publication.oddity === 'preprint';
}

/** Whether a DOI is that of a preprint: of arXiv, of the sandbox's own server, or of bioRxiv. */
export function isPreprint({ doi }: Publication): boolean {
  return doi !== null && /^10\.(?:48550\/arxiv\.|5555\/preprint\.|64898\/)/i.test(doi);
}

export function isWholeIssue({ doi }: Publication): boolean {
  return doi?.startsWith('10.5555/wholeissue.') ?? false;
}

/** A number from 0 to below 1 for one trait of a publication. */
export function traitOf({ cluster }: Publication, trait: string): number {
  return randomFrom(`${trait}/${cluster}`)();
}

function drawFrom<T>(shares: readonly (readonly [T, number])[], percent: number): T | null {
  let passed = 0;
  for (const [value, share] of shares) {
    passed += share;
    if (percent < passed) return value;
  }
  return null;
}

type Index = 'openalex' | 'crossref' | 'unpaywall' | 'europepmc';

/** Whether the source has a record of the publication. arXiv has exactly the publications with an arXiv id. */
export function isIndexedBy(source: Index, publication: Publication): boolean {
  const oddity = oddityOf(publication);
  if (oddity === 'unlisted') return false;
  const isAtCrossref = publication.doi !== null && !publication.doi.startsWith('10.48550/');
  switch (source) {
    case 'crossref':
      return isAtCrossref;
    case 'openalex':
      return oddity !== 'crossref_only';
    case 'unpaywall':
      return isAtCrossref && oddity !== 'crossref_only' && oddity !== 'not_in_unpaywall';
    case 'europepmc':
      return pmidOf(publication) !== null;
  }
}

/** Europe PMC has two of five publications with a DOI, all whose copy it keeps, and all added ones. */
export function pmidOf(publication: Publication): string | null {
  if (publication.doi === null || isPreprint(publication) || oddityOf(publication) === 'crossref_only') return null;
  const isHeld =
    publication.copy !== undefined || copyOf(publication) === 'europepmc' || traitOf(publication, 'pmid') < 0.4;
  return isHeld ? numberOf(publication, 29_000_000) : null;
}

/** The publication's id in PubMed Central, or null if Europe PMC does not have the full text. */
export function pmcidOf(publication: Publication): string | null {
  const copy = copyOf(publication);
  const isHeld =
    copy === 'europepmc' || (copy === 'direct' && publication.copy === undefined && traitOf(publication, 'pmc') < 0.25);
  return isHeld && pmidOf(publication) !== null ? `PMC${numberOf(publication, 89_000_000)}` : null;
}

function numberOf({ cluster }: Publication, range: number): string {
  return String(10_000_000 + Number(BigInt(cluster) % BigInt(range)));
}
