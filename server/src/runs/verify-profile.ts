import type { IngestionPolicy } from '../platform/config.ts';
import type { Tx } from '../platform/database/database.ts';
import type { ClaimedItem } from '../queue/item.ts';
import { requeueItem } from '../queue/store.ts';
import { wakeSource } from '../queue/wake-store.ts';
import { saveProfileFacts, saveSigninAnswer } from '../scholars/store.ts';
import type { ProfilePage } from '../sources/google-scholar/profile-page.ts';
import type { SourceAnswer } from '../sources/source.ts';
import { noteFailure } from './note-failure.ts';

/** A profile that answered within this time tells whether the source still answers us at all. */
const WITNESS_DAYS = 30;
/** A profile that used to answer may have been deleted: so many sign-in answers while others answer make it a suspect. */
const SUSPICIOUS_ANSWERS = 2;

const SIGNIN: SourceAnswer<never> & { kind: 'blocked' } = {
  kind: 'blocked',
  reason: 'signin',
  retryAfterSeconds: null,
};

/**
 * A redirect to sign-in means two things at Google Scholar: we are blocked, or the profile does not exist. For a profile that has
 * answered before it is a block. For another one a witness is asked once, in a turn of its own: a profile that answered lately.
 */
export async function suspectSignin(tx: Tx, item: ClaimedItem, policy: IngestionPolicy): Promise<void> {
  const evidence = await saveSigninAnswer(tx, item.profileId, WITNESS_DAYS);
  const mayBeGone = evidence.signinAnswers >= SUSPICIOUS_ANSWERS && evidence.othersAnsweredSince;
  if (evidence.answeredBefore && !mayBeGone) return noteFailure(tx, item, SIGNIN, policy);
  if (evidence.witness === null) return noteFailure(tx, item, { kind: 'absent', reason: 'signin_unverified' }, policy);
  await requeueItem(tx, item.id, { seconds: 0 }, { verify_profile_id: evidence.witness });
  await wakeSource(tx, item.source);
}

/** The witness has spoken: answered, the profile does not exist; sent to sign-in too, we are blocked; anything else says nothing yet. */
export async function settleVerification(
  tx: Tx,
  item: ClaimedItem,
  answer: SourceAnswer<ProfilePage>,
  policy: IngestionPolicy,
): Promise<void> {
  if (answer.kind === 'found') {
    if (item.verify) await saveProfileFacts(tx, item.verify.profileId, answer.value);
    return noteFailure(tx, item, { kind: 'absent', reason: 'not_found' }, policy);
  }
  if (answer.kind === 'absent') return noteFailure(tx, item, { kind: 'absent', reason: 'signin_unverified' }, policy);
  return noteFailure(tx, item, answer, policy);
}
