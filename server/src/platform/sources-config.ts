import type { Environment } from './environment.ts';
import { isLoopback } from './is-loopback.ts';
import { parseUrl } from './parse-url.ts';

export interface SourceConfig {
  readonly enabled: boolean;
  readonly baseUrl: string;
  /** between the beginnings of two requests, for all users and services */
  readonly minIntervalSeconds: number;
}

export interface SourcesConfig {
  readonly openalex: SourceConfig & { readonly apiKey: string | null };
  readonly crossref: SourceConfig & { readonly mailto: string | null };
  readonly arxiv: SourceConfig;
  /** asked only with an e-mail address */
  readonly unpaywall: SourceConfig & { readonly email: string | null };
  readonly europepmc: SourceConfig;
  /** asked for people alone, never for works */
  readonly orcid: SourceConfig;
}

/** What lies outside and may be asked though its address is not public. */
export interface OutboundPolicy {
  /** origins of the sources' base URLs that are on loopback */
  readonly exemptOrigins: readonly string[];
  /** `host` or `host:port`, in lower case */
  readonly exemptHosts: readonly string[];
}

/**
 * Where the other sources are, and the least distance between two requests that each allows: OpenAlex 100 a second (we take ten), Crossref one
 * search a second, three for who names an address (https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/),
 * arXiv one in three seconds (https://info.arxiv.org/help/api/tou.html), Unpaywall 100,000 a day (https://unpaywall.org/products/api), Europe PMC
 * ten a second and 500 a minute, ORCID twelve a second (https://info.orcid.org/ufaqs/what-are-the-api-limits; we take four).
 */
const SOURCES = {
  openalex: { url: 'https://api.openalex.org', seconds: 0.1, floor: 0.01 },
  crossref: { url: 'https://api.crossref.org', seconds: 1, floor: 1 },
  arxiv: { url: 'https://export.arxiv.org', seconds: 3, floor: 3 },
  unpaywall: { url: 'https://api.unpaywall.org/v2', seconds: 0.2, floor: 0.1 },
  europepmc: { url: 'https://www.ebi.ac.uk/europepmc/webservices/rest', seconds: 0.15, floor: 0.12 },
  orcid: { url: 'https://pub.orcid.org', seconds: 0.25, floor: 0.1 },
} as const;
/** The sources of works besides Google Scholar, as settings and tables name them. */
export const OTHER_SOURCES = [
  'openalex',
  'crossref',
  'arxiv',
  'unpaywall',
  'europepmc',
] as const satisfies readonly (keyof typeof SOURCES)[];
export type OtherSource = (typeof OTHER_SOURCES)[number];
/** All sources besides Google Scholar: those of works, and who is asked for people. */
export const API_SOURCES = [...OTHER_SOURCES, 'orcid'] as const;
export type ApiSource = (typeof API_SOURCES)[number];
const POLITE_CROSSREF = { seconds: 0.34, floor: 0.34 };

/** Where the other sources are and how they are asked. What is wrong is told by `env`. */
export function readSources(env: Environment): SourcesConfig {
  const mailto = readEmail(env, 'CROSSREF_API_MAILTO');
  return {
    openalex: { ...readSource(env, 'openalex'), apiKey: readApiKey(env, 'OPENALEX_API_KEY') },
    // who names an address may ask three times as often
    crossref: { ...readSource(env, 'crossref', mailto === null ? {} : POLITE_CROSSREF), mailto },
    arxiv: readSource(env, 'arxiv'),
    unpaywall: readUnpaywall(env),
    europepmc: readSource(env, 'europepmc'),
    orcid: readSource(env, 'orcid'),
  };
}

function readUnpaywall(env: Environment): SourcesConfig['unpaywall'] {
  const source = readSource(env, 'unpaywall');
  if (!source.baseUrl.endsWith('/v2')) env.reject('UNPAYWALL_BASE_URL', 'must end in /v2');
  return { ...source, email: readEmail(env, 'UNPAYWALL_EMAIL') };
}

function readApiKey(env: Environment, name: string): string | null {
  const key = env.secret(name)?.trim() || null;
  if (key !== null && !/^[!-~]+$/.test(key)) env.reject(name, 'must be plain ASCII without blanks');
  return key;
}

function readSource(
  env: Environment,
  source: ApiSource,
  pace: { seconds?: number; floor?: number } = {},
): SourceConfig {
  const name = source.toUpperCase();
  const { url, seconds, floor } = { ...SOURCES[source], ...pace };
  const baseUrl = env.httpUrl(`${name}_BASE_URL`, url);
  return {
    enabled: env.flag(`${name}_ENABLED`, true),
    baseUrl,
    minIntervalSeconds: env.number(`${name}_MIN_INTERVAL_SECONDS`, seconds, {
      min: isLoopback(baseUrl) ? 0 : floor,
      max: 3600,
      whole: false,
    }),
  };
}

function readEmail(env: Environment, name: string): string | null {
  const email = env.text(name);
  // it goes into the User-Agent, where nothing else can stand
  if (email === null || /^[!-?A-~]+@[!-?A-~]+$/.test(email)) return email;
  env.reject(name, 'must be an e-mail address in plain ASCII');
  return null;
}

/** `baseUrls`: of all sources. */
export function readOutboundPolicy(env: Environment, baseUrls: readonly string[]): OutboundPolicy {
  const hosts = (env.text('OUTBOUND_ALLOW_HOSTS') ?? '').split(',').flatMap((part) => part.trim().toLowerCase() || []);
  for (const host of hosts) {
    if (host.includes('*') || parseUrl(`http://${host}`)?.host !== host) {
      env.reject(
        'OUTBOUND_ALLOW_HOSTS',
        `must be hosts like files.example.org or 10.0.0.5:8080, separated by commas; "${host}" is none`,
      );
    }
  }
  return {
    exemptOrigins: [...new Set(baseUrls.filter(isLoopback).map((url) => new URL(url).origin))],
    exemptHosts: hosts,
  };
}
