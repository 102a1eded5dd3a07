import type { OtherSource, SourcesConfig } from '../platform/sources-config.ts';

/** Whether a source may be asked: the operator has not switched it off. Unpaywall takes no request without an address, the operator's or a user's own. */
export function mayAsk(sources: SourcesConfig, source: OtherSource, ownEmail: string | null = null): boolean {
  if (!sources[source].enabled) return false;
  return source !== 'unpaywall' || (sources.unpaywall.email ?? ownEmail) !== null;
}
