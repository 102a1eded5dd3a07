import type { Queries } from '../platform/database/database.ts';
import { idsOfKey } from './cluster-key.ts';
import { judgeClusters, type StandingCluster } from './judge-clusters.ts';
import type { SearchTerms } from './near-duplicate.ts';

export interface ChosenClusters {
  readonly clusters: readonly StandingCluster[];
  /** keys that are none, or whose works are no cluster any more */
  readonly unknownKeys: readonly string[];
}

/** The clusters that keys name, as they are now. */
export async function judgeKeys(db: Queries, keys: readonly string[], terms: SearchTerms): Promise<ChosenClusters> {
  const once = [...new Set(keys)];
  const judged = await judgeClusters(
    db,
    once.map((key) => idsOfKey(key) ?? []),
    terms,
  );
  return {
    clusters: judged.filter((cluster) => cluster !== null),
    unknownKeys: once.filter((_, at) => judged[at] === null),
  };
}
