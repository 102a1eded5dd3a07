import type { Publication } from '../publication.ts';
import { hashText } from '../random.ts';
import { escapeHtml, type SourceResponse, textResponse } from '../response.ts';
import type { Catalog } from './catalog.ts';

const notFound = '<html><head><title>404 Not Found</title></head><body><h1>Error 404</h1></body></html>';

/** The id of a scholar at DBLP. */
export function dblpPidOf(scholarId: string): string {
  const number = hashText(`dblp person ${scholarId}`);
  return `${number % 400}/${number % 9973}`;
}

/** Handles `/dblp/pid/{pid}.xml`: the page of a person. It lists the publications with a DOI. */
export function handleDblp(catalog: Catalog, { pathname }: URL): SourceResponse {
  const pid = /^\/dblp\/pid\/(.+)\.xml$/.exec(decodeURIComponent(pathname))?.[1];
  const scholar = pid === undefined ? undefined : catalog.scholars().find(({ id }) => dblpPidOf(id) === pid);
  if (scholar === undefined || pid === undefined) return textResponse(404, notFound);
  const works = catalog.publicationsOf(scholar).filter(({ doi }) => doi !== null);
  const name = escapeHtml(scholar.name);
  const body = [
    '<?xml version="1.0"?>',
    `<dblpperson name="${name}" pid="${pid}" n="${works.length}">`,
    `<person key="homepages/${pid}" mdate="2026-01-01"><author pid="${pid}">${name}</author>`,
    `<url>https://scholar.google.com/citations?user=${scholar.id}</url></person>`,
    ...works.map((publication, at) => describeEntry(publication, `journals/sandbox/${pid.replace('/', '-')}-${at}`)),
    '</dblpperson>',
  ];
  return textResponse(200, `${body.join('\n')}\n`, 'application/xml');
}

function describeEntry({ title, authors, year, venue, doi }: Publication, key: string): string {
  const named = authors.map((author) => `<author>${escapeHtml(author)}</author>`).join('');
  const dated = year === null ? '' : `<year>${year}</year>`;
  return (
    `<r><article key="${key}" mdate="2026-01-01">${named}<title>${escapeHtml(title)}.</title>${dated}` +
    `<journal>${escapeHtml(venue)}</journal><ee>https://doi.org/${escapeHtml(doi ?? '')}</ee></article></r>`
  );
}
