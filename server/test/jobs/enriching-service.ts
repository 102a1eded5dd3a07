import type { Publication } from '@lectern/sandbox';
import { type Shown, untilEnriched } from '../support/enrichment.ts';
import { ONE, type Service, type ServiceOptions, serviceOfFile } from '../support/service.ts';
import { relayOfProcess, type SeenRequest, type StubResponse } from './source-relay.ts';

const RELAYED = ['openalex', 'crossref', 'arxiv', 'datacite', 'biorxiv', 'unpaywall'] as const;
export type RelayedSource = (typeof RELAYED)[number];

export interface EnrichingService extends Service {
  /** The requests to a source, in their order. */
  seen(source: RelayedSource): readonly SeenRequest[];
  /** The maximum number of concurrent requests to it. */
  maxAtOnce(source: RelayedSource): number;
  /** Lets the administrator's scholar list a publication. */
  add(publication: Partial<Publication>): Publication;
  /** Adds publications, lets a crawl find them, and waits until all were enriched. Returns all by title. */
  enrich(...publications: readonly Partial<Publication>[]): Promise<Shown[]>;
}

/** A response that replaces that of the stand-in for the request, the n-th to that source. */
export type Answers = Partial<
  Record<RelayedSource, (request: SeenRequest, number: number) => StubResponse | undefined>
>;

const sourceOf = ({ path }: SeenRequest) => path.split(/[/?]/)[1] ?? '';

/**
 * One service with all sources and the scholar ONE for the tests of a file, and a relay in front of most API sources. A
 * test says what the relay answers.
 */
export async function enrichingOfFile(
  options: Omit<ServiceOptions, 'sources'> = {},
): Promise<(answers?: Answers) => Promise<EnrichingService>> {
  const relay = await relayOfProcess();
  const urls = RELAYED.map((source) => [
    `${source.toUpperCase()}_BASE_URL`,
    `${relay.origin}/${source}${source === 'unpaywall' ? '/v2' : ''}`,
  ]);
  const env = { ...Object.fromEntries(urls), ...options.env };
  const open = serviceOfFile({ scholar: 'untracked', ...options, env, sources: 'all' });
  const seen = (source: string) => relay.seen.filter((one) => sourceOf(one) === source);
  return async (answers = {}) => {
    const service = await open();
    const { sandbox, admin, collect, runToEnd } = service;
    relay.use((request) => {
      const source = RELAYED.find((one) => one === sourceOf(request));
      return source && answers[source]?.(request, seen(source).length);
    }, sandbox.origin);
    let count = 0;
    let isTracked = options.scholar === 'collected';
    const add = (publication: Partial<Publication>) => {
      count += 1;
      return sandbox.addPublication(ONE, publication);
    };
    const enrich = async (...publications: readonly Partial<Publication>[]) => {
      for (const publication of publications) add(publication);
      if (isTracked) await runToEnd(admin);
      else await collect(admin, [ONE]);
      isTracked = true;
      return untilEnriched(admin, count);
    };
    return { ...service, seen, maxAtOnce: (source) => relay.maxAtOnce(`/${source}`), add, enrich };
  };
}
