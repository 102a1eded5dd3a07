import type { Config } from '../platform/config.ts';
import { AUTHOR_SOURCES, type AuthorSource } from './author-list.ts';

/** The sources of authors whose requests are enabled. */
export function enabledSources({
  config,
}: {
  readonly config: Pick<Config, 'googleScholar' | 'sources'>;
}): AuthorSource[] {
  const { googleScholar, sources } = config;
  return AUTHOR_SOURCES.filter((name) => (name === 'google_scholar' ? googleScholar : sources[name]).enabled);
}
