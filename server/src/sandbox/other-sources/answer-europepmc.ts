import type { ServerResponse } from 'node:http';
import { sendJson } from '../answer.ts';
import { hashText } from '../random.ts';
import type { Work } from '../work.ts';
import type { Catalogue } from './catalogue.ts';
import { journalOf, pdfAddressOf } from './describe-work.ts';

/** `/europepmc/webservices/rest/search?query=`, with `DOI:"…"` or `TITLE:"…"` in the query, or plain words. */
export function answerEuropePmc(catalogue: Catalogue, url: URL, response: ServerResponse): ServerResponse {
  const query = url.searchParams.get('query') ?? '';
  const doi = /DOI:"?([^"\s]+)"?/i.exec(query)?.[1];
  const title = /TITLE:"?([^"]+)"?/i.exec(query)?.[1] ?? query;
  const found = doi === undefined ? catalogue.byTitle(title) : [catalogue.byDoi(doi)].flatMap((work) => work ?? []);
  const size = Number.parseInt(url.searchParams.get('pageSize') ?? '25', 10);
  const resultType = url.searchParams.get('resultType') ?? 'lite';
  return sendJson(response, {
    version: '6.9',
    hitCount: found.length,
    request: { queryString: query, resultType, cursorMark: '*', pageSize: size, sort: '', synonym: false },
    resultList: { result: found.slice(0, size).map((work) => describe(work, url.origin)) },
  });
}

function describe(work: Work, origin: string) {
  const pmid = String(10_000_000 + (hashText(work.cluster) % 30_000_000));
  const pdf = pdfAddressOf(work, origin);
  const full = [
    {
      availability: 'Subscription required',
      availabilityCode: 'S',
      documentStyle: 'doi',
      site: 'DOI',
      url: `https://doi.org/${work.doi}`,
    },
    { availability: 'Open access', availabilityCode: 'OA', documentStyle: 'pdf', site: 'Europe_PMC', url: pdf },
  ];
  return {
    id: pmid,
    source: 'MED',
    pmid,
    ...(work.openAccess ? { pmcid: `PMC${hashText(`pmc/${work.cluster}`) % 9_000_000}` } : {}),
    ...(work.doi === null ? {} : { doi: work.doi }),
    title: `${work.title.replace(/\.$/, '')}.`,
    authorString: `${work.authors.join(', ')}.`,
    journalInfo: { yearOfPublication: work.year, journal: { title: journalOf(work) } },
    ...(work.year === null ? {} : { pubYear: String(work.year) }),
    fullTextUrlList: { fullTextUrl: full.filter(({ url }) => url !== null && work.doi !== null) },
    isOpenAccess: work.openAccess ? 'Y' : 'N',
    inEPMC: work.openAccess ? 'Y' : 'N',
    hasPDF: work.openAccess ? 'Y' : 'N',
    citedByCount: work.citations,
  };
}
