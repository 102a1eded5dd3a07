import type { Tx } from '../platform/database/database.ts';
import { refreshDisplays } from '../publications/display.ts';

const BATCH = 1000;

/** Recomputes what publications show. Their ids are in order, so that they are locked in order. */
export async function refreshInBatches(tx: Tx, publicationIds: readonly number[]): Promise<void> {
  for (let from = 0; from < publicationIds.length; from += BATCH)
    await refreshDisplays(tx, publicationIds.slice(from, from + BATCH));
}
