import { isTransient } from '../platform/database/transient-errors.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { saveMissed } from '../publications/record-store.ts';
import { fetchProfilePage } from '../sources/google-scholar/fetch-profile-page.ts';
import { marginOf } from '../sources/slot-store.ts';
import { userAgentOf } from '../sources/user-agent.ts';
import { handleResponse } from './handle-response.ts';
import type { ClaimedItem } from './queue-item.ts';
import { giveBackClaim } from './queue-store.ts';
import { SuspectPage } from './save-page.ts';

/** For request and response. The claim lasts 45 seconds, which leaves time to save the page. */
const TIMEOUT_MS = 20_000;

/**
 * Requests the page of a claimed item and saves it with all its consequences. The item returns to the queue unchanged if the process stops. It
 * also returns if the process was delayed, because the request would then be too close to the next one.
 * @param claimedAt `performance.now()` before the claim
 * @param signal aborts when the process has to stop
 */
export async function crawlPage(
  services: Services,
  { item, claimedAt }: { item: ClaimedItem; claimedAt: number },
  signal: AbortSignal,
): Promise<void> {
  const { config, db, log } = services;
  const floorSeconds = config.ingestion.minRequestDelaySeconds;
  const isLate = floorSeconds > 0 && performance.now() - claimedAt > 1000 * marginOf(floorSeconds);
  if (isLate || signal.aborted) return giveBackClaim(db, item);
  const response = await fetchProfilePage({
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
  if (response.kind === 'unreachable' && signal.aborted) return giveBackClaim(db, item);
  const reason = response.kind === 'found' ? null : response.reason;
  const page = { queue_item_id: item.id, profile: item.sourceId, row: item.resumeRow };
  log.debug({ ...page, response: response.kind, reason }, 'requested a page');
  try {
    await handleResponse(services, item, response);
  } catch (error) {
    if (isTransient(error)) throw error;
    if (error instanceof SuspectPage) {
      await saveMissed(db, item.profileId);
      return handleResponse(services, item, { kind: 'changed', reason: 'rows_missing' });
    }
    // The same page would fail again at once, so it waits like a page that cannot be parsed.
    log.error({ ...page, err: error }, 'a page could not be saved');
    await handleResponse(services, item, { kind: 'changed', reason: 'page_not_saved' });
  }
}
