import type { ServerResponse } from 'node:http';
import type { Library } from '../library.ts';
import { BoundedCache, type Order } from '../listing.ts';
import { codeOf, firstAddedNumber } from '../publication.ts';
import { redirect, sendText } from '../response.ts';
import type { ScholarRecord } from '../scholar.ts';
import { drawPhoto } from './draw-photo.ts';
import { measureCitations, type Totals } from './measure-citations.ts';
import { renderProfile, renderRow } from './render-profile.ts';
import { renderCitation, renderSearch } from './search.ts';

/** Handles `/citations` as Google Scholar does. */
export function handleGoogleScholar(
  library: Library,
  pages: ProfilePages,
  url: URL,
  response: ServerResponse,
  extraRows: readonly string[] = [],
): ServerResponse {
  const query = url.searchParams;
  const operation = query.get('view_op') ?? 'list_works';
  if (operation === 'search_authors') return handleSearch(library, pages, url, response);
  if (operation.endsWith('_photo')) return sendText(response, 200, drawPhoto(query.get('user') ?? ''), 'image/png');
  if (operation === 'view_citation') return handleCitation(library, url, response);
  const request = readRequest(query);
  const page = pages.page(request, url.origin, extraRows);
  // The real source redirects to its sign-in page if no profile has the id.
  if (page === undefined) return redirect(response, signInAddress(url));
  return sendText(response, 200, page);
}

/** The sign-in page to which the source redirects. */
export function signInAddress(url: URL): string {
  const wanted = encodeURIComponent(`https://scholar.google.com${url.pathname}${url.search}`);
  return `https://accounts.google.com/v3/signin/identifier?continue=${wanted}&flowName=GlifWebSignIn&flowEntry=ServiceLogin`;
}

function readRequest(query: URLSearchParams): ProfileRequest {
  return {
    id: query.get('user') ?? '',
    order: query.get('sortby') === 'pubdate' ? 'pubdate' : 'citations',
    cstart: readCount(query.get('cstart'), 0, Number.MAX_SAFE_INTEGER),
    pagesize: Math.max(1, readCount(query.get('pagesize'), 20, 100)),
  };
}

function readCount(text: string | null, usual: number, most: number): number {
  const count = Number.parseInt(text ?? '', 10);
  return count >= 0 ? Math.min(count, most) : usual;
}

function handleSearch(library: Library, pages: ProfilePages, url: URL, response: ServerResponse): ServerResponse {
  const query = (url.searchParams.get('mauthors') ?? '').trim();
  const words = fold(query.replace(/^label:/, '').replaceAll('_', ' '))
    .split(/\s+/)
    .filter(Boolean);
  const found = library.list().filter((scholar) => {
    const text = fold([scholar.name, scholar.shortName, scholar.affiliation, ...scholar.interests].join(' '));
    return words.length > 0 && words.every((word) => text.includes(word));
  });
  const hits = found.map((scholar) => ({ scholar, citations: pages.totals(scholar).all.citations }));
  hits.sort((a, b) => b.citations - a.citations);
  return sendText(response, 200, renderSearch(query, hits.slice(0, 10), url.origin));
}

/** Removes accents, because a search for "Muller" finds Müller too. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

function handleCitation(library: Library, url: URL, response: ServerResponse): ServerResponse {
  const page = renderCitation(library, url.searchParams.get('citation_for_view') ?? '', url.origin);
  if (page === undefined) return sendText(response, 404, '<html><body><h1>404</h1></body></html>');
  return sendText(response, 200, page);
}

interface ProfileRequest {
  readonly id: string;
  readonly order: Order;
  readonly cstart: number;
  readonly pagesize: number;
}

export interface ProfilePages {
  /** The page, or undefined for an unknown scholar. `extraRows` is markup that goes before the rows. */
  page(request: ProfileRequest, origin: string, extraRows?: readonly string[]): Buffer | undefined;
  totals(record: ScholarRecord): Totals;
}

/** Serves the profiles of a library. Rendered rows are cached, because load tests read them many times. */
export function createProfilePages(library: Library): ProfilePages {
  const rows = new BoundedCache<Buffer>(20_000);
  const measured = new BoundedCache<Totals>(2_000);
  const totals = (record: ScholarRecord) =>
    measured.get(`${record.id}/${record.version}`, () => measureCitations(library.listing(record).figures));

  const row = (record: ScholarRecord, position: number): Buffer => {
    const ref = library.refAt(record, position);
    const render = () => {
      const publication = library.publication(ref);
      const code = ref.owner === record.id ? publication.code : codeOf(`${ref.owner}/${ref.n}`);
      return Buffer.from(renderRow(record.id, code, publication));
    };
    // only added publications change
    if (ref.n >= firstAddedNumber) return render();
    const key = `${record.id}/${ref.owner}/${ref.n}/${library.get(ref.owner).coAuthors.length}`;
    return rows.get(key, render);
  };

  return {
    totals,
    page({ id, order, cstart, pagesize }, origin, extraRows = []) {
      const record = library.find(id);
      if (record === undefined) return undefined;
      const listed = library.listing(record)[order];
      const positions = listed.subarray(cstart, cstart + pagesize);
      const shown = Array.from(positions, (position) => row(record, position));
      return renderProfile({
        scholar: record,
        totals: totals(record),
        rows: Buffer.concat([Buffer.from(extraRows.join('')), ...shown]),
        shown: extraRows.length + shown.length,
        before: cstart,
        all: extraRows.length + listed.length,
        origin,
      });
    },
  };
}
