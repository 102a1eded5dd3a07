import type { ServerResponse } from 'node:http';
import { redirect, sendText } from '../answer.ts';
import type { Library } from '../library.ts';
import { drawPhoto } from './draw-photo.ts';
import { renderCitation } from './render-citation.ts';
import { renderSearch } from './render-search.ts';
import type { ProfileRequest, ProfileShelf } from './serve-profile.ts';

/** Answers what begins with /citations as Google Scholar does. */
export function answerGoogleScholar(
  library: Library,
  shelf: ProfileShelf,
  url: URL,
  response: ServerResponse,
  extraRows: readonly string[] = [],
): ServerResponse {
  const query = url.searchParams;
  const operation = query.get('view_op') ?? 'list_works';
  if (operation === 'search_authors') return answerSearch(library, shelf, url, response);
  if (operation.endsWith('_photo')) return sendText(response, 200, drawPhoto(query.get('user') ?? ''), 'image/png');
  if (operation === 'view_citation') return answerCitation(library, url, response);
  const request = readRequest(query);
  const page = shelf.page(request, url.origin, extraRows);
  // An id that nobody has leads to the sign-in page: the real source knows no 404 here.
  if (page === undefined) return redirect(response, signInAddress(url));
  return sendText(response, 200, page, `text/html; charset=${request.ascii ? 'ISO-8859-1' : 'UTF-8'}`);
}

/** Where the source sends those it wants to know by name. */
export function signInAddress(url: URL): string {
  const wanted = encodeURIComponent(`https://scholar.google.com${url.pathname}${url.search}`);
  return `https://accounts.google.com/v3/signin/identifier?continue=${wanted}&flowName=GlifWebSignIn&flowEntry=ServiceLogin`;
}

function readRequest(query: URLSearchParams): ProfileRequest {
  const language = query.get('hl') ?? 'en';
  return {
    id: query.get('user') ?? '',
    order: query.get('sortby') === 'pubdate' ? 'pubdate' : 'citations',
    cstart: readCount(query.get('cstart'), 0, Number.MAX_SAFE_INTEGER),
    pagesize: Math.max(1, readCount(query.get('pagesize'), 20, 100)),
    language: /^[A-Za-z-]{2,8}$/.test(language) ? language : 'en',
    ascii: query.get('oe')?.toUpperCase() === 'ASCII',
  };
}

function readCount(text: string | null, usual: number, most: number): number {
  const count = Number.parseInt(text ?? '', 10);
  return count >= 0 ? Math.min(count, most) : usual;
}

function answerSearch(library: Library, shelf: ProfileShelf, url: URL, response: ServerResponse): ServerResponse {
  const query = (url.searchParams.get('mauthors') ?? '').trim();
  const words = fold(query.replace(/^label:/, '').replaceAll('_', ' '))
    .split(/\s+/)
    .filter(Boolean);
  const found = library.list().filter((scholar) => {
    const text = fold([scholar.name, scholar.shortName, scholar.affiliation, ...scholar.interests].join(' '));
    return words.length > 0 && words.every((word) => text.includes(word));
  });
  const hits = found.map((scholar) => ({ scholar, citations: shelf.totals(scholar).all.citations }));
  hits.sort((a, b) => b.citations - a.citations);
  return sendText(response, 200, renderSearch(query, hits.slice(0, 10), url.origin));
}

/** Letters without their accents: who looks for "Muller" means Müller too. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

function answerCitation(library: Library, url: URL, response: ServerResponse): ServerResponse {
  const page = renderCitation(library, url.searchParams.get('citation_for_view') ?? '', url.origin);
  if (page === undefined) return sendText(response, 404, '<html><body><h1>404</h1></body></html>');
  return sendText(response, 200, page);
}
