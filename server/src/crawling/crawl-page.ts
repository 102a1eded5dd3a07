import { isTransient } from '../platform/database/database-errors.ts';
import type { Services } from '../platform/services.ts';
import { saveMissed } from '../publications/record-store.ts';
import type { ClaimContext, CrawledSource } from './crawled-source.ts';
import { handleResponse } from './handle-response.ts';
import type { ClaimedItem } from './queue-item.ts';
import { giveBackClaim } from './queue-store.ts';
import { SuspectPage } from './save-page.ts';

/** When a page without a request slot is tried again. */
const POSTPONED_SECONDS = 2;

/**
 * Requests the page of a claimed item and saves it with all its consequences. The item returns to the queue unchanged
 * if the process stops, or if no request may be sent now.
 */
export async function crawlPage(
  services: Services,
  source: CrawledSource,
  { item, ...context }: ClaimContext & { item: ClaimedItem },
): Promise<void> {
  const { db, log } = services;
  const response = await source.fetchPage(item, context);
  const { aborted: isStopping } = context.signal;
  if (response.kind === 'postponed') return giveBackClaim(db, item, isStopping ? 0 : POSTPONED_SECONDS);
  if (response.kind === 'unreachable' && isStopping) return giveBackClaim(db, item);
  const reason = 'reason' in response ? response.reason : null;
  const page = { queue_item_id: item.id, source: source.name, profile: item.sourceId, row: item.resumeRow };
  log.debug({ ...page, response: response.kind, reason }, 'requested a page');
  try {
    await handleResponse(services, source, item, response);
  } catch (error) {
    if (isTransient(error)) throw error;
    if (error instanceof SuspectPage) {
      if (error.reason === 'rows_missing' || error.reason === 'list_shorter_than_count')
        await saveMissed(db, item.profileId);
      return handleResponse(services, source, item, { kind: 'changed', reason: error.reason });
    }
    // The same page would fail again at once, so it waits like a page that cannot be parsed.
    log.error({ ...page, err: error }, 'a page could not be saved');
    await handleResponse(services, source, item, { kind: 'changed', reason: 'page_not_saved' });
  }
}
