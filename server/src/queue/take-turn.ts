import type { IngestionPolicy } from '../platform/config.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { lockSourceState, saveRequest } from '../sources/store.ts';
import { turnSeconds } from '../sources/turn-seconds.ts';
import type { ClaimedItem } from './item.ts';
import { claimFreshItem, claimItem, findNextDue, joinCrawl } from './turn-store.ts';
import { isAwake, wakeSource } from './wake-store.ts';

export type Turn =
  | { readonly kind: 'item'; readonly item: ClaimedItem; readonly takenAt: Date }
  | { readonly kind: 'fresh'; readonly item: ClaimedItem }
  | { readonly kind: 'wait'; readonly milliseconds: number; readonly inCooldown: boolean }
  | { readonly kind: 'idle' };

/**
 * Takes a source's next turn, if there is one now: atomic for all workers on all machines, by the database's clock.
 * 1. Lock the source. Work that needs no request, since somebody read that profile lately, is done whatever the time.
 * 2. During a cooldown nobody asks the source anything.
 * 3. The floor has passed since anybody's last request.
 * 4. Of the users whose own delay has passed, the one served longest ago has the turn: so none starves another.
 * 5. The turn is noted and the item claimed before anything is sent; whoever takes the turn after this one is woken. The request itself
 *    is noted once more when it is sent (`noteSending`), so that a worker that was held up meanwhile does not come too close to the next.
 */
export function takeTurn(db: Database, source: string, jobId: number, policy: IngestionPolicy): Promise<Turn> {
  const floorSeconds = turnSeconds(policy.minRequestDelaySeconds);
  return db.transaction().execute(async (tx): Promise<Turn> => {
    const state = await lockSourceState(tx, source);
    if (policy.freshMinutes > 0) {
      const item = await claimFreshItem(tx, source, jobId, policy.freshMinutes);
      if (item) {
        await wakeAnother(tx, source);
        return { kind: 'fresh', item };
      }
    }
    const now = state.now.getTime();
    // a request in the future was noted before the clock was set back
    const floorEnds = Math.min(state.lastRequestAt?.getTime() ?? 0, now) + floorSeconds * 1000;
    const cooldownEnds = state.cooldownUntil?.getTime() ?? 0;
    if (Math.max(floorEnds, cooldownEnds) <= now) {
      const item = await claimItem(tx, source, jobId, state.now, floorSeconds);
      if (item) {
        await saveRequest(tx, source, item.userId, state.now);
        await wakeAnother(tx, source);
        const begins = item.resumeRow === 0 && policy.freshMinutes > 0;
        const joined = begins ? await joinCrawl(tx, item.id, policy.freshMinutes) : undefined;
        return { kind: 'item', item: { ...item, ...joined }, takenAt: state.now };
      }
    }
    const due = await findNextDue(tx, source, state.now, floorSeconds);
    if (due === null) return { kind: 'idle' };
    const earliest = Math.max(cooldownEnds, floorEnds, due.getTime());
    // nobody could be claimed though somebody is due: another transaction holds the item for a moment
    const milliseconds = Math.max(earliest > now ? 1 : 50, Math.ceil(earliest - now));
    return { kind: 'wait', milliseconds, inCooldown: cooldownEnds > now };
  });
}

/** Lets another worker take the turn after this one, unless one will. Who holds the source's lock cannot miss it. */
async function wakeAnother(tx: Tx, source: string): Promise<void> {
  if (!(await isAwake(tx, source))) await wakeSource(tx, source);
}
