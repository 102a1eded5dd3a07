import type { SearchRequest } from '../lookups/lookup.ts';
import { openSearches } from '../lookups/open-searches.ts';
import { wakeLookups } from '../lookups/wake-lookups.ts';
import type { Tx } from '../platform/database/database.ts';
import type { SourcesConfig } from '../platform/sources-config.ts';

/**
 * Queues works because a person asked for it. Returns those that were queued by this call: not the ones that are searched for already. It ends a
 * transaction, since it wakes those who search.
 */
export async function requestPdfs(
  tx: Tx,
  sources: SourcesConfig,
  publicationIds: readonly number[],
  request: Pick<SearchRequest, 'requestedBy' | 'keysOf' | 'asksAnew' | 'isAwaited'>,
): Promise<readonly number[]> {
  const search = await openSearches(tx, sources, publicationIds, request);
  await wakeLookups(tx, search.sources);
  return search.opened;
}
