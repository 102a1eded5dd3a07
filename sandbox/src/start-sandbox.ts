import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { restoreAdditions, saveAdditions } from './additions.ts';
import { controlSandbox, summarize } from './control.ts';
import { createFaults, type Fault } from './faults/fault.ts';
import { listMissingPapers } from './first-day.ts';
import { handleForm } from './front-page/handle-form.ts';
import { renderFrontPage } from './front-page/render-front-page.ts';
import { createProfilePages } from './google-scholar/handle-google-scholar.ts';
import type { ChangeKind } from './history.ts';
import { inboxPath, showInbox } from './inbox/show-inbox.ts';
import { type Inbox, type InboxMail, startInbox } from './inbox/start-inbox.ts';
import { createLibrary } from './library.ts';
import type { PublicationRef } from './listing.ts';
import { createCatalog } from './other-sources/catalog.ts';
import type { Publication } from './publication.ts';
import { readText } from './read-text.ts';
import { createRequestLog, type LoggedRequest } from './request-log.ts';
import { sendResponse, sendText } from './response.ts';
import { routeRequest, type SandboxState } from './routes.ts';
import { demoScholars, type SandboxScholar, type ScholarOptions } from './scholar.ts';
import { createZotero, type Zotero } from './zotero/zotero.ts';

interface SandboxOptions {
  /** By default any free port. */
  readonly port?: number;
  readonly scholars?: 'demo' | 'none';
  /** Whether mail can be sent to it, too. */
  readonly hasInbox?: boolean;
  /** A file that keeps added publications. The next start with it lists them again. */
  readonly additionsFile?: string;
}

/** Stand-ins for all sources on 127.0.0.1. */
export interface Sandbox {
  readonly origin: string;
  /** The settings that make the service use the sandbox. */
  readonly env: Record<string, string>;
  /** The mails that arrived, the newest first. */
  readonly mails: readonly InboxMail[];
  readonly zotero: Zotero;
  readonly scholars: readonly SandboxScholar[];
  /** The latest 10,000 requests, without those for photos. */
  readonly requests: readonly LoggedRequest[];
  readonly photoRequests: readonly LoggedRequest[];
  requestCount(source?: string): number;
  /**
   * Sets or removes a fault. `key` is a profile's id, `photos` for all photos, `name_search` for Google Scholar's
   * search for people, or a source: google_scholar, openalex, crossref, arxiv, datacite, biorxiv, unpaywall,
   * europepmc, orcid, dblp, retraction_watch, publisher, repository.
   */
  setFault(key: string, fault: Fault | null): void;
  /** Adds a publication, which becomes the profile's newest. */
  addPublication(profileId: string, publication?: Partial<Publication>): Publication;
  /** Changes what became of an added publication. Returns it, or undefined if that cannot become of it. */
  change(publication: PublicationRef, change: ChangeKind): Publication | undefined;
  /** Adds the papers of the demo's first day that their profiles do not list yet. */
  publishFirstDay(): void;
  /** Hides the first `count` publications of the profile; 0 shows all of them again. */
  hidePublications(profileId: string, count: number): void;
  /** Lists all publications of a scholar on the Google Scholar profile, also those that only other sources had. */
  listAtGoogleScholar(profileId: string): void;
  /** Makes OpenAlex merge an author into another one, delete it (`null`), or have it again (`undefined`). */
  moveAuthor(profileId: string, into?: string | null): void;
  addScholar(id: string, publications: number, options?: ScholarOptions): SandboxScholar;
  /** Responds to the requests that a fault `hang` holds. */
  release(): void;
  close(): Promise<void>;
}

