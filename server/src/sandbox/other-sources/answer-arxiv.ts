import type { ServerResponse } from 'node:http';
import { sendText } from '../answer.ts';
import { escapeHtml } from '../google-scholar/markup.ts';
import { presentYear, type Work } from '../work.ts';
import { sendPdf } from './answer-publisher.ts';
import type { Catalogue } from './catalogue.ts';

/** `/arxiv/api/query?id_list=` and `?search_query=ti:"…"`, an Atom feed; also the PDF that an entry names. */
export function answerArxiv(catalogue: Catalogue, url: URL, response: ServerResponse): ServerResponse {
  const document = /\/arxiv\/(?:pdf|abs)\/(.+)$/.exec(url.pathname)?.[1];
  if (document !== undefined) {
    const work = catalogue.byArxivId(document.replace(/\.pdf$/, ''));
    return work === undefined ? sendText(response, 404, '<h1>404</h1>') : sendPdf(response, work.title);
  }
  const query = url.searchParams;
  const ids = (query.get('id_list') ?? '').split(',').filter(Boolean);
  const most = Number.parseInt(query.get('max_results') ?? '10', 10);
  if (ids.some((id) => !/^([a-z-]+(\.[A-Z]{2})?\/\d{7}|\d{4}\.\d{4,5})(v\d+)?$/.test(id))) {
    return sendFeed(response, 400, url, most, [renderError(ids.join())]);
  }
  const title = /(?:ti|all):"?([^"]+)"?/.exec(query.get('search_query') ?? '')?.[1] ?? '';
  const found = ids.length > 0 ? ids.flatMap((id) => catalogue.byArxivId(id) ?? []) : catalogue.byTitle(title);
  const papers = found.filter(({ arxivId }) => arxivId !== null).slice(0, most);
  return sendFeed(
    response,
    200,
    url,
    most,
    papers.map((work) => renderEntry(work, url.origin)),
  );
}

function sendFeed(
  response: ServerResponse,
  status: number,
  url: URL,
  most: number,
  entries: readonly string[],
): ServerResponse {
  const body =
    "<?xml version='1.0' encoding='UTF-8'?>\n" +
    '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" ' +
    'xmlns="http://www.w3.org/2005/Atom">\n  <id>https://arxiv.org/api/sandbox</id>\n' +
    `  <title>arXiv Query: ${escapeHtml(url.search.slice(1))}</title>\n  <updated>${presentYear}-01-01T00:00:00Z</updated>\n` +
    `  <opensearch:itemsPerPage>${most}</opensearch:itemsPerPage>\n` +
    `  <opensearch:totalResults>${entries.length}</opensearch:totalResults>\n` +
    `  <opensearch:startIndex>0</opensearch:startIndex>\n${entries.join('')}</feed>\n`;
  return sendText(response, status, body, 'application/atom+xml; charset=utf-8');
}

function renderEntry(work: Work, origin: string): string {
  const id = `${work.arxivId}v1`;
  const day = `20${work.arxivId?.slice(0, 2)}-${work.arxivId?.slice(2, 4)}-01T00:00:00Z`;
  const doi = work.doi === null ? '' : `    <arxiv:doi>${escapeHtml(work.doi)}</arxiv:doi>\n`;
  const link =
    work.doi === null ? '' : `    <link href="https://doi.org/${encodeURI(work.doi)}" rel="related" title="doi"/>\n`;
  const authors = work.authors.map((name) => `    <author>\n      <name>${escapeHtml(name)}</name>\n    </author>\n`);
  return (
    `  <entry>\n    <id>http://arxiv.org/abs/${id}</id>\n    <title>${escapeHtml(work.title)}</title>\n    <updated>${day}</updated>\n` +
    `    <link href="${origin}/arxiv/abs/${id}" rel="alternate" type="text/html"/>\n` +
    `    <link href="${origin}/arxiv/pdf/${id}" rel="related" type="application/pdf" title="pdf"/>\n${link}` +
    `    <summary>A paper of the sandbox.</summary>\n    <published>${day}</published>\n` +
    `    <arxiv:primary_category term="cs.DL"/>\n${doi}${authors.join('')}  </entry>\n`
  );
}

function renderError(id: string): string {
  const text = `incorrect id format for ${escapeHtml(id)}`;
  return (
    `  <entry>\n    <id>https://arxiv.org/api/errors#incorrect_id_format_for_${encodeURIComponent(id)}</id>\n` +
    `    <title>Error</title>\n    <summary>${text}</summary>\n  </entry>\n`
  );
}
