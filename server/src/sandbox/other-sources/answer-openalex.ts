import type { ServerResponse } from 'node:http';
import { sendJson, sendText } from '../answer.ts';
import type { Work } from '../work.ts';
import { type Catalogue, openAlexIdOf } from './catalogue.ts';
import { journalOf, landingAddressOf, pdfAddressOf } from './describe-work.ts';

/** `/openalex/works/{id or doi}`, `/openalex/works?filter=doi:a|b` and `?search=`. */
export function answerOpenAlex(catalogue: Catalogue, url: URL, response: ServerResponse): ServerResponse {
  const one = /\/works\/(.+)$/.exec(decodeURIComponent(url.pathname))?.[1];
  if (one !== undefined) {
    const work = /^W\d+$/i.test(one) ? catalogue.byOpenAlexId(one) : catalogue.byDoi(bareDoi(one));
    if (work === undefined) return sendText(response, 404, '<!doctype html>\n<title>404 Not Found</title>\n');
    return sendJson(response, describe(work, url.origin));
  }
  const found = search(catalogue, url.searchParams);
  const size = Math.min(
    200,
    Number.parseInt(url.searchParams.get('per-page') ?? url.searchParams.get('per_page') ?? '25', 10),
  );
  return sendJson(response, {
    meta: { count: found.length, db_response_time_ms: 3, page: 1, per_page: size, groups_count: null },
    results: found.slice(0, size).map((work) => describe(work, url.origin)),
    group_by: [],
  });
}

function search(catalogue: Catalogue, query: URLSearchParams): readonly Work[] {
  const [name, value] = /^([\w.]+):(.*)$/s.exec(query.get('filter') ?? '')?.slice(1) ?? [];
  if (name === 'doi') return (value ?? '').split('|').flatMap((doi) => catalogue.byDoi(bareDoi(doi)) ?? []);
  return catalogue.byTitle(name?.endsWith('.search') ? (value ?? '') : (query.get('search') ?? ''));
}

function bareDoi(text: string): string {
  return text.replace(/^doi:/i, '').replace(/^https?:\/\/(?:dx\.)?doi\.org\//i, '');
}

function describe(work: Work, origin: string) {
  const doi = work.doi === null ? null : `https://doi.org/${work.doi}`;
  const id = `https://openalex.org/${openAlexIdOf(work)}`;
  const pdf = pdfAddressOf(work, origin);
  const location = {
    is_oa: work.openAccess,
    landing_page_url: landingAddressOf(work, origin),
    pdf_url: pdf,
    source: { id: 'https://openalex.org/S1', display_name: journalOf(work), type: 'journal' },
    license: work.openAccess ? 'cc-by' : null,
    version: work.openAccess ? 'publishedVersion' : null,
  };
  return {
    id,
    doi,
    title: work.title,
    display_name: work.title,
    publication_year: work.year,
    ids: { openalex: id, ...(doi === null ? {} : { doi }) },
    type: 'article',
    primary_location: location,
    open_access: {
      is_oa: work.openAccess,
      oa_status: work.openAccess ? 'gold' : 'closed',
      oa_url: pdf,
      any_repository_has_fulltext: false,
    },
    authorships: work.authors.map((name, at) => ({
      author_position: at === 0 ? 'first' : at === work.authors.length - 1 ? 'last' : 'middle',
      author: { id: null, display_name: name, orcid: null },
      raw_author_name: name,
    })),
    cited_by_count: work.citations,
    locations: [location],
    best_oa_location: work.openAccess ? location : null,
  };
}
