import type { Services } from '../platform/http/endpoint.ts';
import { getListed, saveLook } from '../scholars/store.ts';
import { addFinds } from './add-finds.ts';
import { type ClaimedItem, isContinuation } from './queue-item.ts';
import { deleteItem, lockClaim } from './queue-store.ts';
import { endStep } from './run-progress.ts';

/**
 * Does the work of an item without a request: its profile was read to its stop or to the end so lately, for whomever, that what was found
 * then is this user's answer, too.
 */
export async function useFreshLook({ db }: Services, item: ClaimedItem): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const claim = await lockClaim(tx, item);
    if (!claim) return;
    const step = { ...item, runId: claim.runId };
    const { lastListed, label } = await getListed(tx, item.profileId);
    const count = await addFinds(tx, step, { upToNumber: lastListed, scholarLabel: label });
    await saveLook(tx, item.scholarId, { listing: lastListed, finished: true });
    await deleteItem(tx, item.id);
    await endStep(tx, step, {
      outcome: 'success',
      state: 'ok',
      stateReason: 'fresh',
      error: null,
      attempts: 0,
      publications: 0,
      newPublications: count,
      warnings: [],
      continuationRow: null,
      continues: false,
      cleared: isContinuation(item),
    });
  });
}
