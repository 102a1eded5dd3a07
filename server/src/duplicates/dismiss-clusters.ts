import type { Operator } from '../audit/repair-job.ts';
import { writeAudit } from '../audit/store.ts';
import type { Database } from '../platform/database/database.ts';
import { idsOfKey } from './clusters.ts';
import { insertDismissedPairs, listKnownPublications } from './store.ts';

export interface Dismissed {
  readonly dismissedCount: number;
  /** keys that are not valid, or whose publications are gone or merged */
  readonly unknownKeys: readonly string[];
}

/**
 * Remembers that the publications of each cluster are different: no search puts two of them into one cluster again. The audit log has an entry
 * for each pair that was not dismissed before.
 */
export async function dismissClusters(db: Database, operator: Operator, keys: readonly string[]): Promise<Dismissed> {
  return db.transaction().execute(async (tx) => {
    const unknownKeys: string[] = [];
    const dismissed: number[][] = [];
    for (const key of new Set(keys)) {
      const ids = idsOfKey(key) ?? [];
      const isKnown = ids.length > 0 && (await listKnownPublications(tx, ids)).length === ids.length;
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
