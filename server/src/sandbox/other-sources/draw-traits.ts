import { randomFrom } from '../random.ts';
import type { CopyKind, Oddity, Work } from '../work.ts';
import { issueDoi } from '../write-venue.ts';
import { doiSuffix } from '../write-work.ts';

/** Shares of the open works with a DOI, in percent. */
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

/** Shares of the works with a DOI, in percent. */
const oddityShares: readonly (readonly [Oddity, number])[] = [
  ['comment', 1.5],
  ['namesake', 1],
  ['other_year', 1],
  ['preprint', 1.5],
  ['crossref_only', 1.5],
  ['not_in_unpaywall', 2],
  ['undated', 2],
];

/** Of the works with neither a DOI nor an arXiv id. */
const unlistedShare = 0.15;

/** How the free copy is kept at the publisher's side. */
export function copyOf(work: Work): CopyKind {
  if (work.doi === null || !work.openAccess) return 'closed';
  return work.copy ?? drawFrom(copyShares, traitOf(work, 'copy') * 100) ?? 'direct';
}

export function oddityOf(work: Work): Oddity | null {
  if (work.oddity !== undefined) return work.oddity;
  if (work.venue.endsWith(issueDoi(doiSuffix(work.owner, work.n)))) return 'issue_doi';
  const drawn = traitOf(work, 'oddity');
  if (work.doi === null) return work.arxivId === null && drawn < unlistedShare ? 'unlisted' : null;
  return drawFrom(oddityShares, drawn * 100);
}

/** Whether the preprint at arXiv is a record of its own at OpenAlex, beside that of the article. */
export function hasSeparatePreprint(work: Work): boolean {
  if (work.arxivId === null || work.doi === null || isPreprint(work)) return false;
  return work.oddity === undefined ? traitOf(work, 'split') < 0.5 : work.oddity === 'preprint';
}

export function isPreprint({ doi }: Work): boolean {
  return doi !== null && /^10\.(?:48550\/arxiv|5555\/preprint)\./i.test(doi);
}

export function isWholeIssue({ doi }: Work): boolean {
  return doi?.startsWith('10.5555/wholeissue.') ?? false;
}

/** A number from 0 to below 1 for one trait of a work. */
export function traitOf({ cluster }: Work, trait: string): number {
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
