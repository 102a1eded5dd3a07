import type { ServerResponse } from 'node:http';
import type { Fault, Faults } from './faults/fault.ts';
import { googleScholarRefusals } from './faults/google-scholar-refusals.ts';
import { otherSourceRefusals, poisonData } from './faults/other-source-refusals.ts';
import { renderPoisonRows } from './faults/poison-rows.ts';
import { unrelatedPage } from './faults/refusals.ts';
import { loopAddress, sendFault } from './faults/send-fault.ts';
import { handleGoogleScholar, type ProfilePages } from './google-scholar/handle-google-scholar.ts';
import type { Library } from './library.ts';
import type { PublicationRef } from './listing.ts';
import { handleArxiv } from './other-sources/arxiv.ts';
import { handleBiorxiv } from './other-sources/biorxiv.ts';
import type { Catalog } from './other-sources/catalog.ts';
import { handlePublisher, handleRepository } from './other-sources/copies.ts';
import { handleCrossref } from './other-sources/crossref.ts';
import { handleDatacite } from './other-sources/datacite.ts';
import { handleDblp } from './other-sources/dblp.ts';
import { handleEuropePmc } from './other-sources/europepmc.ts';
import { handleOpenAlex } from './other-sources/openalex.ts';
import { handleOrcid } from './other-sources/orcid.ts';
import { handleRetractionWatch } from './other-sources/retraction-watch.ts';
import { handleUnpaywall } from './other-sources/unpaywall.ts';
import type { Publication } from './publication.ts';
import type { RequestLog } from './request-log.ts';
import { redirect, type SourceResponse, sendResponse, sendText, textResponse } from './response.ts';

export interface SandboxState {
  readonly library: Library;
  /** Adds a publication that appears at Google Scholar first. */
  readonly publish: (profileId: string, publication: Partial<Publication>) => Publication;
  /** Changes what became of an added publication. Returns it, or undefined if that cannot become of it. */
  readonly change: (ref: PublicationRef, change: string) => Publication | undefined;
  readonly pages: ProfilePages;
  readonly catalog: Catalog;
  readonly faults: Faults;
  readonly log: RequestLog;
  /** Photos have their own log and fault, because they are not part of a crawl. */
  readonly photoLog: RequestLog;
  /** The requests that a fault `hang` holds. */
  readonly held: (() => void)[];
}

/** OpenAlex reports its daily budget in headers. This one is so large that no test or demo uses it up. */
const openAlexBudget = {
  'x-ratelimit-limit': '100000000',
  'x-ratelimit-remaining': '100000000',
  'x-ratelimit-reset': '86400',
};

/** The source to which a path belongs, or undefined. */
function sourceOf(path: string): string | undefined {
  const first = path.split('/')[1] ?? '';
  if (first === 'citations' || first === 'scholar') return 'google_scholar';
  return otherSources.find((source) => source === first);
}

/** Handles a request to one of the sources, with a fault if one is set for the profile or the source. */
export function routeRequest(state: SandboxState, url: URL, response: ServerResponse, body = ''): ServerResponse {
  const source = sourceOf(url.pathname);
  if (source === undefined) return sendText(response, 404, 'Not found\n', 'text/plain');
  const isPhoto = url.searchParams.get('view_op')?.endsWith('_photo') === true;
  (isPhoto ? state.photoLog : state.log).add(source, url);
  if (url.searchParams.has('sandbox_loop')) return redirect(response, loopAddress(url));
  const profileId = url.searchParams.get('user') ?? '';
  const isSearch = url.searchParams.get('view_op') === 'search_authors';
  const fault = state.faults.take(...(isPhoto ? ['photos'] : isSearch ? ['name_search', source] : [profileId, source]));
  const handle = source === 'google_scholar' ? handleScholar : handleOther;
  return handle(state, { source, url, body, profileId, response, fault });
}

interface Routed {
  readonly source: string;
  readonly url: URL;
  /** of a POST */
  readonly body: string;
  readonly profileId: string;
  readonly response: ServerResponse;
  readonly fault: Fault | undefined;
}

function handleScholar(state: SandboxState, { url, profileId, response, fault }: Routed): ServerResponse {
  const { library, pages } = state;
  const send = (extraRows: readonly string[] = []) => handleGoogleScholar(library, pages, url, response, extraRows);
  if (fault === undefined) return send();
  const normalResponse = () =>
    textResponse(200, pages.page({ ...wholePage, id: profileId }, url.origin) ?? unrelatedPage);
  return sendFault(fault, {
    url,
    response,
    normalResponse,
    refusals: googleScholarRefusals(url, normalResponse),
    hold: () => holdBack(state, response, send),
    sendPoisoned: () => send(renderPoisonRows(profileId, fault.rows)),
  });
}

const wholePage = { order: 'citations', cstart: 0, pagesize: 100 } as const;

function handleOther(state: SandboxState, { source, url, body, response, fault }: Routed): ServerResponse {
  const normalResponse = () => handleOtherSource(source, state.catalog, url, body);
  const send = () => {
    const normal = normalResponse();
    return sendResponse(
      response,
      source === 'openalex' ? { ...normal, headers: { ...openAlexBudget, ...normal.headers } } : normal,
    );
  };
  if (fault === undefined) return send();
  return sendFault(fault, {
    url,
    response,
    normalResponse,
    refusals: otherSourceRefusals(source, url, normalResponse),
    hold: () => holdBack(state, response, send),
    sendPoisoned: () => sendResponse(response, poisonData(normalResponse())),
  });
}

function holdBack(state: SandboxState, response: ServerResponse, send: () => void): ServerResponse {
  state.held.push(() => send());
  return response;
}

const handlers: ReadonlyMap<string, (catalog: Catalog, url: URL, body: string) => SourceResponse> = new Map([
  ['openalex', handleOpenAlex],
  ['crossref', handleCrossref],
  ['arxiv', handleArxiv],
  ['datacite', handleDatacite],
  ['biorxiv', handleBiorxiv],
  ['unpaywall', handleUnpaywall],
  ['europepmc', handleEuropePmc],
  ['orcid', handleOrcid],
  ['dblp', handleDblp],
  ['retraction_watch', handleRetractionWatch],
  ['publisher', handlePublisher],
  ['repository', handleRepository],
]);

/** All sources but Google Scholar. `publisher` and `repository` keep copies of publications. */
export const otherSources: readonly string[] = [...handlers.keys()];

/** The normal response of a source other than Google Scholar. */
function handleOtherSource(source: string, catalog: Catalog, url: URL, body: string): SourceResponse {
  return handlers.get(source)?.(catalog, url, body) ?? textResponse(404, 'Not found\n', 'text/plain');
}
