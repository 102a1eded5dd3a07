import type { Tx } from '../platform/database/database.ts';
import { placeOf, type StoredRow } from '../publications/joined-row.ts';
import * as store from '../publications/merge-store.ts';
import type { LoggedMerge } from './read-merge.ts';

/** A user's word on who wrote the winner, and what stands for it when the works are apart. */
export interface PartedClaim {
  readonly userId: number;
  readonly taken: readonly StoredRow[];
  readonly put: readonly StoredRow[];
}

/**
 * What a user said of the winner since the merge, by imports that led to a loser alone, is said of the loser; of the winner, too, when some led to that.
 * What was said of the winner before stays; it is said of the loser as well when that is the only way in which an import can have named it. `claims`
 * are those of the winner before anything was taken apart, `imported` the works that users' files named since.
 */
export async function partClaims(
  tx: Tx,
  winnerId: number,
  claims: readonly StoredRow[],
  { places, own }: LoggedMerge,
  imported: readonly store.Accounted[],
): Promise<PartedClaim[]> {
  const restored = new Set(places.claim.flatMap((one) => one.before.rows.map((row) => placeOf('claim', row))));
  const before = new Set(
    own.flatMap((one) => one.before.claims.map((claim) => placeOf('claim', { ...claim, publication_id: winnerId }))),
  );
  const open = claims.filter((row) => !restored.has(placeOf('claim', row)));
  const isNew = (row: StoredRow) => !before.has(placeOf('claim', row));
  const links = await store.listRowsOf(tx, 'link', [winnerId]);
  const parted = open.flatMap((row) => {
    const userId = Number(row.user_id);
    const named = imported.filter((one) => one.user_id === userId).map((one) => one.publication_id);
    const ofUser = open.filter((one) => one.user_id === row.user_id);
    const isStarred = links.some((link) => link.user_id === row.user_id && link.is_favorite === true);
    // a favorite may have been named without a scholar
    if (!isNew(row) && (ofUser.length > 1 || isStarred)) return [];
    const homes = [...new Set(named)].filter((id) => id !== winnerId).sort((a, b) => a - b);
    if (homes.length === 0) return [];
    const put = homes.map((id) => ({ ...row, publication_id: id }));
    const taken = isNew(row) && !named.includes(winnerId) ? [row] : [];
    return [{ userId, taken, put }];
  });
  await store.replaceRows(
    tx,
    'claim',
    parted.flatMap(({ taken }) => taken),
    parted.flatMap(({ put }) => put),
  );
  return parted;
}
