import type { Tx } from '../platform/database/database.ts';
import { matchPrivate } from '../publications/match.ts';
import { insertMerges } from '../publications/merge-store.ts';
import { findCandidates } from '../publications/record-store.ts';
import { listRecordsAfter } from './match-store.ts';

const BATCH = 1000;

/**
 * Merges publications that the import created into public ones that crawls added meanwhile, as these crawls would after
 * the import. The caller shares the identity lock. Returns how many were merged.
 */
export async function mergeLater(
  tx: Tx,
  userId: number,
  lastRecord: number,
  created: ReadonlySet<number>,
): Promise<number> {
  if (created.size === 0) return 0;
  let count = 0;
  for (let after = lastRecord; ; ) {
    const records = await listRecordsAfter(tx, after, BATCH);
    if (records.length === 0) return count;
    const evidence = records.flatMap((record) => record.evidence);
    const known = await findCandidates(tx, { profileId: null, ownerId: userId }, evidence);
    const matches = matchPrivate(records, known).filter(({ privateId }) => created.has(privateId));
    // they have no entries yet
    await insertMerges(
      tx,
      null,
      matches.map(({ privateId, publicationId }) => ({ fromId: privateId, toId: publicationId })),
    );
    count += matches.length;
    after = records.at(-1)?.id ?? after;
  }
}
