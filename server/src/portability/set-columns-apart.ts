import type { Tx } from '../platform/database/database.ts';
import { findColumns } from '../publications/columns.ts';
import { normalizeTitle } from '../publications/fingerprint.ts';
import { groupBy } from '../publications/group-by.ts';
import { listRepeatedItems, removeFingerprints } from './match-store.ts';

/** Lets staged items of columns match only by keys and identifiers, because the entries of a column are different publications of one title. */
export async function setColumnsApart(tx: Tx): Promise<void> {
  const items = await listRepeatedItems(tx);
  const positions = [...groupBy(items, ({ scholar }) => scholar).values()].flatMap((list) => {
    const columns = findColumns(list);
    return list.filter(({ title }) => columns.has(normalizeTitle(title))).map(({ position }) => position);
  });
  await removeFingerprints(tx, positions);
}
