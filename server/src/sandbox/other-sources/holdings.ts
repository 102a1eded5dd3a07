import type { Work } from '../work.ts';
import { copyOf, isPreprint, oddityOf, traitOf } from './draw-traits.ts';

export type Index = 'openalex' | 'crossref' | 'unpaywall' | 'europepmc';

/** Whether the source has a record of the work. arXiv knows exactly the works with an arXiv id. */
export function knows(source: Index, work: Work): boolean {
  const oddity = oddityOf(work);
  if (oddity === 'unlisted') return false;
  const isAtCrossref = work.doi !== null && !work.doi.startsWith('10.48550/');
  switch (source) {
    case 'crossref':
      return isAtCrossref;
    case 'openalex':
      return oddity !== 'crossref_only';
    case 'unpaywall':
      return isAtCrossref && oddity !== 'crossref_only' && oddity !== 'not_in_unpaywall';
    case 'europepmc':
      return pmidOf(work) !== null;
  }
}

/** Europe PMC knows two of five works, and all those of which it has a copy; of added works all with a DOI. */
export function pmidOf(work: Work): string | null {
  if (work.doi === null || isPreprint(work) || oddityOf(work) === 'crossref_only') return null;
  const isHeld = work.copy !== undefined || copyOf(work) === 'europepmc' || traitOf(work, 'pmid') < 0.4;
  return isHeld ? numberOf(work, 29_000_000) : null;
}

/** Set when Europe PMC has the full text. */
export function pmcidOf(work: Work): string | null {
  const copy = copyOf(work);
  const isHeld = copy === 'europepmc' || (copy === 'direct' && work.copy === undefined && traitOf(work, 'pmc') < 0.25);
  return isHeld && pmidOf(work) !== null ? `PMC${numberOf(work, 89_000_000)}` : null;
}

function numberOf({ cluster }: Work, range: number): string {
  return String(10_000_000 + Number(BigInt(cluster) % BigInt(range)));
}
