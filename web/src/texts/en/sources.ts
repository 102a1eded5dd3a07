/** Names of the sources, and of imported files. */
export const sourceNames: Readonly<Record<string, string>> = {
  google_scholar: 'Google Scholar',
  google_scholar_photos: 'Google Scholar (photos)',
  google_scholar_search: 'Google Scholar (name search)',
  openalex: 'OpenAlex',
  crossref: 'Crossref',
  arxiv: 'arXiv',
  datacite: 'DataCite',
  biorxiv: 'bioRxiv and medRxiv',
  unpaywall: 'Unpaywall',
  europepmc: 'Europe PMC',
  orcid: 'ORCID',
  dblp: 'DBLP',
  import: 'your file',
};
