import type { Services } from '../platform/http/endpoint.ts';
import type { ClaimedItem } from '../queue/item.ts';
import { lockClaim } from '../queue/store.ts';
import type { ProfilePage } from '../sources/google-scholar/profile-page.ts';
import type { SourceAnswer } from '../sources/source.ts';
import { saveGoodAnswer } from '../sources/store.ts';
import { noteFailure, noteStrayFailure } from './note-failure.ts';
import { savePage } from './save-page.ts';
import { settleVerification, suspectSignin } from './verify-profile.ts';

/**
 * Turns an answer into rows, in one transaction that begins with the claim: who has lost it (its process was thought dead, the item was
 * dropped, the scholar deleted) changes nothing. Locks are taken in one order everywhere: scholar, item, profile, identity of
 * works, works, library, source, lookups, PDFs, run, counters, wake-ups.
 */
export async function settleAnswer(
  { config, db, log }: Services,
  item: ClaimedItem,
  answer: SourceAnswer<ProfilePage>,
): Promise<void> {
  const policy = config.ingestion;
  if (answer.kind === 'found') await saveGoodAnswer(db, item.source);
  await db.transaction().execute(async (tx) => {
    const claim = await lockClaim(tx, item);
    if (!claim) {
      log.info({ queue_item_id: item.id }, 'this work was taken over by somebody else, or taken away');
      // a sign-in page may only mean that there is no such profile
      if (answer.kind !== 'found' && answer.reason !== 'signin')
        await noteStrayFailure(tx, item.source, answer, policy);
      return;
    }
    const step = { ...item, ...claim };
    if (item.verify) return settleVerification(tx, step, answer, policy);
    if (answer.kind === 'found') return savePage(tx, step, answer.value, config);
    if (answer.kind === 'blocked' && answer.reason === 'signin') return suspectSignin(tx, step, policy);
    return noteFailure(tx, step, answer, policy);
  });
}
