import type { Services } from '../platform/http/endpoint.ts';
import { VERSION } from '../platform/version.ts';
import type { ClaimedItem } from '../queue/item.ts';
import { lockClaim, requeueItem, wakeSource } from '../queue/store.ts';
import { fetchProfilePage } from '../sources/google-scholar/fetch-profile-page.ts';
import { settleAnswer } from './settle-answer.ts';

const TIMEOUT_MS = 30_000;

/**
 * Asks the source for the next page of a claimed item and writes the page with all its consequences in one transaction. When the
 * process is stopping the item goes back untouched; when it is killed, whoever recovers the job gives the item back.
 */
export async function crawlPage(services: Services, item: ClaimedItem, signal: AbortSignal): Promise<void> {
  const { config, db, log } = services;
  const answer = await fetchProfilePage({
    baseUrl: config.googleScholar.baseUrl,
    profileId: item.verify?.sourceId ?? item.sourceId,
    startRow: item.verify ? 0 : item.resumeRow,
    pageSize: config.ingestion.pageSize,
    order: 'newest',
    userAgent: `Lectern/${VERSION} (publication tracker${config.contact ? `; mailto:${config.contact}` : ''})`,
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  if (answer.kind === 'unreachable' && signal.aborted) {
    await db.transaction().execute(async (tx) => {
      if (!(await lockClaim(tx, item))) return;
      await requeueItem(tx, item.id, { seconds: 0 }, {});
      await wakeSource(tx, item.source);
    });
    return;
  }
  const reason = answer.kind === 'found' ? null : answer.reason;
  log.debug(
    { queue_item_id: item.id, profile: item.sourceId, row: item.resumeRow, answer: answer.kind, reason },
    'a page was asked for',
  );
  await settleAnswer(services, item, answer);
}
