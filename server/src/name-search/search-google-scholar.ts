import type { Services } from '../platform/services.ts';
import { reportRefusal } from '../sources/cooldown.ts';
import { fetchAuthorSearch } from '../sources/google-scholar/fetch-scholar-page.ts';
import type { FoundPeople } from '../sources/person.ts';
import { atScholarHost, awaitSlot, type RefusedSlot } from '../sources/request-slots.ts';
import { GOOGLE_SCHOLAR_SEARCH, type SourceResponse } from '../sources/source.ts';
import { saveSuccess } from '../sources/store.ts';
import { userAgentOf } from '../sources/write-request.ts';
import type { Outcome } from './name-search.ts';

/** Short, because a user waits and OpenAlex may follow. */
const MAX_WAIT_MS = 5000;
const TIMEOUT_MS = 4000;
/** A source that demands a sign-in will still demand it an hour later. */
const SIGN_IN_SECONDS = 6 * 3600;

/**
 * Searches Google Scholar. Since May 2025 its search usually requires a sign-in, which starts a cooldown of six hours.
 * Refusals and failures start a cooldown of the search alone, and crawls of profiles continue.
 */
export async function searchGoogleScholar(services: Services, name: string, signal: AbortSignal): Promise<Outcome> {
  const { config } = services;
  const { baseUrl } = config.googleScholar;
  const refusal = await refuseWithoutSlot(services, signal);
  if (refusal !== null) return refusal;
  const request = { baseUrl, outbound: config.outbound, userAgent: userAgentOf(config), timeoutMs: TIMEOUT_MS, signal };
  const response = await fetchAuthorSearch({ ...request, name });
  await recordResponse(services, response);
  return outcomeOf(response);
}

/** Waits for a slot. Returns null if the request must be sent now. */
async function refuseWithoutSlot({ db, config }: Services, signal: AbortSignal): Promise<Outcome | null> {
  const request = atScholarHost(config.ingestion.minRequestDelaySeconds, {
    source: GOOGLE_SCHOLAR_SEARCH,
    intervalSeconds: config.googleScholar.nameSearchIntervalSeconds,
  });
  const slot = await awaitSlot(db, request, { maxWaitMs: MAX_WAIT_MS, signal });
  return slot.isGranted ? null : refusalOf(slot);
}

function refusalOf({ reason, by, until, cooldownReason }: RefusedSlot): Outcome {
  if (reason !== 'cooldown') return { kind: 'unavailable', reason: by === 'source' ? 'busy' : 'too_soon', until };
  if (by === 'source') return { kind: 'unavailable', reason: 'cooldown', until };
  const isRefused = cooldownReason === 'blocked_failure_threshold_exceeded';
  return { kind: 'unavailable', reason: isRefused ? 'search_refused' : 'search_failing', until };
}

async function recordResponse(services: Services, response: SourceResponse<FoundPeople>): Promise<void> {
  if (response.kind === 'found') return saveSuccess(services.db, GOOGLE_SCHOLAR_SEARCH);
  if (response.kind === 'unreachable' && response.reason === 'aborted') return;
  const { reason } = response;
  const wait = response.kind === 'blocked' || response.kind === 'unreachable' ? (response.retryAfterSeconds ?? 0) : 0;
  const retryAfterSeconds = reason === 'signin' ? Math.max(wait, SIGN_IN_SECONDS) : wait;
  const refusal = { source: GOOGLE_SCHOLAR_SEARCH, reason, retryAfterSeconds };
  await reportRefusal(services, response.kind === 'blocked' ? 'blocked' : 'unreachable', refusal);
}

function outcomeOf(response: SourceResponse<FoundPeople>): Outcome {
  switch (response.kind) {
    case 'found':
      return { kind: 'found', ...response.value };
    case 'blocked':
      return { kind: 'failed', state: 'blocked_or_captcha', reason: response.reason };
    case 'unreachable':
      return { kind: 'failed', state: 'network_error', reason: response.reason };
    case 'absent':
    case 'changed':
      return { kind: 'failed', state: 'layout_changed', reason: response.reason };
  }
}
