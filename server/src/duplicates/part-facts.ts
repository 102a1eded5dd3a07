import type { Change } from '../audit/repair-job.ts';
import type { Tx } from '../platform/database/database.ts';
import { showBestIdentifiers } from '../publications/identifier-store.ts';
import { IMPORT } from '../publications/imported.ts';
import { clearImported } from '../publications/imported-store.ts';
import { handOnFacts, isTakenOver, partFacts } from '../publications/join-facts.ts';
import * as store from '../publications/merge-store.ts';
import type { MERGE } from './merge-action.ts';
import type { MergeChange } from './merge-facts.ts';
import type { Parting } from './part-places.ts';

/**
 * Gives the winner its facts back, when all that leads to the works is apart. A row of a source that took over what nobody but imports knew, by what is
 * a loser's again, takes over that loser instead. Returns also the works that are to be searched for anew, since they are others than they were
 * searched for as.
 */
export async function partFactsOf(
  tx: Tx,
  { winnerId, loserIds }: Parting,
  before: store.MergedWorkRow,
  { before: was, after: became }: MergeChange<typeof MERGE.facts>,
): Promise<{ changes: Change[]; searchedAnew: number[] }> {
  const keys = await store.listRowsOf(tx, 'source_key', [winnerId, ...loserIds]);
  const nameOf = ({ source, key }: (typeof keys)[number]) => `${source}:${key}`;
  const ownKeys = new Set(keys.filter((key) => key.publication_id === winnerId && key.source !== IMPORT).map(nameOf));
  const heirId = keys.find((key) => nameOf(key) === before.origin_key)?.publication_id;
  const heir = (await store.listWorkRows(tx, loserIds)).find(({ id }) => id === heirId);
  const isHandedOn =
    heir !== undefined && ownKeys.size === 0 && isTakenOver(before, became) && isTakenOver(before, heir);
  const parted = isHandedOn ? { ...before, ...was, id: winnerId } : partFacts(before, was, became, ownKeys);
  await store.saveWorkRow(tx, parted);
  if (isHandedOn) {
    await store.saveWorkRow(tx, handOnFacts(before, heir));
    await clearImported(tx, [{ id: heir.id, url: null }]);
  }
  const changed = isHandedOn ? [winnerId, heir.id] : [winnerId];
  await showBestIdentifiers(tx, changed);
  const now = await store.listWorkRows(tx, changed);
  const earlier = isHandedOn ? [before, heir] : [before];
  const changes = earlier.flatMap((work) => {
    const after = now.find(({ id }) => id === work.id);
    return after ? [{ action: 'undo.facts', publicationId: work.id, before: { ...work }, after: { ...after } }] : [];
  });
  return { changes, searchedAnew: isHandedOn ? changed : [] };
}
