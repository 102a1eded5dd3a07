import { pause } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { marginOf, reserveRows, SHARED, type SlotRow, type SlotVerdict } from './slot-store.ts';
import { type CooldownReason, GOOGLE_SCHOLAR } from './source.ts';

/** A request to a source, before it is sent. */
export interface SlotRequest {
  readonly source: string;
  /** between the beginnings of two requests to the source, whoever sends them; its own headers may ask for more */
  readonly intervalSeconds: number;
  /** how late a request may leave without coming too close to the next; the interval is that much longer */
  readonly marginSeconds?: number;
  /** whose budget pays; 'shared' unless it is named */
  readonly credential?: string;
  /** requests or credits, taken from the credential's budget of the day */
  readonly cost?: number;
  /** the budget of a day, unless the source names another; null: there is none */
  readonly dailyBudget?: number | null;
  /** a kind of work with a rate limit, a cooldown or a part of the operator's budget of its own, beside those of the source */
  readonly kind?: {
    readonly source: string;
    readonly credential?: string;
    readonly intervalSeconds?: number;
    readonly budgetPart?: number;
  };
}

/** The permission to send one request, or why there is none. */
export type Slot = GrantedSlot | RefusedSlot;

export interface GrantedSlot {
  readonly isGranted: true;
  /** how long to wait before the request is sent */
  readonly startsInMs: number;
}

export interface RefusedSlot {
  readonly isGranted: false;
  readonly reason: 'cooldown' | 'budget' | 'rate_limit';
  /** what refuses: the source, for everybody, or the request's own credential or kind of work */
  readonly by: 'source' | 'own';
  /** until it is worth asking again */
  readonly milliseconds: number;
  readonly until: Date;
  /** why there is a cooldown */
  readonly cooldownReason: CooldownReason | null;
}

/** Slots are reserved this far ahead, and one interval: a process that dies takes few with it. */
const HORIZON_MS = 2000;

/** Google Scholar is asked for profiles. Photos are fewer and further apart. */
export function photoIntervalSeconds(floorSeconds: number): number {
  // a floor that small belongs to a stand-in
  return floorSeconds < 1 ? floorSeconds : Math.max(10, floorSeconds);
}

/**
 * A request to Google Scholar for anything but a page of a profile, which the claim of a queue item reserves. It keeps the floor from pages and
 * pages from it.
 * @param kind the row of its kind of work, which has an interval and cooldowns of its own
 */
export function scholarSlot(floorSeconds: number, kind: { source: string; intervalSeconds: number }): SlotRequest {
  return { source: GOOGLE_SCHOLAR, intervalSeconds: floorSeconds, marginSeconds: marginOf(floorSeconds), kind };
}

/** Reserves the next slot for a request, if it begins within so many milliseconds and neither a cooldown nor a budget is in the way. */
export async function reserve(db: Database, request: SlotRequest, withinMs = HORIZON_MS): Promise<Slot> {
  const verdicts = await reserveRows(db, rowsOf(request), withinMs);
  const [first] = verdicts;
  if (first?.isGranted) {
    return { isGranted: true, startsInMs: first.startsInMs };
  }
  return refusalOf(verdicts, request);
}

interface WaitLimits {
  readonly patienceMs: number;
  readonly signal: AbortSignal;
  readonly horizonMs?: number;
}

/** The process stops, or nobody waits for the answer any more. */
const STOPPED: RefusedSlot = {
  isGranted: false,
  reason: 'rate_limit',
  by: 'source',
  milliseconds: 0,
  until: new Date(0),
  cooldownReason: null,
};

/**
 * Waits for a slot, and returns when the request is to be sent at once. A process that was held up after its slot came asks for another one, so
 * that no request comes too close to the next.
 * @param patienceMs the longest wait; a slot that is further away is refused
 * @param horizonMs how far ahead a slot is reserved; until then others may come first
 */
export async function awaitSlot(
  db: Database,
  request: SlotRequest,
  { patienceMs, signal, horizonMs = HORIZON_MS + 1000 * request.intervalSeconds }: WaitLimits,
): Promise<Slot> {
  const endsAt = performance.now() + patienceMs;
  for (;;) {
    const askedAt = performance.now();
    const patience = Math.max(0, endsAt - askedAt);
    const slot = await reserve(db, request, Math.min(patience, horizonMs));
    if (slot.isGranted) {
      await pause(slot.startsInMs, signal);
      if (signal.aborted) return STOPPED;
      if (!isLate(request, performance.now() - askedAt - slot.startsInMs)) return slot;
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

function rowsOf(request: SlotRequest): SlotRow[] {
  const { source, credential = SHARED, cost = 0, dailyBudget = null, kind, marginSeconds = 0 } = request;
  const seconds = request.intervalSeconds > 0 ? request.intervalSeconds + marginSeconds : 0;
  const free = { cost: 0, dailyBudget: null, part: 1 };
  const paid = { cost, dailyBudget, part: 1 };
  const shared = { source, credential: SHARED, seconds, ...(credential === SHARED ? paid : free) };
  const rows: SlotRow[] = [shared];
  if (credential !== SHARED) rows.push({ source, credential, seconds: 0, ...paid });
  if (kind) {
    const { budgetPart } = kind;
    const share = budgetPart === undefined || credential !== SHARED ? free : { cost, dailyBudget, part: budgetPart };
    rows.push({
      source: kind.source,
      credential: kind.credential ?? SHARED,
      seconds: kind.intervalSeconds ?? 0,
      ...share,
    });
  }
  return rows;
}

function sharedOf(verdicts: readonly SlotVerdict[], { source }: SlotRequest): SlotVerdict | undefined {
  return verdicts.find((one) => one.source === source && one.credential === SHARED);
}

/** The cooldown that lasts longest, else a budget that is spent, else the rate limit that is furthest away. */
function refusalOf(verdicts: readonly SlotVerdict[], request: SlotRequest): RefusedSlot {
  const shared = sharedOf(verdicts, request);
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
