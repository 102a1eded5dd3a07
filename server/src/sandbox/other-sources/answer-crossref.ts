import type { ServerResponse } from 'node:http';
import { sendJson, sendText } from '../answer.ts';
import type { Work } from '../work.ts';
import type { Catalogue } from './catalogue.ts';
import { journalOf, splitName } from './describe-work.ts';

/** `/crossref/works/{doi}` and `/crossref/works?query.bibliographic=`. A search always offers something, as Crossref's does. */
export function answerCrossref(catalogue: Catalogue, url: URL, response: ServerResponse): ServerResponse {
  const doi = /\/works\/(.+)$/.exec(decodeURIComponent(url.pathname))?.[1];
  if (doi !== undefined) {
    const work = catalogue.byDoi(doi);
    if (work === undefined) return sendText(response, 404, 'Resource not found.', 'text/plain');
    return sendJson(response, envelope('work', describe(work, 1)));
  }
  const query = url.searchParams;
  const text = query.get('query.bibliographic') ?? query.get('query.title') ?? query.get('query') ?? '';
  const hits = catalogue.byTitle(text).filter((work) => work.doi !== null);
  const unlike = catalogue.anyWork();
  const rows = Number.parseInt(query.get('rows') ?? '20', 10);
  const items = hits.map((work) => describe(work, 92.4));
  if (unlike?.doi != null && !hits.some(({ doi }) => doi === unlike.doi)) items.push(describe(unlike, 11.3));
  return sendJson(
    response,
    envelope('work-list', {
      facets: {},
      'total-results': items.length,
      items: items.slice(0, rows),
      'items-per-page': rows,
      query: { 'start-index': 0, 'search-terms': text },
    }),
  );
}

function envelope(type: string, message: unknown) {
  return { status: 'ok', 'message-type': type, 'message-version': '1.0.0', message };
}

function describe(work: Work, score: number) {
  return {
    DOI: work.doi,
    URL: `https://doi.org/${work.doi}`,
    type: 'journal-article',
    title: [work.title],
    author: work.authors.map((name, at) => ({
      ...splitName(name),
      sequence: at === 0 ? 'first' : 'additional',
      affiliation: [],
    })),
    'container-title': [journalOf(work)],
    publisher: 'Sandbox Press',
    issued: { 'date-parts': [[work.year]] },
    'is-referenced-by-count': work.citations,
    prefix: '10.5555',
    source: 'Crossref',
    score,
  };
}
