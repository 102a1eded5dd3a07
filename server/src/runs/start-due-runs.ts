import type { Database, Tx } from '../platform/database/database.ts';
import { isDatabaseAway } from '../platform/database/is-database-away.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import { findSourceState } from '../sources/store.ts';
import { isDue } from './due.ts';
import { findAutomaticUser, listAutomaticUsers, lockSchedule } from './schedule-store.ts';
import { insertWholeRun } from './start-run.ts';
import type { RunRow } from './store.ts';

/**
 * Starts a run for each user who is due, one transaction each; of replicas that do so at once, one starts it. During a cooldown none
 * starts: the first look after it does. A user whose run cannot start keeps none of the others from theirs.
 */
export async function startDueRuns({ db, config, log }: Services, stopping: AbortSignal): Promise<void> {
  if (!config.automationAllowed || !config.googleScholar.enabled) return;
  const users = await listAutomaticUsers(db);
  for (const { userId } of users.filter((user) => isDue(user, config.minRunIntervalMinutes))) {
    if (stopping.aborted || (await isInCooldown(db))) return;
    try {
      const start = (tx: Tx) => startIfDue(tx, userId, config.minRunIntervalMinutes);
      const run = await db.transaction().execute(start);
      if (run) log.info({ user_id: userId, run_id: run.id }, 'started a scheduled run');
    } catch (error) {
      if (error instanceof Error && isDatabaseAway(error)) throw error;
      log.error({ err: error, user_id: userId }, 'could not start a scheduled run');
    }
  }
}

/** Looked at again under the lock: another replica, or the user, may have started one meanwhile. */
async function startIfDue(tx: Tx, userId: number, minIntervalMinutes: number): Promise<RunRow | undefined> {
  if (!(await lockSchedule(tx, userId))) return undefined;
  const user = await findAutomaticUser(tx, userId);
  if (!user || !isDue(user, minIntervalMinutes)) return undefined;
  return insertWholeRun(tx, userId, { trigger: 'scheduled', idempotencyKey: null });
}

async function isInCooldown(db: Database): Promise<boolean> {
  const state = await findSourceState(db, GOOGLE_SCHOLAR);
  return state !== undefined && state.cooldownUntil !== null && state.cooldownUntil > state.now;
}
