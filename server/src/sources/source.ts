/** The source of profiles, by its name in tables. */
export const GOOGLE_SCHOLAR = 'google_scholar';
/** The photos of profiles. They have their own cooldown, so a refused photo does not stop crawls. */
export const GOOGLE_SCHOLAR_PHOTOS = 'google_scholar_photos';
/**
 * The name search, which has needed a sign-in since May 2025. It has its own cooldown, because a refused search does
 * not affect profiles.
 */
export const GOOGLE_SCHOLAR_SEARCH = 'google_scholar_search';

/** Why a source has a cooldown. */
export type CooldownReason = 'blocked_failure_threshold_exceeded' | 'network_failure_threshold_exceeded';

/**
 * The outcome of a request to a source. It is always a value, never an exception. `changed` means that the response has
 * an unknown format. `reason` is a stable snake_case word that operators can search for.
 */
export type SourceResponse<T> =
  | { readonly kind: 'found'; readonly value: T }
  | {
      readonly kind: 'absent';
      readonly reason: string;
      /** authors at the source who may be meant instead */
      readonly candidates?: readonly { readonly id: string; readonly name: string }[];
    }
  | { readonly kind: 'blocked'; readonly reason: string; readonly retryAfterSeconds: number | null }
  | { readonly kind: 'changed'; readonly reason: string }
  | { readonly kind: 'unreachable'; readonly reason: string; readonly retryAfterSeconds: number | null };

const NAMES: Readonly<Record<string, string>> = {
  google_scholar: 'Google Scholar',
  google_scholar_photos: 'Google Scholar (photos)',
  google_scholar_search: 'Google Scholar (name search)',
  openalex: 'OpenAlex',
  crossref: 'Crossref',
  arxiv: 'arXiv',
  datacite: 'DataCite',
  biorxiv: 'bioRxiv and medRxiv',
  unpaywall: 'Unpaywall',
  europepmc: 'Europe PMC',
  orcid: 'ORCID',
  dblp: 'DBLP',
};

/** The name of a source in messages to people. */
export function sourceName(source: string): string {
  return NAMES[source] ?? source;
}
