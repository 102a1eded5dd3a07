import type { OwnName } from '../library/own-name.ts';
import type { KeptKind } from '../library/owned-kind.ts';
import { countOwned, findNamed } from '../library/owned-store.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { ImportWarnings } from './import-warnings.ts';

/**
 * Adds the views or the rules of a file whose names the user's do not have, in a locked library and in their order.
 * `add` inserts one, or returns why it cannot. Skips these and those beyond the limit. Returns how many were added.
 */
export async function importOwned<Item extends OwnName & { readonly position: number }>(
  tx: Tx,
  userId: number,
  kind: KeptKind,
  items: readonly Item[],
  warnings: ImportWarnings,
  add: (item: Item) => Promise<string | null>,
): Promise<number> {
  const room = kind.maxCount - (await countOwned(tx, userId, kind));
  let added = 0;
  for (const item of items) {
    if ((await findNamed(tx, userId, kind, item.key)) !== undefined) continue;
    const problem =
      added >= room ? `you can have at most ${kind.maxCount} ${kind.noun}s` : await problemOf(() => add(item));
    if (problem === null) added += 1;
    else warnings.skip(`${kind.noun}s[${item.position}]`, problem);
  }
  return added;
}

async function problemOf(add: () => Promise<string | null>): Promise<string | null> {
  try {
    return await add();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.message;
  }
}
