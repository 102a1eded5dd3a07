import { queryOptions } from '@tanstack/react-query';
import { api, take } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { DuplicateRepair } from '../../api/shapes.ts';

/** What counts as a near duplicate; as the service has it where nothing is said. */
export interface Terms {
  /** the least probability, in hundredths, that two works are one */
  readonly sure: number;
  /** how many years they may be apart */
  readonly years: number;
}

export const DEFAULT_TERMS: Terms = { sure: 60, years: 1 };
const CONFIRMATION = 'MERGE SELECTED DUPLICATES';
const PATH = '/api/v1/admin/db/repairs/publication-near-duplicates';

const bodyOf = ({ sure, years }: Terms) => ({ similarity_threshold: sure / 100, max_year_delta: years });

/** What a search found. Each search is a job that others see: one is made only when somebody asks for it. */
export function duplicatesQuery(terms: Terms) {
  return queryOptions({
    queryKey: ['admin', 'near-duplicates', terms],
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: ({ signal }): Promise<DuplicateRepair> =>
      take(api.POST(PATH, { body: { ...bodyOf(terms), dry_run: true }, signal })),
  });
}

/** Merges clusters; those that changed since the search are passed over, and told in the summary. */
export async function mergeClusters(terms: Terms, keys: readonly string[]): Promise<DuplicateRepair> {
  const choice = { selected_cluster_keys: [...keys], confirmation_text: CONFIRMATION };
  const merged = await take(api.POST(PATH, { body: { ...bodyOf(terms), ...choice, dry_run: false } }));
  forget(keys);
  return merged;
}

/** Never again finds these as near duplicates. */
export async function dismissClusters(keys: readonly string[]): Promise<void> {
  await take(api.POST(`${PATH}/dismiss`, { body: { cluster_keys: [...keys] } }));
  forget(keys);
}

function forget(keys: readonly string[]): void {
  queryClient.setQueriesData<DuplicateRepair>({ queryKey: ['admin', 'near-duplicates'] }, (found) =>
    found === undefined
      ? found
      : { ...found, clusters: found.clusters.filter(({ cluster_key: key }) => !keys.includes(key)) },
  );
}
