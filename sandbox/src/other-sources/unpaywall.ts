import { jsonResponse, type SourceResponse } from '../response.ts';
import type { Catalog } from './catalog.ts';
import { journalOf, splitName } from './describe-publication.ts';
import { listLocations, type PublicationLocation, statusOf } from './locations.ts';
import { isIndexedBy, isPreprint } from './traits.ts';

/** Handles `/unpaywall/v2/{doi}?email=`: 422 without a real e-mail address, 404 for an unknown DOI. */
export function handleUnpaywall(catalog: Catalog, url: URL): SourceResponse {
  const refuse = (status: number, message: string) =>
    jsonResponse({ HTTP_status_code: status, error: true, message }, status);
  const email = url.searchParams.get('email') ?? '';
  if (!email.includes('@')) return refuse(422, 'Email address required in API call, see unpaywall.org/products/api');
  if (email.endsWith('@example.com')) {
    return refuse(422, 'Please use your own email address in API calls. See https://unpaywall.org/products/api');
  }
  const doi = decodeURIComponent(url.pathname.replace(/^\/unpaywall\/(?:v2\/)?/, '')).toLowerCase();
  const publication = catalog.byDoi(doi);
  if (publication === undefined || !isIndexedBy('unpaywall', publication)) {
    return refuse(
      404,
      `'${doi}' isn't in Unpaywall. See https://support.unpaywall.org/a/solutions/articles/44001900286`,
    );
  }
  const open = listLocations(publication, url.origin).filter(({ isOpen }) => isOpen);
  const locations = open.map((location, at) => describeLocation(location, at === 0));
  return jsonResponse({
    doi,
    doi_url: `https://doi.org/${doi}`,
    title: publication.title,
    genre: isPreprint(publication) ? 'posted-content' : 'journal-article',
    is_paratext: false,
    published_date: publication.year === null ? null : `${publication.year}-01-01`,
    year: publication.year,
    journal_name: journalOf(publication),
    publisher: 'Sandbox Press',
    is_oa: locations.length > 0,
    oa_status: statusOf(open),
    has_repository_copy: open.some(({ host }) => host === 'repository'),
    best_oa_location: locations[0] ?? null,
    first_oa_location: locations[0] ?? null,
    oa_locations: locations,
    oa_locations_embargoed: [],
    updated: '2026-01-01T00:00:00.000000',
    data_standard: 2,
    z_authors: publication.authors.map((name, at) => ({
      ...splitName(name),
      sequence: at === 0 ? 'first' : 'additional',
    })),
  });
}

function describeLocation(
  { host, name, recordId, landing, pdf, version, license }: PublicationLocation,
  isBest: boolean,
) {
  return {
    url: pdf ?? landing,
    url_for_pdf: pdf,
    url_for_landing_page: landing,
    is_best: isBest,
    host_type: host,
    version,
    license,
    pmh_id: recordId,
    endpoint_id: recordId && 'sandbox',
    repository_institution: recordId && name,
    oa_date: null,
    evidence: 'deprecated',
    updated: 'deprecated',
  };
}
