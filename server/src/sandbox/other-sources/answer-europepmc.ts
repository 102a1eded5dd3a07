import { type Answer, jsonAnswer, textAnswer } from '../answer.ts';
import type { Work } from '../work.ts';
import type { Catalogue } from './catalogue.ts';
import { describeEuropePmcWork } from './describe-europepmc-work.ts';
import { knows, pmcidOf } from './holdings.ts';
import { makePdf } from './make-pdf.ts';

/**
 * `/europepmc/webservices/rest/search?query=`, with `DOI:"…"`, `EXT_ID:…`, `PMCID:…` or `TITLE:"…"` in the query, or plain words; XML unless
 * JSON is asked for. Also `/europepmc/articles/PMC…`, a page without links, and with `?pdf=render` the PDF.
 */
export function answerEuropePmc(catalogue: Catalogue, url: URL): Answer {
  const article = /^\/europepmc\/articles\/(PMC\d+)$/i.exec(url.pathname)?.[1];
  if (article !== undefined) return answerArticle(catalogue.byId(article), url.searchParams.get('pdf') === 'render');
  const { searchParams } = url;
  const query = searchParams.get('query') ?? '';
  const found = findWorks(catalogue, query).filter((work) => knows('europepmc', work));
  const size = Number.parseInt(searchParams.get('pageSize') ?? '25', 10);
  const resultType = searchParams.get('resultType') ?? 'lite';
  if (searchParams.get('format') !== 'json') {
    const body = `<responseWrapper><version>6.9</version><hitCount>${found.length}</hitCount></responseWrapper>`;
    return textAnswer(200, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${body}`, 'application/xml');
  }
  return jsonAnswer({
    version: '6.9',
    hitCount: found.length,
    request: { queryString: query, resultType, cursorMark: '*', pageSize: size, sort: '', synonym: false },
    resultList: {
      result: found.slice(0, size).map((work) => describeEuropePmcWork(work, url.origin, resultType === 'core')),
    },
  });
}

function findWorks(catalogue: Catalogue, query: string): readonly Work[] {
  const ids = [...query.matchAll(/\b(DOI|EXT_ID|PMCID):"?([^"\s)]+)"?/gi)];
  if (ids.length === 0) return catalogue.byTitle(/TITLE:"?([^"]+)"?/i.exec(query)?.[1] ?? query);
  return ids.flatMap(([, field = '', value = '']) => {
    const isDoi = field.toUpperCase() === 'DOI';
    return (isDoi ? catalogue.byDoi(value) : catalogue.byId(/^\d/.test(value) ? `PMID:${value}` : value)) ?? [];
  });
}

function answerArticle(work: Work | undefined, isPdf: boolean): Answer {
  if (work === undefined || pmcidOf(work) === null) return textAnswer(404, '<html><body><h1>404</h1></body></html>');
  if (isPdf) return makePdf(work.title);
  return textAnswer(
    200,
    '<!doctype html><html><head><title>Europe PMC</title></head><body><div id="app"></div></body></html>',
  );
}
