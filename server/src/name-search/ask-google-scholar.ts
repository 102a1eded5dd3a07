import { pause } from '../platform/clock.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { fetchAuthorSearch } from '../sources/google-scholar/fetch-author-search.ts';
import type { FoundPeople } from '../sources/person.ts';
import { noteBlocked, noteUnreachable } from '../sources/politeness.ts';
import { mayStillSendSide, type SidePace, type SideTurn, takeSideTurn } from '../sources/side-turn.ts';
import { GOOGLE_SCHOLAR_SEARCH, type SourceAnswer } from '../sources/source.ts';
import { saveGoodAnswer } from '../sources/store.ts';
import { userAgentOf } from '../sources/user-agent.ts';
import type { Outcome } from './name-search.ts';

/** Somebody waits for the answer, and OpenAlex has to have time after it. */
const PATIENCE_MS = 5000;
const TIMEOUT_MS = 4000;
/** Between two looks for a turn that others took. */
const LOOK_MS = 50;
/** Who wants a sign-in will want it in an hour, too. */
const SIGN_IN_SECONDS = 6 * 3600;

/**
 * Asks Google Scholar's own search, in its turn among all requests to that source. Since May 2025 it usually wants a sign-in: then it is left alone
 * for hours, and whatever it refuses or fails starts a pause of the search alone. Profiles go on being read.
 */
export async function askGoogleScholar(services: Services, name: string, signal: AbortSignal): Promise<Outcome> {
  const { config } = services;
  const { enabled, obeysRobots, baseUrl } = config.googleScholar;
  if (!enabled) return { kind: 'not_asked', reason: 'switched_off', until: null };
  // it disallows what begins with /citations? and goes on otherwise than with user=
  if (obeysRobots) return { kind: 'not_asked', reason: 'robots', until: null };
  const refusal = await awaitTurn(services, signal);
  if (refusal !== null) return refusal;
  const request = { baseUrl, outbound: config.outbound, userAgent: userAgentOf(config), timeoutMs: TIMEOUT_MS, signal };
  const answer = await fetchAuthorSearch({ ...request, name });
  await noteAnswer(services, answer);
  return outcomeOf(answer);
}

/** Null when the request may be sent now, and is noted. */
async function awaitTurn({ db, config }: Services, signal: AbortSignal): Promise<Outcome | null> {
  const pace: SidePace = {
    side: GOOGLE_SCHOLAR_SEARCH,
    apartSeconds: config.googleScholar.nameSearchIntervalSeconds,
    floorSeconds: config.ingestion.minRequestDelaySeconds,
  };
  const endsAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const turn = await takeSideTurn(db, pace);
    if (turn.kind === 'granted') {
      if (await mayStillSendSide(db, pace, turn.takenAt)) return null;
      // held up so long that it is not ours any more: what there is to wait for now is told by the next look
      if (signal.aborted || performance.now() > endsAt) return { kind: 'not_asked', reason: 'busy', until: null };
      continue;
    }
    const isPause = turn.reason === 'source_pause' || turn.reason === 'side_pause';
    if (isPause || signal.aborted || performance.now() + turn.milliseconds > endsAt) return refusalOf(turn);
    await pause(turn.milliseconds + LOOK_MS * Math.random(), signal);
  }
}

const REASONS = { source_pause: 'cooldown', source_pace: 'busy', side_pace: 'too_soon' } as const;

function refusalOf({ reason, milliseconds, sidePause }: Extract<SideTurn, { kind: 'wait' }>): Outcome {
  const until = new Date(Date.now() + milliseconds);
  if (reason !== 'side_pause') return { kind: 'not_asked', reason: REASONS[reason], until };
  const isRefused = sidePause === 'blocked_failure_threshold_exceeded';
  return { kind: 'not_asked', reason: isRefused ? 'search_refused' : 'search_failing', until };
}

async function noteAnswer({ db, config, log }: Services, answer: SourceAnswer<FoundPeople>): Promise<void> {
  if (answer.kind === 'found') return saveGoodAnswer(db, GOOGLE_SCHOLAR_SEARCH);
  if (answer.kind === 'unreachable' && answer.reason === 'aborted') return;
  // a threshold above one is for what may pass by itself
  const policy = { ...config.ingestion, blockedFailureThreshold: 1 };
  const cooldown = await db.transaction().execute((tx) => {
    if (answer.kind === 'blocked') {
      const asked = answer.retryAfterSeconds ?? 0;
      const seconds = answer.reason === 'signin' ? Math.max(asked, SIGN_IN_SECONDS) : asked;
      return noteBlocked(tx, GOOGLE_SCHOLAR_SEARCH, policy, seconds);
    }
    const seconds = answer.kind === 'unreachable' ? (answer.retryAfterSeconds ?? 0) : 0;
    return noteUnreachable(tx, GOOGLE_SCHOLAR_SEARCH, policy, seconds);
  });
  log.info(
    { answer: answer.kind, reason: answer.reason, until: cooldown?.until },
    'the search for a name had no answer',
  );
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
