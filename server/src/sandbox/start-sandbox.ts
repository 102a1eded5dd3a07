import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { sendText } from './answer.ts';
import { controlSandbox, summarise } from './control-sandbox.ts';
import { demoScholars } from './demo-scholars.ts';
import { createFaultBook, type Fault } from './faults/fault.ts';
import { createProfileShelf } from './google-scholar/serve-profile.ts';
import { createLibrary } from './library.ts';
import { createGates } from './limits/gate.ts';
import { type Limits, limitsFrom } from './limits/limits.ts';
import { createCatalogue } from './other-sources/catalogue.ts';
import { renderIndex } from './render-index.ts';
import { createRequestLog, type LoggedRequest } from './request-log.ts';
import { type Desk, routeRequest } from './route-request.ts';
import type { SandboxScholar, ScholarOptions } from './scholar.ts';
import type { Work } from './work.ts';

export interface SandboxOptions {
  /** 0, a free one, without it. */
  readonly port?: number;
  readonly seed?: number;
  readonly scholars?: 'demo' | 'none';
  /**
   * Whether the other sources refuse who asks too often or too much: `true` as the real ones do, an object with some limits of one's own. Without
   * it nobody is refused, and what they say of their limits is so wide that nobody waits.
   */
  readonly limits?: boolean | Partial<Limits>;
}

/** Loopback stand-ins for all sources. */
export interface Sandbox {
  readonly origin: string;
  /** The settings that lead the service here. */
  readonly env: Record<string, string>;
  readonly scholars: readonly SandboxScholar[];
  /** The latest 10,000; photos apart. */
  readonly requests: readonly LoggedRequest[];
  readonly photoRequests: readonly LoggedRequest[];
  requestCount(source?: string): number;
  /** `key` is a profile's id, `photos` for those of all profiles, `name_search` for Google Scholar's search for people, or a source: google_scholar, openalex, crossref, arxiv, unpaywall, europepmc, orcid, publisher, repository. */
  setFault(key: string, fault: Fault | null): void;
  /** A new paper, the profile's newest. */
  addWork(profileId: string, work?: Partial<Work>): Work;
  /** From now on the profile leaves out its first `count` works; 0 shows all of them again. */
  hideWorks(profileId: string, count: number): void;
  addScholar(id: string, works: number, options?: ScholarOptions): SandboxScholar;
  /** Answers, as sound ones, what a fault `hang` held back. */
  release(): void;
  close(): Promise<void>;
}

/** Starts the stand-ins on 127.0.0.1. The same seed gives the same scholars and works on each start. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const library = createLibrary(options.seed ?? 1);
  if (options.scholars !== 'none')
    for (const { id, works, ...rest } of demoScholars) library.addScholar(id, works, rest);
  const desk: Desk = {
    library,
    shelf: createProfileShelf(library),
    catalogue: createCatalogue(library),
    faults: createFaultBook(),
    log: createRequestLog(),
    photoLog: createRequestLog(),
    gates: createGates(limitsFrom(options.limits)),
    held: [],
  };
  const release = () => {
    for (const answer of desk.held.splice(0)) answer();
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', origin);
    if (url.pathname.startsWith('/_sandbox/')) return controlSandbox(desk, release, request, url, response);
    request.resume();
    if (url.pathname === '/') return sendText(response, 200, renderIndex(library.list(), env, origin));
    routeRequest(desk, url, response);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendText(response, 500, `${error}\n`, 'text/plain');
    });
  });
  // A client that keeps its connection must not find it closed between two of its requests.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : options.port}`;
  const env = environmentFor(origin);

  return {
    origin,
    env,
    get scholars() {
      return library.list().map(summarise);
    },
    get requests() {
      return desk.log.latest();
    },
    get photoRequests() {
      return desk.photoLog.latest();
    },
    requestCount: (source) => desk.log.count(source),
    setFault: (key, fault) => desk.faults.set(key, fault),
    addWork: (profileId, work) => library.addWork(profileId, work),
    hideWorks: (profileId, count) => library.hideWorks(profileId, count),
    addScholar: (id, works, given) => summarise(library.addScholar(id, works, given)),
    release,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

function environmentFor(origin: string): Record<string, string> {
  return {
    GOOGLE_SCHOLAR_BASE_URL: origin,
    OPENALEX_BASE_URL: `${origin}/openalex`,
    CROSSREF_BASE_URL: `${origin}/crossref`,
    ARXIV_BASE_URL: `${origin}/arxiv`,
    UNPAYWALL_BASE_URL: `${origin}/unpaywall/v2`,
    EUROPEPMC_BASE_URL: `${origin}/europepmc/webservices/rest`,
    ORCID_BASE_URL: `${origin}/orcid`,
    UNPAYWALL_EMAIL: 'demo@lectern.example',
  };
}
