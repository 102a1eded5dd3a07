import type { Work } from '../work.ts';
import { encodeDoi, journalOf, landingAddressOf, pdfAddressOf } from './describe-work.ts';
import { copyOf, hasSeparatePreprint, isPreprint, traitOf } from './draw-traits.ts';
import { pmcidOf } from './holdings.ts';

/** A place that has the work or a page about it. */
export interface WorkLocation {
  readonly host: 'publisher' | 'repository';
  readonly name: string;
  /** As harvesters name it; null for a publisher's. */
  readonly recordId: string | null;
  readonly isOpen: boolean;
  readonly landing: string;
  readonly pdf: string | null;
  readonly version: 'publishedVersion' | 'acceptedVersion' | 'submittedVersion';
  readonly license: string | null;
  /** Unpaywall knows all; some are unknown to OpenAlex. */
  readonly isAtOpenAlex: boolean;
}

/** Where a work is, the best place first. What Europe PMC alone has is not among it. */
export function listLocations(work: Work, origin: string): readonly WorkLocation[] {
  const copy = copyOf(work);
  const found: WorkLocation[] = [];
  const add = (location: Partial<WorkLocation> & Pick<WorkLocation, 'host' | 'name' | 'landing' | 'pdf' | 'version'>) =>
    found.push({ recordId: null, isOpen: true, license: null, isAtOpenAlex: true, ...location });
  const landing = landingAddressOf(work, origin);
  if (landing !== null && !isPreprint(work)) {
    const isOpen = copy !== 'closed' && copy !== 'europepmc';
    const name = journalOf(work);
    const license = isOpen ? licenseOf(work) : null;
    add({
      host: 'publisher',
      name,
      landing,
      pdf: pdfAddressOf(work, origin),
      version: 'publishedVersion',
      isOpen,
      license,
    });
  }
  const pmcid = pmcidOf(work);
  if (pmcid !== null && copy !== 'europepmc') {
    const page = `${origin}/europepmc/articles/${pmcid}`;
    const name = 'Europe PMC (PubMed Central)';
    const pdf = `${page}?pdf=render`;
    add({
      host: 'repository',
      name,
      recordId: `oai:europepmc.org:${pmcid}`,
      landing: page,
      pdf,
      version: 'publishedVersion',
    });
  }
  if (copy === 'repository' || copy === 'challenge' || work.doi?.startsWith('10.5555/preprint.')) {
    const page = `${origin}/repository/${encodeDoi(work.doi ?? '')}`;
    add({
      host: 'repository',
      name: isPreprint(work) ? 'Sandbox Preprints' : 'Northhaven Open Archive',
      recordId: `oai:archive.example:${work.cluster}`,
      landing: page,
      pdf: `${page}.pdf`,
      version: isPreprint(work) ? 'submittedVersion' : 'acceptedVersion',
      isAtOpenAlex: copy !== 'repository',
    });
  }
  if (work.arxivId !== null && !hasSeparatePreprint(work)) {
    add({
      host: 'repository',
      name: 'arXiv (Cornell University)',
      recordId: `oai:arXiv.org:${work.arxivId}`,
      landing: `http://arxiv.org/abs/${work.arxivId}`,
      pdf: `${origin}/arxiv/pdf/${work.arxivId}`,
      version: 'submittedVersion',
    });
  }
  return found;
}

/** By `gold` to `closed`, as OpenAlex and Unpaywall say it. */
export function statusOf(locations: readonly WorkLocation[]): string {
  const open = locations.filter(({ isOpen }) => isOpen);
  const publisher = open.find(({ host }) => host === 'publisher');
  if (publisher === undefined) return open.length > 0 ? 'green' : 'closed';
  return publisher.license === null ? 'bronze' : 'gold';
}

function licenseOf(work: Work): string | null {
  if (work.copy !== undefined) return 'cc-by';
  const drawn = traitOf(work, 'license');
  if (drawn < 0.6) return 'cc-by';
  return drawn < 0.75 ? 'cc-by-nc-nd' : null;
}
