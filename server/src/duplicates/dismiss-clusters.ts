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
 * Remembers that the publications of each cluster are different: no search puts two of them into one cluster again. The
 * audit log has an entry for each pair that was not dismissed before.
 */
export async function dismissClusters(db: Database, operator: Operator, keys: readonly string[]): Promise<Dismissed> {
  return db.transaction().execute(async (tx) => {
    const chosen = [...new Set(keys)].map((key) => ({ key, ids: idsOfKey(key) ?? [] }));
    const all = chosen.flatMap(({ ids }) => ids);
    const known = new Set((await listKnownPublications(tx, all)).map(({ id }) => id));
    const isKnown = ({ ids }: { ids: readonly number[] }) => ids.length > 0 && ids.every((id) => known.has(id));
    const dismissed = chosen.filter(isKnown).map(({ ids }) => ids);
    const unknownKeys = chosen.filter((one) => !isKnown(one)).map(({ key }) => key);
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
