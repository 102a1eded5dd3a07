import type { Environment } from './environment.ts';
import { isLoopback } from './ip-addresses.ts';
import type { SETTINGS } from './settings.ts';

type Env = Environment<typeof SETTINGS>;

export interface SourceConfig {
  readonly enabled: boolean;
  readonly baseUrl: string;
  /** the minimum time between the starts of two requests, for all users and processes */
  readonly minIntervalSeconds: number;
}

/** The sources besides Google Scholar, which provide identifiers and open PDFs. */
export interface SourcesConfig {
  readonly openalex: SourceConfig & { readonly apiKey: string | null };
  readonly crossref: SourceConfig & { readonly mailto: string | null };
  readonly arxiv: SourceConfig;
  /** these two say what became of preprints */
  readonly datacite: SourceConfig;
  readonly biorxiv: SourceConfig;
  /** requested only with an e-mail address */
  readonly unpaywall: SourceConfig & { readonly email: string | null };
  readonly europepmc: SourceConfig;
  /** these two are requested only for people, never for publications */
  readonly orcid: SourceConfig;
  readonly dblp: SourceConfig;
}

/** Hosts that may be requested although their address is not public. */
export interface OutboundPolicy {
  /** origins of the sources' base URLs that are on loopback */
  readonly exemptOrigins: readonly string[];
  /** `host` or `host:port`, in lower case */
  readonly exemptHosts: readonly string[];
}

/** The sources of publications besides Google Scholar, as settings and tables name them. */
export const OTHER_SOURCES = [
  'openalex',
  'crossref',
  'arxiv',
  'datacite',
  'biorxiv',
  'unpaywall',
  'europepmc',
] as const;
export type OtherSource = (typeof OTHER_SOURCES)[number];
/** All sources besides Google Scholar: those of publications, and those of people. */
export const API_SOURCES = [...OTHER_SOURCES, 'orcid', 'dblp'] as const;
export type ApiSource = (typeof API_SOURCES)[number];

/** The interval with a contact: Crossref then allows three requests a second. */
const POLITE_CROSSREF = { default: 0.34, min: 0.34 };

/** Reads the addresses and rate limits of the other sources. `env` collects the errors. */
export function readSources(env: Env): SourcesConfig {
  const mailto = env.get('CROSSREF_API_MAILTO');
  return {
    openalex: { ...readSource(env, 'OPENALEX'), apiKey: env.get('OPENALEX_API_KEY') },
    crossref: { ...readSource(env, 'CROSSREF', mailto === null ? {} : POLITE_CROSSREF), mailto },
    arxiv: readSource(env, 'ARXIV'),
    datacite: readSource(env, 'DATACITE'),
    biorxiv: readSource(env, 'BIORXIV'),
    unpaywall: { ...readSource(env, 'UNPAYWALL'), email: env.get('UNPAYWALL_EMAIL') },
    europepmc: readSource(env, 'EUROPEPMC'),
    orcid: readSource(env, 'ORCID'),
    dblp: readSource(env, 'DBLP'),
  };
}

function readSource(
  env: Env,
  name: Uppercase<ApiSource>,
  interval: { default?: number; min?: number } = {},
): SourceConfig {
  const baseUrl = env.get(`${name}_BASE_URL`);
  return {
    enabled: env.get(`${name}_ENABLED`),
    baseUrl,
    minIntervalSeconds: env.get(
      `${name}_MIN_INTERVAL_SECONDS`,
      isLoopback(baseUrl) ? { ...interval, min: 0 } : interval,
    ),
  };
}

/** `baseUrls`: those of all sources. */
export function readOutboundPolicy(env: Env, baseUrls: readonly string[]): OutboundPolicy {
  return {
    exemptOrigins: [...new Set(baseUrls.filter(isLoopback).map((url) => new URL(url).origin))],
    exemptHosts: env.get('OUTBOUND_ALLOW_HOSTS'),
  };
}
