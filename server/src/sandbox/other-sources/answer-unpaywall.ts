import type { ServerResponse } from 'node:http';
import { sendJson } from '../answer.ts';
import type { Catalogue } from './catalogue.ts';
import { journalOf, landingAddressOf, pdfAddressOf } from './describe-work.ts';

/** `/unpaywall/v2/{doi}?email=`: 422 without an address, 404 for an unknown DOI. */
export function answerUnpaywall(catalogue: Catalogue, url: URL, response: ServerResponse): ServerResponse {
  const refuse = (status: number, message: string) =>
    sendJson(response, { HTTP_status_code: status, error: true, message }, status);
  const doi = decodeURIComponent(url.pathname.replace(/^\/unpaywall\/(?:v2\/)?/, '')).toLowerCase();
  if (!url.searchParams.get('email')?.includes('@')) {
    return refuse(422, 'Email address required in API call, see unpaywall.org/products/api');
  }
  const work = catalogue.byDoi(doi);
  if (work === undefined) return refuse(404, `'${doi}' isn't in Unpaywall. See https://support.unpaywall.org`);
  const pdf = pdfAddressOf(work, url.origin);
  const location = pdf && {
    url: pdf,
    url_for_pdf: pdf,
    url_for_landing_page: landingAddressOf(work, url.origin),
    is_best: true,
    host_type: 'publisher',
    version: 'publishedVersion',
    license: 'cc-by',
    evidence: 'deprecated',
    updated: 'deprecated',
  };
  return sendJson(response, {
    doi,
    doi_url: `https://doi.org/${doi}`,
    title: work.title,
    genre: 'journal-article',
    year: work.year,
    journal_name: journalOf(work),
    publisher: 'Sandbox Press',
    is_oa: work.openAccess,
    oa_status: work.openAccess ? 'gold' : 'closed',
    has_repository_copy: false,
    best_oa_location: location,
    first_oa_location: location,
    oa_locations: location === null ? [] : [location],
    data_standard: 2,
  });
}
