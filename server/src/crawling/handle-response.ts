import type { Tx } from '../platform/database/database.ts';
import type { Services } from '../platform/services.ts';
import { saveProfileFacts, saveSigninResponse } from '../scholars/store.ts';
import type { AuthorListResult } from '../sources/author-list.ts';
import { saveSuccess } from '../sources/store.ts';
import type { CrawledSource } from './crawled-source.ts';
import { awaitBudget, handleFailure, type Reporter, reportStrayFailure } from './handle-failure.ts';
import type { ClaimedItem } from './queue-item.ts';
import { lockClaim, requeueItem } from './queue-store.ts';
import { savePage } from './save-page.ts';

/** A reference profile responded within this time. It shows whether the source still responds to us at all. */
const REFERENCE_DAYS = 30;
/** A profile that used to respond may be gone if it redirects to sign-in this often while other profiles respond. */
const SUSPICIOUS_RESPONSES = 2;

/** A response of the source. */
type Response = Exclude<AuthorListResult, { kind: 'spent' | 'postponed' }>;

/**
 * Turns a response into rows, in one transaction that first checks the fencing token: a worker that lost its claim
 * (because it expired, the item was dropped or the scholar deleted) changes nothing. Every transaction takes locks in
 * one order: scholar, item, profile, identity of publications, publications, library, source, enrichment, run,
 * counters.
 */
export async function handleResponse(
  { config, db, log }: Services,
  source: CrawledSource,
  item: ClaimedItem,
  response: Exclude<AuthorListResult, { kind: 'postponed' }>,
): Promise<void> {
  const reporter = { policy: config.ingestion, log };
  if (response.kind === 'found') await saveSuccess(db, item.source);
  await db.transaction().execute(async (tx) => {
    const claim = await lockClaim(tx, item);
    if (!claim) {
      log.info({ queue_item_id: item.id }, 'the claim on this item was lost; the page is discarded');
      // a redirect to sign-in may only mean that the profile does not exist
      if ('reason' in response && response.reason !== 'signin')
        await reportStrayFailure(tx, item.source, response, reporter);
      return;
    }
    const step = { ...item, ...claim };
    if (response.kind === 'spent') return awaitBudget(tx, step, response.until);
    if (item.verify) return handleReferenceProfile(tx, step, response, reporter);
    if (response.kind === 'found') return savePage(tx, step, response.value, { source, ...config }, reporter);
    if (response.kind === 'blocked' && response.reason === 'signin') return suspectSignin(tx, step, response, reporter);
    return handleFailure(tx, step, response, reporter);
  });
}

/**
 * At Google Scholar a redirect to sign-in means one of two things: we are blocked, or the profile does not exist. For a
 * profile that has responded before it means a block. For any other, one request for a reference profile, which
 * responded recently, decides.
 */
async function suspectSignin(
  tx: Tx,
  item: ClaimedItem,
  response: Response & { kind: 'blocked' },
  reporter: Reporter,
): Promise<void> {
  const evidence = await saveSigninResponse(tx, item.profileId, REFERENCE_DAYS);
  const mayBeGone = evidence.signinResponses >= SUSPICIOUS_RESPONSES && evidence.othersRespondedSince;
  if (evidence.respondedBefore && !mayBeGone) return handleFailure(tx, item, response, reporter);
  if (evidence.referenceProfileId === null)
    return handleFailure(tx, item, { kind: 'absent', reason: 'signin_unverified' }, reporter);
  await requeueItem(tx, item.id, { seconds: 0 }, { verify_profile_id: evidence.referenceProfileId });
}

/**
 * If the reference profile responds, the profile does not exist. If it redirects to sign-in too, we are blocked.
 * Anything else decides nothing.
 */
async function handleReferenceProfile(
  tx: Tx,
  item: ClaimedItem,
  response: Response,
  reporter: Reporter,
): Promise<void> {
  if (response.kind === 'found') {
    if (item.verify) await saveProfileFacts(tx, item.verify.profileId, response.value);
    return handleFailure(tx, item, { kind: 'absent', reason: 'not_found' }, reporter);
  }
  if (response.kind === 'absent')
    return handleFailure(tx, item, { kind: 'absent', reason: 'signin_unverified' }, reporter);
  return handleFailure(tx, item, response, reporter);
}
