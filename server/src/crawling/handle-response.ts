import type { Tx } from '../platform/database/database.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { saveProfileFacts, saveSigninAnswer } from '../scholars/store.ts';
import type { ProfilePage } from '../sources/google-scholar/profile-page.ts';
import type { SourceAnswer } from '../sources/source.ts';
import { saveGoodAnswer } from '../sources/store.ts';
import { handleFailure, type Reporter, reportStrayFailure } from './handle-failure.ts';
import type { ClaimedItem } from './queue-item.ts';
import { lockClaim, requeueItem } from './queue-store.ts';
import { savePage } from './save-page.ts';

/** A profile that answered within this time shows whether the source still answers us at all. */
const WITNESS_DAYS = 30;
/** A profile that used to answer may have been deleted: so many sign-in answers while others answer make it a suspect. */
const SUSPICIOUS_ANSWERS = 2;

type Response = SourceAnswer<ProfilePage>;

/**
 * Turns a response into rows, in one transaction that begins with the fence: a worker that lost its claim (the claim expired, the item was
 * dropped, the scholar deleted) changes nothing. Every transaction takes locks in one order: scholar, item, profile, identity of
 * works, works, library, source, enrichment, run, counters.
 */
export async function handleResponse(
  { config, db, log }: Services,
  item: ClaimedItem,
  response: Response,
): Promise<void> {
  const reporter = { policy: config.ingestion, log };
  if (response.kind === 'found') await saveGoodAnswer(db, item.source);
  await db.transaction().execute(async (tx) => {
    const claim = await lockClaim(tx, item);
    if (!claim) {
      log.info({ queue_item_id: item.id }, 'this worker lost its claim: its page is dropped');
      // a sign-in page may only mean that there is no such profile
      if (response.kind !== 'found' && response.reason !== 'signin')
        await reportStrayFailure(tx, item.source, response, reporter);
      return;
    }
    const step = { ...item, ...claim };
    if (item.verify) return handleWitness(tx, step, response, reporter);
    if (response.kind === 'found') return savePage(tx, step, response.value, config);
    if (response.kind === 'blocked' && response.reason === 'signin') return suspectSignin(tx, step, response, reporter);
    return handleFailure(tx, step, response, reporter);
  });
}

/**
 * A redirect to sign-in means two things at Google Scholar: we are blocked, or the profile does not exist. For a profile that has
 * answered before it is a block. For another one a witness is asked once, with a request slot of its own: a profile that answered lately.
 */
async function suspectSignin(
  tx: Tx,
  item: ClaimedItem,
  response: Response & { kind: 'blocked' },
  reporter: Reporter,
): Promise<void> {
  const evidence = await saveSigninAnswer(tx, item.profileId, WITNESS_DAYS);
  const mayBeGone = evidence.signinAnswers >= SUSPICIOUS_ANSWERS && evidence.othersAnsweredSince;
  if (evidence.answeredBefore && !mayBeGone) return handleFailure(tx, item, response, reporter);
  if (evidence.witness === null)
    return handleFailure(tx, item, { kind: 'absent', reason: 'signin_unverified' }, reporter);
  await requeueItem(tx, item.id, { seconds: 0 }, { verify_profile_id: evidence.witness });
}

/** If the witness answered, the profile does not exist. If it was sent to sign-in too, we are blocked. Anything else says nothing yet. */
async function handleWitness(tx: Tx, item: ClaimedItem, response: Response, reporter: Reporter): Promise<void> {
  if (response.kind === 'found') {
    if (item.verify) await saveProfileFacts(tx, item.verify.profileId, response.value);
    return handleFailure(tx, item, { kind: 'absent', reason: 'not_found' }, reporter);
  }
  if (response.kind === 'absent')
    return handleFailure(tx, item, { kind: 'absent', reason: 'signin_unverified' }, reporter);
  return handleFailure(tx, item, response, reporter);
}
