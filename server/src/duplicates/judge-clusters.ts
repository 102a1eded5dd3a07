import { setImmediate } from 'node:timers/promises';
import type { Queries } from '../platform/database/database.ts';
import { listOwners } from '../publications/merge-store.ts';
import { type JudgedCluster, judgeCluster } from './judge-cluster.ts';
import type { SearchTerms } from './near-duplicate.ts';
import { listDismissedPairs, listKnownWorks, listPairsListedApart } from './store.ts';

/** A cluster that holds now, and whether one profile lists two of its works apart. */
export interface StandingCluster extends JudgedCluster {
  readonly isListedApart: boolean;
}

/** Clusters that are read at once. */
const AT_ONCE = 50;

/**
 * Looks at clusters as their works are now; in their order, null for one that is none any more: a work is gone or merged, somebody dismissed a
 * pair of it, its works do not agree by these terms, or two belong to different users.
 */
export async function judgeClusters(
  db: Queries,
  clusters: readonly (readonly number[])[],
  terms: SearchTerms,
): Promise<(StandingCluster | null)[]> {
  const judged: (StandingCluster | null)[] = [];
  for (let from = 0; from < clusters.length; from += AT_ONCE) {
    const batch = clusters.slice(from, from + AT_ONCE);
    const ids = batch.flat();
    const works = new Map((await listKnownWorks(db, ids)).map((work) => [work.id, work]));
    const dismissed = pairTest(await listDismissedPairs(db, ids));
    const owners = await listOwners(db, ids);
    const listedApart = pairTest(await listPairsListedApart(db, ids));
    for (const cluster of batch) {
      const members = cluster.flatMap((id) => works.get(id) ?? []);
      // private publications of two users are never proposed as one
      const isApart = new Set(cluster.flatMap((id) => owners.get(id) ?? [])).size > 1;
      const isWhole = members.length === cluster.length && !dismissed(cluster) && !isApart;
      const found = isWhole ? judgeCluster(members, terms) : null;
      judged.push(found && { ...found, isListedApart: listedApart(cluster) });
      // requests have their turn between
      await setImmediate();
    }
  }
  return judged;
}

/** Tells whether two of the works given are such a pair. */
function pairTest(pairs: readonly { low_id: number; high_id: number }[]) {
  const known = new Set(pairs.map(({ low_id, high_id }) => `${low_id} ${high_id}`));
  return (ids: readonly number[]) => ids.some((low) => ids.some((high) => known.has(`${low} ${high}`)));
}
