import { pause } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { marginOf, reserveRows, SHARED, type SlotRow, type SlotVerdict } from './slot-store.ts';
import { type CooldownReason, GOOGLE_SCHOLAR } from './source.ts';

/** A request to a source, before it is sent. */
export interface SlotRequest {
  readonly source: string;
  /** the minimum time between the starts of two requests to the source, by any process; its headers may ask for more */
  readonly intervalSeconds: number;
  /** how late after its slot a request may be sent; the interval is longer by this time */
  readonly marginSeconds?: number;
  /** the credential whose budget pays; 'shared' by default */
  readonly credential?: string;
  /** requests or credits, taken from the credential's daily budget */
  readonly cost?: number;
  /** the daily budget, unless the source advertises another; null if there is none */
  readonly dailyBudget?: number | null;
  /**
   * the source at whose host this one is, such as Google Scholar for its photos. Its interval, cooldown and budget
   * count for the request, too
   */
  readonly host?: SlotRequest;
}

/** The permission to send one request, or the reason for a refusal. */
export type Slot = GrantedSlot | RefusedSlot;

export interface GrantedSlot {
  readonly isGranted: true;
  /** how long to wait before the request is sent */
  readonly startsInMs: number;
}

export interface RefusedSlot {
  readonly isGranted: false;
  readonly reason: 'cooldown' | 'budget' | 'rate_limit';
  /** what refuses: the host for all requests to it, or only the request's credential or its source at the host */
  readonly by: 'source' | 'own';
  /** the time until another attempt makes sense */
  readonly milliseconds: number;
  readonly until: Date;
  /** the reason for the cooldown */
  readonly cooldownReason: CooldownReason | null;
}

/** Slots are reserved at most this far ahead plus one interval, so that a process that dies wastes few slots. */
const HORIZON_MS = 2000;

/** The interval between photos, which is longer than the one between profiles because photos matter less. */
export function photoIntervalSeconds(floorSeconds: number): number {
  // only tests and the sandbox use so short an interval
  return floorSeconds < 1 ? floorSeconds : Math.max(10, floorSeconds);
}

/**
 * A slot request for Google Scholar's photos or its name search, which have intervals and cooldowns of their own. Slots
 * for profile pages are reserved with the claim of a queue item. All of them are at one host, so they keep at least
 * `floorSeconds` from each other.
 */
export function atScholarHost(floorSeconds: number, own: { source: string; intervalSeconds: number }): SlotRequest {
  const host = { source: GOOGLE_SCHOLAR, intervalSeconds: floorSeconds, marginSeconds: marginOf(floorSeconds) };
  return { ...own, host };
}

/** Reserves the next slot, if it begins within `withinMs` and neither a cooldown nor a spent budget prevents it. */
export async function reserve(db: Database, request: SlotRequest, withinMs = HORIZON_MS): Promise<Slot> {
  const verdicts = await reserveRows(db, rowsOf(request), withinMs);
  const [first] = verdicts;
  if (first?.isGranted) {
    return { isGranted: true, startsInMs: first.startsInMs };
  }
  return refusalOf(verdicts, request);
}

interface WaitLimits {
  readonly maxWaitMs: number;
  readonly signal: AbortSignal;
  readonly horizonMs?: number;
}

/** The process stops, or the caller does not need the response any more. */
const STOPPED: RefusedSlot = {
  isGranted: false,
  reason: 'rate_limit',
  by: 'source',
  milliseconds: 0,
  until: new Date(0),
  cooldownReason: null,
};

/**
 * Waits for a slot and returns when the request must be sent. If the process was held up and missed its slot, it
 * reserves another one, so that no request comes too close to the next.
 * @param maxWaitMs a slot that is further away is refused
 * @param horizonMs how far ahead a slot is reserved; before that, others may get earlier slots
 */
export async function awaitSlot(
  db: Database,
  request: SlotRequest,
  { maxWaitMs, signal, horizonMs = HORIZON_MS + 1000 * hostOf(request).intervalSeconds }: WaitLimits,
): Promise<Slot> {
  const endsAt = performance.now() + maxWaitMs;
  for (;;) {
    const requestedAt = performance.now();
    const patience = Math.max(0, endsAt - requestedAt);
    const slot = await reserve(db, request, Math.min(patience, horizonMs));
    if (slot.isGranted) {
      await pause(slot.startsInMs, signal);
      if (signal.aborted) return STOPPED;
      if (!isLate(hostOf(request), performance.now() - requestedAt - slot.startsInMs)) return slot;
    } else {
      const isWorthWaiting = slot.reason === 'rate_limit' && slot.milliseconds <= patience;
      if (!isWorthWaiting || signal.aborted || patience === 0) return slot;
      await pause(Math.max(1, slot.milliseconds - horizonMs) + 20 * Math.random(), signal);
    }
  }
}

function isLate(
  { intervalSeconds, marginSeconds = 0.25 * intervalSeconds + 0.02 }: SlotRequest,
  lateMs: number,
): boolean {
  return intervalSeconds > 0 && lateMs > 1000 * marginSeconds;
}

/** The request to the host, whose interval is the shorter one. */
function hostOf(request: SlotRequest): SlotRequest {
  return request.host ?? request;
}

function rowsOf({ source, credential = SHARED, cost = 0, dailyBudget = null, host, ...pace }: SlotRequest): SlotRow[] {
  const seconds = pace.intervalSeconds > 0 ? pace.intervalSeconds + (pace.marginSeconds ?? 0) : 0;
  const paid = { cost, dailyBudget };
  const own: SlotRow[] =
    credential === SHARED
      ? [{ source, credential, seconds, ...paid }]
      : [
          { source, credential: SHARED, seconds, cost: 0, dailyBudget: null },
          { source, credential, seconds: 0, ...paid },
        ];
  return host ? [...rowsOf(host), ...own] : own;
}

/** Names the longest cooldown, else a spent budget, else the rate limit with the longest wait. */
function refusalOf(verdicts: readonly SlotVerdict[], request: SlotRequest): RefusedSlot {
  const { source } = hostOf(request);
  const shared = verdicts.find((one) => one.source === source && one.credential === SHARED);
  const longest = (lengthOf: (verdict: SlotVerdict) => number) =>
    verdicts.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one), verdicts[0] as SlotVerdict);
  const byOf = (verdict: SlotVerdict) => (verdict === shared ? 'source' : 'own');
  const cooling = longest(({ cooldownMs }) => cooldownMs);
  if (cooling.cooldownMs > 0) {
    const { cooldownMs, cooldownReason, cooldownUntil } = cooling;
    const until = cooldownUntil ?? new Date(Date.now() + cooldownMs);
    return { isGranted: false, reason: 'cooldown', by: byOf(cooling), milliseconds: cooldownMs, until, cooldownReason };
  }
  const spent = verdicts.find(({ hasBudget }) => !hasBudget);
  if (spent) {
    const milliseconds = Math.max(0, spent.resetsAt.getTime() - Date.now());
    return {
      isGranted: false,
      reason: 'budget',
      by: byOf(spent),
      milliseconds,
      until: spent.resetsAt,
      cooldownReason: null,
    };
  }
  const busy = longest(({ rowStartsInMs }) => rowStartsInMs);
  const until = new Date(Date.now() + busy.rowStartsInMs);
  return {
    isGranted: false,
    reason: 'rate_limit',
    by: byOf(busy),
    milliseconds: busy.rowStartsInMs,
    until,
    cooldownReason: null,
  };
}
