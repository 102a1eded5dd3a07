import type { Queries } from '../platform/database/database.ts';
import { OperatorError } from '../platform/errors.ts';
import { listOwners } from '../publications/merge-store.ts';
import { blockWorks } from './block-works.ts';
import { CandidateTable } from './candidate-table.ts';
import { clusterPairs } from './cluster-pairs.ts';
import { comparePairs } from './compare-pairs.ts';
import { floats } from './growing-list.ts';
import type { SearchTerms } from './near-duplicate.ts';
import { MOST_WORKS, PairKeys } from './pair-keys.ts';
import { listDismissedPairs, readCandidates } from './store.ts';

export interface WantedClusters extends SearchTerms {
  readonly maxClusters: number;
}

export interface FoundClusters {
  /** ids of works, the centre's first; the surest clusters first, as many as were asked for */
  readonly clusters: readonly (readonly number[])[];
  readonly clusterCount: number;
  /** works that the clusters have besides their centres */
  readonly duplicateCount: number;
  readonly workCount: number;
  /** how often two works met in a block, how many pairs were compared in full, and how many of them agree */
  readonly metCount: number;
  readonly candidateCount: number;
  readonly matchCount: number;
}

/** Looks through all works for near duplicates. It takes no locks; it holds some 140 bytes a work, and the pairs that are worth a look. */
export async function findClusters(db: Queries, terms: WantedClusters): Promise<FoundClusters> {
  const table = new CandidateTable();
  for await (const row of readCandidates(db)) {
    table.add(row);
    if (table.count > MOST_WORKS) throw new OperatorError(`More than ${MOST_WORKS} works cannot be compared.`);
  }
  const works = table.view();
  const { pairs, metCount } = blockWorks(works, terms);
  const compared = await comparePairs(db, works.ids, pairs, terms);
  const refused = floats();
  for (const pair of compared.refused) refused.push(pair);
  for (const { low_id, high_id } of await listDismissedPairs(db)) {
    const [low, high] = [placeIn(works.ids, low_id), placeIn(works.ids, high_id)];
    if (low !== -1 && high !== -1) refused.push(PairKeys.of(low, high));
  }
  refused.sortUnique();
  const refusedPairs = refused.view();
  const idOf = (place: number) => works.ids[place] ?? 0;
  const matchedIds = [...new Set(compared.matches.flatMap(({ a, b }) => [idOf(a), idOf(b)]))];
  const owners = await listOwners(db, matchedIds);
  const isRefused = (a: number, b: number) => {
    const [ofA, ofB] = [owners.get(idOf(a)), owners.get(idOf(b))];
    // private publications of two users are never proposed as one
    return placeIn(refusedPairs, PairKeys.of(a, b)) !== -1 || (ofA !== undefined && ofB !== undefined && ofA !== ofB);
  };
  const clusters = clusterPairs({ ...compared, isRefused });
  return {
    clusters: clusters.slice(0, terms.maxClusters).map(({ centre, members }) => [centre, ...members].map(idOf)),
    clusterCount: clusters.length,
    duplicateCount: clusters.reduce((sum, { members }) => sum + members.length, 0),
    workCount: works.count,
    metCount,
    candidateCount: pairs.length,
    matchCount: compared.matches.length,
  };
}

/** Where a number stands in an ordered list; -1 when it does not. */
function placeIn(ordered: Float64Array, wanted: number): number {
  let [low, high] = [0, ordered.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const value = ordered[middle] ?? 0;
    if (value === wanted) return middle;
    if (value < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
