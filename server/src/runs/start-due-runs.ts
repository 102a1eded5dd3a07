import type { Tx } from '../platform/database/database.ts';
import { isDatabaseUnavailable } from '../platform/database/database-errors.ts';
import type { Services } from '../platform/services.ts';
import { enabledSources } from '../sources/enabled-sources.ts';
import { isDue } from './due.ts';
import { findAutomaticUser, listAutomaticUsers, lockSchedule } from './schedule-store.ts';
import { insertWholeRun } from './start-run.ts';
import { type RunRow, readCooldownSeconds } from './store.ts';

/**
 * Starts a run for each user who is due, in one transaction each. If several replicas do so at once, only one starts
 * the run. No run starts while all sources of the user's scholars are in a cooldown. If the run of one user cannot
 * start, the others still do.
 */
export async function startDueRuns(services: Services, stopping: AbortSignal): Promise<void> {
  const { db, config, log } = services;
  if (!config.automationAllowed) return;
  const sources = enabledSources(services);
  const users = await listAutomaticUsers(db);
  for (const { userId } of users.filter((user) => isDue(user, config.minRunIntervalMinutes))) {
    if (stopping.aborted) return;
    if ((await readCooldownSeconds(db, userId, sources)) !== 0) continue;
    try {
      const start = (tx: Tx) => startIfDue(tx, userId, config.minRunIntervalMinutes);
      const run = await db.transaction().execute(start);
      if (run) log.debug({ user_id: userId, run_id: run.id }, 'started a scheduled run');
    } catch (error) {
      if (error instanceof Error && isDatabaseUnavailable(error)) throw error;
      log.error({ err: error, user_id: userId }, 'could not start a scheduled run');
    }
  }
}

/** Checks again under the lock, because another replica or the user may have started a run meanwhile. */
async function startIfDue(tx: Tx, userId: number, minIntervalMinutes: number): Promise<RunRow | undefined> {
  if (!(await lockSchedule(tx, userId))) return undefined;
  const user = await findAutomaticUser(tx, userId);
  if (!user || !isDue(user, minIntervalMinutes)) return undefined;
  return insertWholeRun(tx, userId, { trigger: 'scheduled', idempotencyKey: null });
}
