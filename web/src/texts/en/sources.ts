/** Names of what is asked, and of what a reader gave. */
export const sourceNames: Readonly<Record<string, string>> = {
  google_scholar: 'Google Scholar',
  google_scholar_photos: 'Google Scholar, photos',
  google_scholar_search: 'Google Scholar, search by name',
  openalex: 'OpenAlex',
  crossref: 'Crossref',
  arxiv: 'arXiv',
  unpaywall: 'Unpaywall',
  europepmc: 'Europe PMC',
  orcid: 'ORCID',
  import: 'a file of yours',
};
