import { showKnown } from '../library/entry-store.ts';
import type { Tx } from '../platform/database/database.ts';
import { addMergedProfile, findScholarOf, saveLinks, saveProfile } from '../scholars/store.ts';
import { handleFailure, type Reporter } from './handle-failure.ts';
import type { Step } from './queue-item.ts';
import { enqueueCrawls } from './queue-store.ts';
import { endStep } from './run-progress.ts';

/**
 * The source merged an author into another one. Every scholar with the old profile gets the new one, too, and its first
 * crawl. The old profile keeps its listings, so nothing disappears from a library, but it is not crawled again. If
 * another scholar of the user has the new profile, or the user rejected it, the scholar has no list any more: that is a
 * failure, and the new profile is suggested, so that the user can join the two scholars.
 */
export async function followMerge(tx: Tx, item: Step, newSourceId: string, reporter: Reporter): Promise<void> {
  const { source, profileId } = item;
  const newId = await saveProfile(tx, source, newSourceId);
  await saveLinks(tx, profileId, [{ source, id: newSourceId }]);
  for (const { userId, ...profile } of await addMergedProfile(tx, { oldId: profileId, newId })) {
    await showKnown(tx, userId, { id: profile.scholarId, profileId: newId });
    await enqueueCrawls(tx, { userId, profiles: [profile], reason: 'first_crawl', runId: null });
  }
  if ((await findScholarOf(tx, item.userId, newId)) !== item.scholarId)
    return handleFailure(tx, item, { kind: 'absent', reason: 'merged' }, reporter);
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
