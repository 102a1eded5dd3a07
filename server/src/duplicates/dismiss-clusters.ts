import type { Operator } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import type { Database } from '../platform/database/database.ts';
import { idsOfKey } from './cluster-key.ts';
import { insertDismissedPairs, listKnownWorks } from './store.ts';

export interface Dismissed {
  readonly dismissedCount: number;
  /** keys that are none, or whose works are gone or merged */
  readonly unknownKeys: readonly string[];
}

/**
 * Remembers of each cluster that its works are as many works: no search finds two of them in one cluster again. Twice is once. Each pair that was not
 * known to be two works has an entry in the audit log.
 */
export async function dismissClusters(db: Database, operator: Operator, keys: readonly string[]): Promise<Dismissed> {
  return db.transaction().execute(async (tx) => {
    const unknownKeys: string[] = [];
    const dismissed: number[][] = [];
    for (const key of new Set(keys)) {
      const ids = idsOfKey(key) ?? [];
      const isKnown = ids.length > 0 && (await listKnownWorks(tx, ids)).length === ids.length;
      if (isKnown) dismissed.push(ids);
      else unknownKeys.push(key);
    }
    const pairs = await insertDismissedPairs(tx, operator.userId, dismissed.flatMap(pairsOf));
    await writeAudit(
      tx,
      { id: null, operator },
      pairs.map((pair) => ({ action: 'dismiss.pair', publicationId: pair.low_id, before: null, after: pair })),
    );
    return { dismissedCount: dismissed.length, unknownKeys };
  });
}

const pairsOf = (ids: readonly number[]) =>
  ids.flatMap((low, at) => ids.slice(at + 1).map((high) => [low, high] as const));
