import type { Database } from '../platform/database/database.ts';
import type { CooldownReason } from './cooldown.ts';
import { mayBeSent } from './may-be-sent.ts';
import { GOOGLE_SCHOLAR, type GoogleScholarSide } from './source.ts';
import { lockSourceState, type SourceState, saveLastRequest } from './store.ts';
import { turnSeconds } from './turn-seconds.ts';

/** A side of Google Scholar, and how far apart its requests are: from each other, and from whatever else the source is asked for. */
export interface SidePace {
  readonly side: GoogleScholarSide;
  readonly apartSeconds: number;
  readonly floorSeconds: number;
}

/** The turn, taken and noted; or how long there is none, and why. */
export type SideTurn =
  | { readonly kind: 'granted'; readonly takenAt: Date }
  | {
      readonly kind: 'wait';
      readonly milliseconds: number;
      /** a pause of the source, one of this side of it alone, requests to the source shortly before, or such requests of this side */
      readonly reason: 'source_pause' | 'side_pause' | 'source_pace' | 'side_pace';
      /** why this side has a pause, or had its last one */
      readonly sidePause: CooldownReason | null;
    };

/**
 * Takes the turn to ask Google Scholar for something other than a page of a profile. It counts among the source's requests, so that it keeps the
 * floor from the next page and the page from it, and its own distance from others of its kind; in a pause of the source it is not granted, nor in
 * one of this side. Whether it holds still is asked right before the sending (`mayStillSendSide`).
 */
export function takeSideTurn(db: Database, { side, apartSeconds, floorSeconds }: SidePace): Promise<SideTurn> {
  return db.transaction().execute(async (tx) => {
    const source = await lockSourceState(tx, GOOGLE_SCHOLAR);
    const own = await lockSourceState(tx, side);
    const waits = [
      { reason: 'source_pause', milliseconds: pauseAt(source) },
      { reason: 'side_pause', milliseconds: pauseAt(own) },
      { reason: 'side_pace', milliseconds: paceAt(own, apartSeconds) },
      { reason: 'source_pace', milliseconds: paceAt(source, turnSeconds(floorSeconds)) },
    ] as const;
    const longest = waits.reduce((one, other) => (other.milliseconds > one.milliseconds ? other : one));
    if (longest.milliseconds > 0) return { kind: 'wait', ...longest, sidePause: own.cooldownReason };
    await saveLastRequest(tx, GOOGLE_SCHOLAR, own.now);
    await saveLastRequest(tx, side, own.now);
    return { kind: 'granted', takenAt: own.now };
  });
}

/** Whether the request of a side's turn may be sent now, as with pages (`may-be-sent.ts`); if not, it waits for another turn. */
export function mayStillSendSide(
  db: Database,
  { side, apartSeconds, floorSeconds }: SidePace,
  takenAt: Date,
): Promise<boolean> {
  return mayBeSent(db, GOOGLE_SCHOLAR, { side, apartSeconds, takenAt }, floorSeconds);
}

function pauseAt({ now, cooldownUntil }: SourceState): number {
  return Math.ceil((cooldownUntil?.getTime() ?? 0) - now.getTime());
}

function paceAt({ now, lastRequestAt }: SourceState, apartSeconds: number): number {
  // a request in the future was noted before the clock was set back
  const last = Math.min(lastRequestAt?.getTime() ?? 0, now.getTime());
  return Math.ceil(last + apartSeconds * 1000 - now.getTime());
}
