import type { Database } from '../platform/database/database.ts';
import { isPassing } from '../platform/database/is-database-away.ts';
import type { Services } from '../platform/http/endpoint.ts';
import type { ClaimedItem } from '../queue/item.ts';
import { lockClaim, requeueItem } from '../queue/store.ts';
import { wakeSource } from '../queue/wake-store.ts';
import { fetchProfilePage } from '../sources/google-scholar/fetch-profile-page.ts';
import { mayBeSent } from '../sources/may-be-sent.ts';
import { userAgentOf } from '../sources/user-agent.ts';
import { settleAnswer } from './settle-answer.ts';

const TIMEOUT_MS = 30_000;

/**
 * Asks the source for the next page of a claimed item and writes the page with all its consequences in one transaction. When the
 * process is stopping the item goes back untouched; when it is killed, whoever recovers the job gives the item back.
 */
export async function crawlPage(
  services: Services,
  { item, takenAt }: { item: ClaimedItem; takenAt: Date },
  signal: AbortSignal,
): Promise<void> {
  const { config, db, log } = services;
  const turn = { userId: item.userId, takenAt, itemId: item.id, claimNumber: item.claimNumber };
  if (!(await mayBeSent(db, item.source, turn, config.ingestion.minRequestDelaySeconds))) return giveBack(db, item);
  const answer = await fetchProfilePage({
    baseUrl: config.googleScholar.baseUrl,
    outbound: config.outbound,
    profileId: item.verify?.sourceId ?? item.sourceId,
    startRow: item.verify ? 0 : item.resumeRow,
    pageSize: config.ingestion.pageSize,
    order: 'newest',
    userAgent: userAgentOf(config),
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  if (answer.kind === 'unreachable' && signal.aborted) return giveBack(db, item);
  const reason = answer.kind === 'found' ? null : answer.reason;
  log.debug(
    { queue_item_id: item.id, profile: item.sourceId, row: item.resumeRow, answer: answer.kind, reason },
    'a page was asked for',
  );
  try {
    await settleAnswer(services, item, answer);
  } catch (error) {
    if (isPassing(error)) throw error;
    // asked for again at once it would fail again, and again: it waits like any page that we cannot read
    log.error({ err: error, queue_item_id: item.id, profile: item.sourceId }, 'a page could not be saved');
    await settleAnswer(services, item, { kind: 'changed', reason: 'page_not_saved' });
  }
}

async function giveBack(db: Database, item: ClaimedItem): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockClaim(tx, item))) return;
    await requeueItem(tx, item.id, { seconds: 0 }, {});
    await wakeSource(tx, item.source);
  });
}
