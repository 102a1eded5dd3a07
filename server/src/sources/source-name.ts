const NAMES: Readonly<Record<string, string>> = {
  google_scholar: 'Google Scholar',
  google_scholar_photos: 'Google Scholar (photos)',
  google_scholar_search: 'Google Scholar (name search)',
  openalex: 'OpenAlex',
  crossref: 'Crossref',
  arxiv: 'arXiv',
  unpaywall: 'Unpaywall',
  europepmc: 'Europe PMC',
  orcid: 'ORCID',
  dblp: 'DBLP',
};

/** The name of a source in messages to people. */
export function sourceName(source: string): string {
  return NAMES[source] ?? source;
}
