import type { Tx } from '../platform/database/database.ts';
import { addMergedProfile, saveProfile } from '../scholars/store.ts';
import type { Step } from './queue-item.ts';
import { deleteItem, enqueueCrawls } from './queue-store.ts';
import { endStep } from './run-progress.ts';

/**
 * The source merged an author into another one. Every scholar with the old profile gets the new one, too, and its first crawl. The old profile keeps its
 * listings, so nothing disappears from a library, but it is not crawled again.
 */
export async function followMerge(tx: Tx, item: Step, newSourceId: string): Promise<void> {
  const { source, profileId } = item;
  const added = await addMergedProfile(tx, { oldId: profileId, newId: await saveProfile(tx, source, newSourceId) });
  for (const { userId, ...profile } of added)
    await enqueueCrawls(tx, { userId, profiles: [profile], reason: 'first_crawl', runId: null });
  await deleteItem(tx, item.id);
  await endStep(tx, item, {
    outcome: 'success',
    state: 'ok',
    stateReason: 'merged',
    error: null,
    attempts: 1,
    publications: 0,
    newPublications: 0,
    warnings: [`the source merged ${item.sourceId} into ${newSourceId}`],
    continuationRow: null,
    continues: false,
  });
}
