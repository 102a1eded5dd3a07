import type { Services } from '../platform/services.ts';
import { getLastListed, saveBaseline } from '../scholars/store.ts';
import { extendLibrary } from './extend-library.ts';
import { handleFailure } from './handle-failure.ts';
import { findImplausible } from './implausible-list.ts';
import { type ClaimedItem, isContinuation } from './queue-item.ts';
import { lockClaim } from './queue-store.ts';
import { endStep } from './run-progress.ts';

/**
 * Settles an item without a request. Somebody's crawl of the same profile finished so recently that its result is also
 * the result for this user.
 */
export async function useFreshCrawl({ db, config, log }: Services, item: ClaimedItem): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const claim = await lockClaim(tx, item);
    if (!claim) return;
    const step = { ...item, runId: claim.runId };
    const reason = await findImplausible(tx, item, null);
    if (reason !== null) return handleFailure(tx, step, { kind: 'changed', reason }, { policy: config.ingestion, log });
    const lastListed = await getLastListed(tx, item.profileId);
    const count = await extendLibrary(tx, step, lastListed);
    await saveBaseline(tx, item);
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
