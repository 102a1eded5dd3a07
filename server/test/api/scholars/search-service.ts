import { type Relay, relayOfProcess, type SeenRequest, type StubResponse } from '../../jobs/source-relay.ts';
import { type Service, serviceOfFile } from '../../support/service.ts';

export const ADA = 'AAAAAAAAAAA1';
export const SIGN_IN: StubResponse = {
  status: 302,
  headers: { location: 'https://accounts.google.com/v3/signin/identifier?continue=x' },
  body: '',
};

export interface SearchService extends Service {
  readonly relay: Relay;
  /** Requests for names so far: at Google Scholar, at OpenAlex. */
  requested(): [number, number];
  /** of both sources, as the service knows them */
  readonly origin: string;
  /** for another replica on the same database */
  readonly env: Record<string, string>;
}

export const isScholarSearch = ({ path }: SeenRequest) => path.startsWith('/citations?view_op=search_authors');
export const isOrcidRequest = ({ path }: SeenRequest) => path.startsWith('/orcid/');
export const isOpenAlexSearch = ({ path }: SeenRequest) => path.startsWith('/openalex/authors?');

/** The service with people at both sources. A response from `answer` replaces that of the stand-ins. */
export async function startSearchService({
  env = {},
  scholar,
  openalex,
  orcid,
  workers = 0,
}: {
  env?: Record<string, string>;
  scholar?: () => StubResponse | undefined;
  openalex?: (request: SeenRequest) => StubResponse | undefined;
  orcid?: (request: SeenRequest) => StubResponse | undefined;
  workers?: number;
} = {}): Promise<SearchService> {
  const relay = await relayOfProcess();
  const variables = {
    GOOGLE_SCHOLAR_BASE_URL: relay.origin,
    OPENALEX_BASE_URL: `${relay.origin}/openalex`,
    ORCID_BASE_URL: `${relay.origin}/orcid`,
    SCHOLAR_NAME_SEARCH_MIN_INTERVAL_SECONDS: '0',
    ...env,
  };
  const service = await serviceOfFile({ workers, sources: 'all', env: variables })();
  relay.use((request) => {
    if (isScholarSearch(request)) return scholar?.();
    if (isOrcidRequest(request)) return orcid?.(request);
    return isOpenAlexSearch(request) ? openalex?.(request) : undefined;
  }, service.sandbox.origin);
  const loops = { affiliation: 'University of Loops', emailDomain: 'loops.example', interests: ['graphs', 'loops'] };
  service.sandbox.addScholar(ADA, 3, { name: 'Ada Loopback', ...loops });
  service.sandbox.addScholar('AAAAAAAAAAA2', 1, { name: 'Ada Müller', ...loops });
  const requested = (): [number, number] => [
    relay.seen.filter(isScholarSearch).length,
    relay.seen.filter(isOpenAlexSearch).length,
  ];
  return Object.assign(service, { relay, requested, origin: relay.origin, env: variables });
}

/** The path of a search. */
export function searchFor(query: string, limit?: number): string {
  return `/scholars/search?${new URLSearchParams({ query, ...(limit === undefined ? {} : { limit: String(limit) }) })}`;
}
