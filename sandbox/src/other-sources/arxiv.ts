import { latestDoi } from '../history.ts';
import { type Publication, presentYear } from '../publication.ts';
import { escapeHtml, type SourceResponse, textResponse } from '../response.ts';
import type { Catalog } from './catalog.ts';
import { makePdf } from './copies.ts';
import { abstractOf, writeOut } from './describe-publication.ts';
import { postedOn } from './posted-on.ts';

const wellFormed = /^([a-z-]+(\.[A-Z]{2})?\/\d{7}|\d{4}\.\d{4,5})(v\d+)?$/;

/**
 * Handles `/arxiv/api/query` with `id_list=` or `search_query=ti:"…"` by an Atom feed, and serves the PDFs and pages
 * that it links.
 */
export function handleArxiv(catalog: Catalog, url: URL): SourceResponse {
  const [, kind, name] = /\/arxiv\/(pdf|abs)\/(.+)$/.exec(url.pathname) ?? [];
  if (name !== undefined)
    return handleDocument(catalog.byArxivId(name.replace(/\.pdf$/, '')), kind === 'pdf', url.origin);
  const query = url.searchParams;
  const ids = (query.get('id_list') ?? '').split(',').filter(Boolean);
  const most = Number.parseInt(query.get('max_results') ?? '10', 10);
  const malformed = ids.find((id) => !wellFormed.test(id));
  if (malformed !== undefined) return feed(400, url, most, [renderError(malformed)]);
  const title = titleIn(query.get('search_query') ?? '');
  const found = ids.length > 0 ? ids.flatMap((id) => catalog.byArxivId(id) ?? []) : catalog.byTitle(title);
  const papers = found.filter(({ arxivId, doi }) => arxivId !== null && !doi?.startsWith('10.48550/')).slice(0, most);
  return feed(
    200,
    url,
    most,
    papers.map((publication) => renderEntry(publication, url.origin)),
  );
}

/** Reads the words of `ti:"…"`, or of `ti:one AND ti:two`. */
function titleIn(search: string): string {
  return [...search.matchAll(/\b(?:ti|all):(?:"([^"]*)"?|(\S+))/g)].map(([, phrase, word]) => phrase ?? word).join(' ');
}

function handleDocument(publication: Publication | undefined, isPdf: boolean, origin: string): SourceResponse {
  if (publication === undefined) return textResponse(404, '<h1>404</h1>');
  if (isPdf) return makePdf(publication.title);
  const pdf = `<meta name="citation_pdf_url" content="${origin}/arxiv/pdf/${publication.arxivId}" />`;
  return textResponse(
    200,
    `<!DOCTYPE html><html><head><title>${escapeHtml(publication.title)}</title>${pdf}</head><body></body></html>`,
  );
}

function feed(status: number, url: URL, most: number, entries: readonly string[]): SourceResponse {
  const body =
    "<?xml version='1.0' encoding='UTF-8'?>\n" +
    '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns:arxiv="http://arxiv.org/schemas/atom" ' +
    'xmlns="http://www.w3.org/2005/Atom">\n  <id>https://arxiv.org/api/sandbox</id>\n' +
    `  <title>arXiv Query: ${escapeHtml(url.search.slice(1))}</title>\n  <updated>${presentYear}-01-01T00:00:00Z</updated>\n` +
    `  <opensearch:itemsPerPage>${most}</opensearch:itemsPerPage>\n` +
    `  <opensearch:totalResults>${entries.length}</opensearch:totalResults>\n` +
    `  <opensearch:startIndex>0</opensearch:startIndex>\n${entries.join('')}</feed>\n`;
  return textResponse(status, body, 'application/atom+xml; charset=utf-8');
}

function renderEntry(publication: Publication, origin: string): string {
  const { versions = 1, publishedIn } = publication;
  const id = `${publication.arxivId}v${versions}`;
  const [day, updated] = [1, versions].map((version) => `${postedOn(publication, version)}T00:00:00Z`);
  const journalDoi = publishedIn === undefined ? publication.doi : latestDoi(publication);
  const doi = journalDoi === null ? '' : `    <arxiv:doi>${escapeHtml(journalDoi)}</arxiv:doi>\n`;
  const journal = publishedIn && `    <arxiv:journal_ref>${escapeHtml(publishedIn)}</arxiv:journal_ref>\n`;
  const link =
    journalDoi === null
      ? ''
      : `    <link href="https://doi.org/${encodeURI(journalDoi)}" rel="related" title="doi"/>\n`;
  const authors = publication.authors.map(
    (name) => `    <author>\n      <name>${escapeHtml(writeOut(name))}</name>\n    </author>\n`,
  );
  return (
    `  <entry>\n    <id>http://arxiv.org/abs/${id}</id>\n    <title>${escapeHtml(publication.title)}</title>\n    <updated>${updated}</updated>\n` +
    `    <link href="https://arxiv.org/abs/${id}" rel="alternate" type="text/html"/>\n` +
    `    <link href="${origin}/arxiv/pdf/${id}" rel="related" type="application/pdf" title="pdf"/>\n${link}` +
    `    <summary>${escapeHtml(abstractOf(publication))}</summary>\n    <published>${day}</published>\n` +
    `    <arxiv:primary_category term="cs.DL"/>\n${doi}${journal ?? ''}${authors.join('')}  </entry>\n`
  );
}

function renderError(id: string): string {
  const text = `incorrect id format for ${escapeHtml(id)}`;
  return (
    `  <entry>\n    <id>https://arxiv.org/api/errors#incorrect_id_format_for_${encodeURIComponent(id)}</id>\n` +
    `    <title>Error</title>\n    <summary>${text}</summary>\n  </entry>\n`
  );
}
