import { type Answer, jsonAnswer, textAnswer } from '../answer.ts';
import type { Work } from '../work.ts';
import type { Catalogue } from './catalogue.ts';
import { describeCrossrefWork } from './describe-crossref-work.ts';
import { knows } from './holdings.ts';

/** `/crossref/works/{doi}` and `/crossref/works?query.bibliographic=`. A search always offers something, as Crossref's does. */
export function answerCrossref(catalogue: Catalogue, url: URL): Answer {
  const doi = /\/works\/(.+)$/.exec(decodeURIComponent(url.pathname))?.[1];
  if (doi !== undefined) {
    const work = catalogue.byDoi(doi);
    if (work === undefined || !knows('crossref', work)) return textAnswer(404, 'Resource not found.', 'text/plain');
    return jsonAnswer(envelope('work', describeCrossrefWork(work, url.origin, 1)));
  }
  const query = url.searchParams;
  const rows = Number.parseInt(query.get('rows') ?? '20', 10);
  if (!(rows >= 0 && rows <= 1000))
    return refuse(`Integer specified as ${rows} but must be a positive integer less than or equal to 1000.`);
  const text = query.get('query.bibliographic') ?? query.get('query.title') ?? query.get('query') ?? '';
  const found = findWorks(catalogue, query.get('filter') ?? '', text).filter((work) => knows('crossref', work));
  const wanted = query.get('select')?.split(',');
  const items = found
    .slice(0, rows)
    .map((work, at) => describeCrossrefWork(work, url.origin, Math.max(11.3, 92.4 - 7 * at)))
    .map((item) =>
      wanted === undefined ? item : Object.fromEntries(Object.entries(item).filter(([name]) => wanted.includes(name))),
    );
  return jsonAnswer(
    envelope('work-list', {
      facets: {},
      'total-results': found.length,
      items,
      'items-per-page': rows,
      query: { 'start-index': 0, 'search-terms': text },
    }),
  );
}

function findWorks(catalogue: Catalogue, filter: string, text: string): readonly Work[] {
  const dois = [...filter.matchAll(/(?:^|,)doi:([^,]+)/g)].flatMap(([, doi]) => doi ?? []);
  if (dois.length > 0) return dois.flatMap((doi) => catalogue.byDoi(doi) ?? []);
  const hits = catalogue.byTitle(text);
  const unlike = catalogue.anyWork();
  return unlike === undefined || hits.some(({ doi }) => doi === unlike.doi) ? hits : [...hits, unlike];
}

function refuse(message: string): Answer {
  const fault = { type: 'integer-not-valid', value: '', message };
  return jsonAnswer({ status: 'failed', 'message-type': 'validation-failure', message: [fault] }, 400);
}

function envelope(type: string, message: unknown) {
  return { status: 'ok', 'message-type': type, 'message-version': '1.0.0', message };
}
