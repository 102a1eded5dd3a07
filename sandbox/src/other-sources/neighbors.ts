import { familyNames, givenNames } from '../data.ts';
import { doiSuffix, issueDoi } from '../generate-publication.ts';
import { clusterOf, type Publication, presentYear } from '../publication.ts';
import { pick, randomFrom } from '../random.ts';
import { journalOf } from './describe-publication.ts';
import { hasSeparatePreprint, oddityOf } from './traits.ts';

/** Records of other publications that a search for the title also returns, `before` or after the publication. */
interface Neighbors {
  readonly before: readonly Publication[];
  readonly after: readonly Publication[];
}

export function neighborsOf(publication: Publication): Neighbors {
  if (publication.publishedIn !== undefined) return { before: [articleOf(publication)], after: [] };
  if (hasSeparatePreprint(publication)) return { before: [], after: [arxivPreprintOf(publication)] };
  switch (oddityOf(publication)) {
    case 'comment': {
      const title = `Comment on: ${publication.title}`;
      return {
        before: [derive(publication, 'commentary', { title, authors: drawStrangers(publication, 2) })],
        after: [],
      };
    }
    case 'namesake':
      return { before: [derive(publication, 'namesake', { authors: drawStrangers(publication, 3) })], after: [] };
    case 'other_year':
      return { before: [derive(publication, 'reprint', { year: (publication.year ?? presentYear) - 5 })], after: [] };
    case 'preprint':
      return { before: [], after: [derive(publication, 'preprint', { openAccess: true })] };
    default:
      return { before: [], after: [] };
  }
}

/** The record of the whole issue, if the publication's venue shows the issue's DOI instead of the publication's own. */
export function wholeIssueOf(publication: Publication): Publication | undefined {
  if (oddityOf(publication) !== 'issue_doi') return undefined;
  const title = `${journalOf(publication)}: Volume ${12 + (publication.n % 40)}, Issue ${1 + (publication.n % 6)}`;
  const doi = issueDoi(doiSuffix(publication.owner, publication.n));
  return { ...derive(publication, 'wholeissue', { title, authors: [] }), doi };
}

/** The record of the publication's preprint, with the DOI that arXiv gives it. */
export function arxivPreprintOf(publication: Publication): Publication {
  const doi = `10.48550/arxiv.${publication.arxivId}`;
  const cluster = publication.doi === null ? publication.cluster : clusterOf(`arxiv/${publication.cluster}`);
  return { ...publication, doi, cluster, venue: 'arXiv (Cornell University)', openAccess: false, oddity: null };
}

/** The record of the article that followed a preprint. */
export function articleOf(publication: Publication): Publication {
  const { italic, citations, publishedIn: venue = '', doi: preprintDoi } = publication;
  return derive(publication, 'article', { italic, citations, venue, preprintDoi });
}

const derivedDoi = /^10\.5555\/(?:article|commentary|namesake|reprint|preprint|wholeissue)\.([^/]+)$/;

/**
 * The suffix of the DOI of the publication to which a neighbor belongs, or undefined if the DOI is not a neighbor's.
 */
export function neighborSuffix(doi: string): string | undefined {
  return derivedDoi.exec(doi)?.[1];
}

function derive(publication: Publication, word: string, changes: Partial<Publication>): Publication {
  return {
    ...publication,
    italic: null,
    openAccess: false,
    arxivId: null,
    copy: 'direct',
    oddity: null,
    citations: publication.citations >> 3,
    ...changes,
    doi: `10.5555/${word}.${doiSuffix(publication.owner, publication.n)}`,
    cluster: clusterOf(`${word}/${publication.cluster}`),
  };
}

function drawStrangers(publication: Publication, count: number): readonly string[] {
  const random = randomFrom(`strangers/${publication.cluster}`);
  const taken = publication.authors.join(' ');
  const families = familyNames.filter((name) => !taken.includes(name));
  return Array.from({ length: count }, () => `${pick(random, givenNames).slice(0, 1)} ${pick(random, families)}`);
}
