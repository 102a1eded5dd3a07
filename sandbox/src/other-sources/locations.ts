import type { Publication } from '../publication.ts';
import { encodeDoi, journalOf, landingAddressOf, pdfAddressOf } from './describe-publication.ts';
import { copyOf, hasSeparatePreprint, isPreprint, pmcidOf, traitOf } from './traits.ts';

/** A place that has the publication or a page about it. */
export interface PublicationLocation {
  readonly host: 'publisher' | 'repository';
  readonly name: string;
  /** The record's OAI-PMH id, or null at a publisher. */
  readonly recordId: string | null;
  readonly isOpen: boolean;
  readonly landing: string;
  readonly pdf: string | null;
  readonly version: 'publishedVersion' | 'acceptedVersion' | 'submittedVersion';
  readonly license: string | null;
  /** Unpaywall has all locations; OpenAlex lacks some. */
  readonly isAtOpenAlex: boolean;
}

/** Lists the locations of a publication, the best first, without copies that only Europe PMC has. */
export function listLocations(publication: Publication, origin: string): readonly PublicationLocation[] {
  const copy = copyOf(publication);
  const found: PublicationLocation[] = [];
  const add = (
    location: Partial<PublicationLocation> & Pick<PublicationLocation, 'host' | 'name' | 'landing' | 'pdf' | 'version'>,
  ) => found.push({ recordId: null, isOpen: true, license: null, isAtOpenAlex: true, ...location });
  const landing = landingAddressOf(publication, origin);
  if (landing !== null && !isPreprint(publication)) {
    const isOpen = copy !== 'closed' && copy !== 'europepmc';
    const name = journalOf(publication);
    const license = isOpen ? licenseOf(publication) : null;
    add({
      host: 'publisher',
      name,
      landing,
      pdf: pdfAddressOf(publication, origin),
      version: 'publishedVersion',
      isOpen,
      license,
    });
  }
  const pmcid = pmcidOf(publication);
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
  if (copy === 'repository' || copy === 'challenge' || (isPreprint(publication) && publication.arxivId === null)) {
    const page = `${origin}/repository/${encodeDoi(publication.doi ?? '')}`;
    add({
      host: 'repository',
      name: isPreprint(publication) ? 'Sandbox Preprints' : 'Northhaven Open Archive',
      recordId: `oai:archive.example:${publication.cluster}`,
      landing: page,
      pdf: `${page}.pdf`,
      version: isPreprint(publication) ? 'submittedVersion' : 'acceptedVersion',
      isAtOpenAlex: copy !== 'repository',
    });
  }
  if (publication.arxivId !== null && !hasSeparatePreprint(publication)) {
    add({
      host: 'repository',
      name: 'arXiv (Cornell University)',
      recordId: `oai:arXiv.org:${publication.arxivId}`,
      landing: `http://arxiv.org/abs/${publication.arxivId}`,
      pdf: `${origin}/arxiv/pdf/${publication.arxivId}`,
      version: 'submittedVersion',
    });
  }
  return found;
}

/** The open access status of OpenAlex and Unpaywall: `gold`, `bronze`, `green` or `closed`. */
export function statusOf(locations: readonly PublicationLocation[]): string {
  const open = locations.filter(({ isOpen }) => isOpen);
  const publisher = open.find(({ host }) => host === 'publisher');
  if (publisher === undefined) return open.length > 0 ? 'green' : 'closed';
  return publisher.license === null ? 'bronze' : 'gold';
}

function licenseOf(publication: Publication): string | null {
  if (publication.copy !== undefined) return 'cc-by';
  const drawn = traitOf(publication, 'license');
  if (drawn < 0.6) return 'cc-by';
  return drawn < 0.75 ? 'cc-by-nc-nd' : null;
}