/** Starts the stand-ins. Each start has the same scholars and publications. Rejects if the port is in use. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const library = createLibrary();
  if (options.scholars !== 'none')
    for (const { id, publications, ...rest } of demoScholars) library.addScholar(id, publications, rest);
  const { additionsFile } = options;
  if (additionsFile !== undefined) restoreAdditions(library, additionsFile);
  const addPublication = (profileId: string, publication?: Partial<Publication>) => {
    const added = library.addPublication(profileId, publication);
    if (additionsFile !== undefined) saveAdditions(library, additionsFile);
    return added;
  };
  const publish = (profileId: string, publication: Partial<Publication>) =>
    // a first crawl of another list would make it a publication of the past
    addPublication(profileId, { ...publication, isMissingInOtherLists: true });
  const change: SandboxState['change'] = (ref, wanted) => {
    const changed = library.changePublication(ref, wanted);
    if (changed !== undefined && additionsFile !== undefined) saveAdditions(library, additionsFile);
    return changed;
  };
  const state: SandboxState = {
    library,
    publish,
    change,
    pages: createProfilePages(library),
    catalog: createCatalog(library),
    faults: createFaults(),
    log: createRequestLog(),
    photoLog: createRequestLog(),
    held: [],
  };
  const zotero = createZotero();
  const release = () => {
    for (const send of state.held.splice(0)) send();
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', origin);
    if (inbox && (url.pathname === inboxPath || url.pathname.startsWith(`${inboxPath}/`)))
      return showInbox(inbox.mails, url.pathname, response);
    if (isFromElsewhere(request)) return sendText(response, 403, 'Another site sent this request.\n', 'text/plain');
    if (url.pathname === '/' && request.method === 'POST') return handleForm(state, request, response);
    if (url.pathname.startsWith('/_sandbox/')) return controlSandbox(state, release, request, url, response);
    if (url.pathname.startsWith('/zotero/')) {
      state.log.add('zotero', url);
      const { method = 'GET', headers } = request;
      const key = String(headers['zotero-api-key'] ?? url.searchParams.get('key') ?? '');
      const text = await readText(request, 10_000_000);
      const asked = { method, path: url.pathname.slice('/zotero'.length), query: url.searchParams, key, body: text };
      const answer = zotero.handle(asked);
      return answer === 'reset' ? request.socket.resetAndDestroy() : sendResponse(response, answer);
    }
    const body = await readText(request);
    if (url.pathname === '/')
      return sendText(response, 200, renderFrontPage(library, state.faults, { env, origin, url }));
    routeRequest(state, url, response, body);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendText(response, 500, `${error}\n`, 'text/plain');
    });
  });
  // longer than a client's pause between two requests, so that it does not lose its connection
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : options.port}`;
  const inbox = options.hasInbox ? await startInbox() : null;
  const env = environmentFor(origin, inbox);

  return {
    origin,
    env,
    mails: inbox?.mails ?? [],
    zotero,
    get scholars() {
      return library.list().map(summarize);
    },
    get requests() {
      return state.log.latest();
    },
    get photoRequests() {
      return state.photoLog.latest();
    },
    requestCount: (source) => state.log.count(source),
    setFault: (key, fault) => state.faults.set(key, fault),
    addPublication,
    change,
    publishFirstDay() {
      for (const paper of listMissingPapers(library, new Date().getFullYear())) publish(paper.owner, paper);
    },
    hidePublications: (profileId, count) => library.hidePublications(profileId, count),
    listAtGoogleScholar: (profileId) => library.listAtGoogleScholar(profileId),
    moveAuthor: (profileId, into) => library.moveAuthor(profileId, into),
    addScholar: (id, publications, given) => summarize(library.addScholar(id, publications, given)),
    release,
    close: async () => {
      await inbox?.close();
      await new Promise<void>((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      });
    },
  };
}

/** Browsers name the site that sends a form. Scripts do not. */
function isFromElsewhere({ method, headers }: IncomingMessage): boolean {
  return method !== 'GET' && headers.origin !== undefined && headers.origin !== `http://${headers.host}`;
}

function environmentFor(origin: string, inbox: Inbox | null): Record<string, string> {
  return {
    GOOGLE_SCHOLAR_BASE_URL: origin,
    OPENALEX_BASE_URL: `${origin}/openalex`,
    CROSSREF_BASE_URL: `${origin}/crossref`,
    ARXIV_BASE_URL: `${origin}/arxiv`,
    DATACITE_BASE_URL: `${origin}/datacite`,
    BIORXIV_BASE_URL: `${origin}/biorxiv`,
    UNPAYWALL_BASE_URL: `${origin}/unpaywall/v2`,
    EUROPEPMC_BASE_URL: `${origin}/europepmc/webservices/rest`,
    ORCID_BASE_URL: `${origin}/orcid`,
    DBLP_BASE_URL: `${origin}/dblp`,
    RETRACTION_WATCH_URL: `${origin}/retraction_watch/list.csv`,
    ZOTERO_URL: `${origin}/zotero`,
    UNPAYWALL_EMAIL: 'demo@lectern.example',
    ...(inbox ? { SMTP_URL: inbox.smtpUrl, MAIL_FROM: 'Lectern <news@lectern.example>' } : {}),
  };
}
