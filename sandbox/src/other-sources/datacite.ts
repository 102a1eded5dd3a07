import { latestDoi } from '../history.ts';
import type { Publication } from '../publication.ts';
import { jsonResponse, type SourceResponse, textResponse } from '../response.ts';
import type { Catalog } from './catalog.ts';
import { splitName, writeOut } from './describe-publication.ts';
import { postedOn } from './posted-on.ts';

const arxivDoi = /^10\.48550\/arxiv\.(.+)$/i;

/** Handles `/datacite/dois?ids=` with the preprints of arXiv. Other DOIs are not in the list. */
export function handleDatacite(catalog: Catalog, url: URL): SourceResponse {
  if (url.pathname !== '/datacite/dois') return textResponse(404, '{"errors":[{"status":"404"}]}', 'application/json');
  const ids = (url.searchParams.get('ids') ?? '').split(',').flatMap((doi) => arxivDoi.exec(doi)?.[1] ?? []);
  const size = Number.parseInt(url.searchParams.get('page[size]') ?? '25', 10);
  const found = ids.flatMap((id) => catalog.byArxivId(id) ?? []).slice(0, size);
  return jsonResponse({ data: found.map(describeDoi), meta: { total: found.length, totalPages: 1, page: 1 } });
}

function describeDoi(publication: Publication) {
  const { arxivId, versions = 1, title, authors, doi, publishedIn } = publication;
  const article = publishedIn === undefined ? doi : latestDoi(publication);
  const id = `10.48550/arxiv.${arxivId}`;
  const numbers = Array.from({ length: versions }, (_, at) => at + 1);
  const dates = numbers.map((number) => ({
    date: `${postedOn(publication, number)}T00:00:00Z`,
    dateType: 'Submitted',
    dateInformation: `v${number}`,
  }));
  return {
    id,
    type: 'dois',
    attributes: {
      doi: id,
      titles: [{ title }],
      creators: authors.map((name) => {
        const { given: givenName, family: familyName } = splitName(writeOut(name));
        return { name: `${familyName}, ${givenName}`, nameType: 'Personal', givenName, familyName };
      }),
      publicationYear: Number(dates[0]?.date.slice(0, 4)),
      types: { resourceTypeGeneral: 'Preprint' },
      dates,
      relatedIdentifiers:
        article === null
          ? []
          : [{ relationType: 'IsVersionOf', relatedIdentifier: article, relatedIdentifierType: 'DOI' }],
    },
  };
}
