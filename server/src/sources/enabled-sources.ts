import type { Config } from '../platform/config.ts';
import { AUTHOR_SOURCES, type AuthorSource } from './author-list.ts';

/** The sources of authors whose requests are enabled. */
export function enabledSources({
  config,
}: {
  readonly config: Pick<Config, 'googleScholar' | 'sources'>;
}): AuthorSource[] {
  return AUTHOR_SOURCES.filter((name) => isEnabled(config, name));
}

/** Whether requests to a source of authors are enabled. */
export function isEnabled(
  { googleScholar, sources }: Pick<Config, 'googleScholar' | 'sources'>,
  name: AuthorSource,
): boolean {
  return (name === 'google_scholar' ? googleScholar : sources[name]).enabled;
}
