import { pick, randomFrom } from '../random.ts';
import { familyNames, givenNames } from '../vocabulary/people.ts';
import { clusterOf, presentYear, type Work } from '../work.ts';
import { issueDoi } from '../write-venue.ts';
import { doiSuffix } from '../write-work.ts';
import { journalOf } from './describe-work.ts';
import { hasSeparatePreprint, oddityOf } from './draw-traits.ts';

/** Records that are not the work, in the order in which a search for its title offers them: `before` it or after. */
export interface Neighbours {
  readonly before: readonly Work[];
  readonly after: readonly Work[];
}

export function neighboursOf(work: Work): Neighbours {
  if (hasSeparatePreprint(work)) return { before: [], after: [asArxivPreprint(work)] };
  switch (oddityOf(work)) {
    case 'comment': {
      const title = `Comment on: ${work.title}`;
      return { before: [derive(work, 'commentary', { title, authors: drawStrangers(work, 2) })], after: [] };
    }
    case 'namesake':
      return { before: [derive(work, 'namesake', { authors: drawStrangers(work, 3) })], after: [] };
    case 'other_year':
      return { before: [derive(work, 'reprint', { year: (work.year ?? presentYear) - 5 })], after: [] };
    case 'preprint':
      return { before: [], after: [derive(work, 'preprint', { openAccess: true })] };
    default:
      return { before: [], after: [] };
  }
}

/** The record of the issue whose DOI stands in the work's venue; undefined when it is the work's own that stands there. */
export function wholeIssueOf(work: Work): Work | undefined {
  if (oddityOf(work) !== 'issue_doi') return undefined;
  const title = `${journalOf(work)}: Volume ${12 + (work.n % 40)}, Issue ${1 + (work.n % 6)}`;
  const doi = issueDoi(doiSuffix(work.owner, work.n));
  return { ...derive(work, 'wholeissue', { title, authors: [] }), doi };
}

/** A work at arXiv as a record with the DOI that arXiv gives it. */
export function asArxivPreprint(work: Work): Work {
  const doi = `10.48550/arxiv.${work.arxivId}`;
  const cluster = work.doi === null ? work.cluster : clusterOf(`arxiv/${work.cluster}`);
  return { ...work, doi, cluster, venue: 'arXiv (Cornell University)', openAccess: false, oddity: null };
}

const derivedDoi = /^10\.5555\/(?:commentary|namesake|reprint|preprint|wholeissue)\.([^/]+)$/;

/** The end of the DOI of the work beside which such a record stands; undefined for DOIs of other kinds. */
export function neighbourSuffix(doi: string): string | undefined {
  return derivedDoi.exec(doi)?.[1];
}

function derive(work: Work, word: string, changes: Partial<Work>): Work {
  return {
    ...work,
    italic: null,
    openAccess: false,
    arxivId: null,
    copy: 'direct',
    oddity: null,
    citations: work.citations >> 3,
    ...changes,
    doi: `10.5555/${word}.${doiSuffix(work.owner, work.n)}`,
    cluster: clusterOf(`${word}/${work.cluster}`),
  };
}

function drawStrangers(work: Work, count: number): readonly string[] {
  const random = randomFrom(`strangers/${work.cluster}`);
  const taken = work.authors.join(' ');
  const families = familyNames.filter((name) => !taken.includes(name));
  return Array.from({ length: count }, () => `${pick(random, givenNames).slice(0, 1)} ${pick(random, families)}`);
}
