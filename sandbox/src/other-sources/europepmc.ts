import type { Publication } from '../publication.ts';
import { escapeHtml, jsonResponse, type SourceResponse, textResponse } from '../response.ts';
import type { Catalog } from './catalog.ts';
import { makePdf } from './copies.ts';
import { abstractOf, journalOf, orcidOf, splitName, writeOut } from './describe-publication.ts';
import { isIndexedBy, pmcidOf, pmidOf } from './traits.ts';

/**
 * Handles `/europepmc/webservices/rest/search?query=` with `DOI:"…"`, `EXT_ID:…`, `PMCID:…`, `TITLE:"…"` or plain
 * words, in XML unless the request asks for JSON. Also handles `/europepmc/articles/PMC…`, a page without links, and
 * with `?pdf=render` its PDF.
 */
export function handleEuropePmc(catalog: Catalog, url: URL): SourceResponse {
  const article = /^\/europepmc\/articles\/(PMC\d+)$/i.exec(url.pathname)?.[1];
  if (article !== undefined) return handleArticle(catalog.byId(article), url.searchParams.get('pdf') === 'render');
  const { searchParams } = url;
  const query = searchParams.get('query') ?? '';
  const found = findPublications(catalog, query).filter((publication) => isIndexedBy('europepmc', publication));
  const size = Number.parseInt(searchParams.get('pageSize') ?? '25', 10);
  const resultType = searchParams.get('resultType') ?? 'lite';
  if (searchParams.get('format') !== 'json') {
    const body = `<responseWrapper><version>6.9</version><hitCount>${found.length}</hitCount></responseWrapper>`;
    return textResponse(200, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${body}`, 'application/xml');
  }
  return jsonResponse({
    version: '6.9',
    hitCount: found.length,
    request: { queryString: query, resultType, cursorMark: '*', pageSize: size, sort: '', synonym: false },
    resultList: {
      result: found
        .slice(0, size)
        .map((publication) => describeEuropePmcWork(publication, url.origin, resultType === 'core')),
    },
  });
}

function findPublications(catalog: Catalog, query: string): readonly Publication[] {
  const ids = [...query.matchAll(/\b(DOI|EXT_ID|PMCID):"?([^"\s)]+)"?/gi)];
  if (ids.length === 0) return catalog.byTitle(/TITLE:"?([^"]+)"?/i.exec(query)?.[1] ?? query);
  return ids.flatMap(([, field = '', value = '']) => {
    const isDoi = field.toUpperCase() === 'DOI';
    return (isDoi ? catalog.byDoi(value) : catalog.byId(/^\d/.test(value) ? `PMID:${value}` : value)) ?? [];
  });
}

function handleArticle(publication: Publication | undefined, isPdf: boolean): SourceResponse {
  if (publication === undefined || pmcidOf(publication) === null)
    return textResponse(404, '<html><body><h1>404</h1></body></html>');
  if (isPdf) return makePdf(publication.title);
  return textResponse(
    200,
    '<!doctype html><html><head><title>Europe PMC</title></head><body><div id="app"></div></body></html>',
  );
}

/**
 * A publication in Europe PMC's format: family names first, flags as letters, a full stop after each title. `core`
 * records have more.
 */
function describeEuropePmcWork(publication: Publication, origin: string, isCore: boolean) {
  const pmid = pmidOf(publication);
  const pmcid = pmcidOf(publication);
  const hasPdf = pmcid === null ? 'N' : 'Y';
  return {
    id: pmid,
    source: 'MED',
    pmid,
    ...(pmcid === null ? {} : { pmcid }),
    ...(publication.doi === null ? {} : { doi: publication.doi }),
    title: `${publication.title.replace(/\.$/, '')}.`,
    authorString: `${publication.authors.map(familyFirst).join(', ')}.`,
    ...(publication.year === null ? {} : { pubYear: String(publication.year) }),
    ...(isCore ? describeAll(publication, origin, pmcid) : { journalTitle: journalOf(publication) }),
    isOpenAccess: publication.openAccess ? 'Y' : 'N',
    inEPMC: hasPdf,
    inPMC: hasPdf,
    hasPDF: hasPdf,
    citedByCount: publication.citations,
  };
}

function describeAll(publication: Publication, origin: string, pmcid: string | null) {
  const page = `${origin}/europepmc/articles/${pmcid}`;
  const open = { availability: 'Open access', availabilityCode: 'OA', site: 'Europe_PMC' };
  const links = [
    {
      availability: 'Subscription required',
      availabilityCode: 'S',
      documentStyle: 'doi',
      site: 'DOI',
      url: `https://doi.org/${publication.doi}`,
    },
    ...(pmcid === null
      ? []
      : [
          { ...open, documentStyle: 'html', url: page },
          { ...open, documentStyle: 'pdf', url: `${page}?pdf=render` },
        ]),
  ];
  return {
    abstractText: escapeHtml(abstractOf(publication)),
    authorList: { author: publication.authors.map(describeAuthor) },
    journalInfo: { yearOfPublication: publication.year, journal: { title: journalOf(publication) } },
    fullTextUrlList: { fullTextUrl: links },
    ...(publication.openAccess ? { license: 'cc by' } : {}),
  };
}

function describeAuthor(name: string) {
  const { given, family } = splitName(name);
  const firstName = writeOut(name).slice(0, -family.length).trim();
  const orcid = orcidOf(name);
  const authorId = orcid === null ? {} : { authorId: { type: 'ORCID', value: orcid } };
  return { fullName: familyFirst(name), firstName, lastName: family, initials: given, ...authorId };
}

function familyFirst(name: string): string {
  const { given, family } = splitName(name);
  return `${family} ${given}`.trim();
}
