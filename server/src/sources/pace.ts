import type { SourceState } from './store.ts';

/** No request is planned further ahead: who dies takes few with him. */
const HORIZON_MS = 2000;

/** Requests that may be sent, the first at `startsAt`, one an interval. */
export interface Slots {
  readonly kind: 'granted';
  /** at least one */
  readonly count: number;
  readonly startsAt: Date;
  readonly startsInMs: number;
  readonly intervalMs: number;
  /** as many as the source's headers allow to be under way at once; null: they do not say */
  readonly concurrency: number | null;
}

export type Pace =
  | Slots
  | { readonly kind: 'wait'; readonly milliseconds: number; readonly reason: 'cooldown' | 'pace' };

/**
 * Which of the next requests to a source may be sent: those that begin within two seconds, none in a cooldown. The source's own headers may
 * ask for more distance than the operator; a stand-in on loopback that is asked without any distance is not listened to.
 * Who takes only a `part` of the two seconds leaves the rest of them to others, however much there is of it: half for one kind of work is half of the
 * requests at the most while another kind waits.
 */
export function planSlots(
  state: Pick<SourceState, 'now' | 'cooldownUntil' | 'nextRequestAt' | 'toldIntervalSeconds' | 'toldConcurrency'>,
  wanted: number,
  intervalSeconds: number,
  part = 1,
): Pace {
  const now = state.now.getTime();
  if (state.cooldownUntil && state.cooldownUntil.getTime() > now)
    return { kind: 'wait', milliseconds: state.cooldownUntil.getTime() - now, reason: 'cooldown' };
  const intervalMs = 1000 * (intervalSeconds === 0 ? 0 : Math.max(intervalSeconds, state.toldIntervalSeconds ?? 0));
  // later than that only a clock that was set back makes it
  const planned = Math.min(state.nextRequestAt?.getTime() ?? 0, now + HORIZON_MS + intervalMs);
  const startsAt = Math.max(planned, now);
  const ends = now + HORIZON_MS * part;
  if (startsAt > ends) return { kind: 'wait', milliseconds: startsAt - now, reason: 'pace' };
  const room = intervalMs === 0 ? wanted : Math.floor((ends - startsAt) / intervalMs) + 1;
  return {
    kind: 'granted',
    count: Math.max(1, Math.min(wanted, room)),
    startsAt: new Date(startsAt),
    startsInMs: startsAt - now,
    intervalMs,
    concurrency: state.toldConcurrency,
  };
}
