import type { Services } from '../platform/http/endpoint.ts';
import { reportRefusal } from '../sources/cooldown.ts';
import { fetchAuthorSearch } from '../sources/google-scholar/fetch-author-search.ts';
import type { FoundPeople } from '../sources/person.ts';
import { awaitSlot, type RefusedSlot, scholarSlot } from '../sources/request-slots.ts';
import { GOOGLE_SCHOLAR_SEARCH, type SourceAnswer } from '../sources/source.ts';
import { saveGoodAnswer } from '../sources/store.ts';
import { userAgentOf } from '../sources/user-agent.ts';
import type { Outcome } from './name-search.ts';

/** Somebody waits for the answer, and OpenAlex has to have time after it. */
const PATIENCE_MS = 5000;
const TIMEOUT_MS = 4000;
/** Who wants a sign-in will want it in an hour, too. */
const SIGN_IN_SECONDS = 6 * 3600;

/**
 * Asks Google Scholar's own search, in its turn among all requests to that source. Since May 2025 it usually wants a sign-in: then it is left alone
 * for hours, and whatever it refuses or fails starts a cooldown of the search alone. Profiles go on being read.
 */
export async function askGoogleScholar(services: Services, name: string, signal: AbortSignal): Promise<Outcome> {
  const { config } = services;
  const { enabled, obeysRobots, baseUrl } = config.googleScholar;
  if (!enabled) return { kind: 'not_asked', reason: 'switched_off', until: null };
  // it disallows what begins with /citations? and goes on otherwise than with user=
  if (obeysRobots) return { kind: 'not_asked', reason: 'robots', until: null };
  const refusal = await refuseWithoutSlot(services, signal);
  if (refusal !== null) return refusal;
  const request = { baseUrl, outbound: config.outbound, userAgent: userAgentOf(config), timeoutMs: TIMEOUT_MS, signal };
  const answer = await fetchAuthorSearch({ ...request, name });
  await noteAnswer(services, answer);
  return outcomeOf(answer);
}

/** Null when the request is to be sent now. */
async function refuseWithoutSlot({ db, config }: Services, signal: AbortSignal): Promise<Outcome | null> {
  const intervalSeconds = config.googleScholar.nameSearchIntervalSeconds;
  const request = scholarSlot(config.ingestion.minRequestDelaySeconds, {
    source: GOOGLE_SCHOLAR_SEARCH,
    intervalSeconds,
  });
  const slot = await awaitSlot(db, request, { patienceMs: PATIENCE_MS, signal });
  return slot.isGranted ? null : refusalOf(slot);
}

function refusalOf({ reason, by, until, cooldownReason }: RefusedSlot): Outcome {
  if (reason !== 'cooldown') return { kind: 'not_asked', reason: by === 'source' ? 'busy' : 'too_soon', until };
  if (by === 'source') return { kind: 'not_asked', reason: 'cooldown', until };
  const isRefused = cooldownReason === 'blocked_failure_threshold_exceeded';
  return { kind: 'not_asked', reason: isRefused ? 'search_refused' : 'search_failing', until };
}

async function noteAnswer(services: Services, answer: SourceAnswer<FoundPeople>): Promise<void> {
  if (answer.kind === 'found') return saveGoodAnswer(services.db, GOOGLE_SCHOLAR_SEARCH);
  if (answer.kind === 'unreachable' && answer.reason === 'aborted') return;
  const { reason } = answer;
  const asked = answer.kind === 'blocked' || answer.kind === 'unreachable' ? (answer.retryAfterSeconds ?? 0) : 0;
  const retryAfterSeconds = reason === 'signin' ? Math.max(asked, SIGN_IN_SECONDS) : asked;
  const refusal = { source: GOOGLE_SCHOLAR_SEARCH, reason, retryAfterSeconds };
  // a threshold above one is for what may pass by itself
  await reportRefusal(services, answer.kind === 'blocked' ? 'blocked' : 'unreachable', refusal, {
    blockedFailureThreshold: 1,
  });
}

function outcomeOf(answer: SourceAnswer<FoundPeople>): Outcome {
  switch (answer.kind) {
    case 'found':
      return { kind: 'found', ...answer.value };
    case 'blocked':
      return { kind: 'failed', state: 'blocked_or_captcha', reason: answer.reason };
    case 'unreachable':
      return { kind: 'failed', state: 'network_error', reason: answer.reason };
    case 'absent':
    case 'changed':
      return { kind: 'failed', state: 'layout_changed', reason: answer.reason };
  }
}
