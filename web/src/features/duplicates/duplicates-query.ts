import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { DuplicateRepair } from '../../api/shapes.ts';

/** Thresholds of a search. */
export interface SearchOptions {
  /** minimum probability in percent that two publications are the same */
  readonly certainty: number;
  /** maximum difference in years */
  readonly years: number;
}

export const DEFAULT_OPTIONS: SearchOptions = { certainty: 60, years: 1 };
const CONFIRMATION = 'MERGE SELECTED DUPLICATES';
const PATH = '/api/v1/admin/db/repairs/publication-near-duplicates';

const bodyOf = ({ certainty, years }: SearchOptions) => ({
  similarity_threshold: certainty / 100,
  max_year_delta: years,
});

/** Searches for near duplicates. Each search is listed as a job, so it starts only on request. */
export function duplicatesQuery(options: SearchOptions) {
  return queryOptions({
    queryKey: ['admin', 'near-duplicates', options],
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }): Promise<DuplicateRepair> =>
      unwrap(api.POST(PATH, { body: { ...bodyOf(options), dry_run: true }, signal })),
  });
}

/** Merges clusters. The summary names those that were skipped because they changed since the search. */
export async function mergeClusters(options: SearchOptions, keys: readonly string[]): Promise<DuplicateRepair> {
  const selection = { selected_cluster_keys: [...keys], confirmation_text: CONFIRMATION };
  const merged = await unwrap(api.POST(PATH, { body: { ...bodyOf(options), ...selection, dry_run: false } }));
  forget(keys);
  return merged;
}

/** Marks clusters as different publications, so that later searches do not find them. */
export async function dismissClusters(keys: readonly string[]): Promise<void> {
  await unwrap(api.POST(`${PATH}/dismiss`, { body: { cluster_keys: [...keys] } }));
  forget(keys);
}

function forget(keys: readonly string[]): void {
  queryClient.setQueriesData<DuplicateRepair>({ queryKey: ['admin', 'near-duplicates'] }, (found) =>
    found === undefined
      ? found
      : { ...found, clusters: found.clusters.filter(({ cluster_key: key }) => !keys.includes(key)) },
  );
}
