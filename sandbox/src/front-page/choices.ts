import type { FaultKind } from '../faults/fault.ts';

/** The sources that the page can disturb, as people call them. */
export const sourceNames: Readonly<Record<string, string>> = {
  google_scholar: 'Google Scholar',
  openalex: 'OpenAlex',
  crossref: 'Crossref',
  arxiv: 'arXiv',
  datacite: 'DataCite',
  biorxiv: 'bioRxiv and medRxiv',
  unpaywall: 'Unpaywall',
  europepmc: 'Europe PMC',
  orcid: 'ORCID',
  dblp: 'DBLP',
  publisher: 'The publishers’ sites',
  repository: 'The repositories',
};

/** What a source can do to the next request. The API has more faults. */
export const faultNames: Partial<Readonly<Record<FaultKind, string>>> = {
  captcha: 'asks for a CAPTCHA',
  unusual: 'asks for fewer requests (429)',
  error: 'is out of order (503)',
  layout: 'sends pages that cannot be read',
};
