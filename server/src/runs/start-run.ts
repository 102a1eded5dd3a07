import { enqueueCrawls } from '../crawling/queue-store.ts';
import { endSteps } from '../crawling/run-progress.ts';
import { insertEvents } from '../crawling/run-store.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { readSafetyState } from '../sources/describe-sources.ts';
import { enabledSources } from '../sources/enabled-sources.ts';
import { countSafetyEvent } from '../sources/store.ts';
import {
  findActiveRun,
  findRun,
  findRunByKey,
  insertRun,
  insertRunScholars,
  type RunRow,
  readCooldownSeconds,
  saveStartRows,
} from './store.ts';

/**
 * Starts a manual run of all the user's enabled scholars. It checks the key first (a run with it is returned again),
 * then whether any source can be queried now, then the active run.
 * @throws Problem `scrape_cooldown_active`, `run_in_progress`
 */
export async function startRun(
  services: Services,
  userId: number,
  idempotencyKey: string | null,
): Promise<{ run: RunRow; reused: boolean }> {
  const { db } = services;
  const earlier = idempotencyKey === null ? undefined : await findRunByKey(db, userId, idempotencyKey);
  if (earlier) return { run: earlier, reused: true };
  await refuseDuringCooldown(services, userId);
  const run = await db.transaction().execute((tx) => insertWholeRun(tx, userId, { trigger: 'manual', idempotencyKey }));
  if (run) return { run, reused: false };
  // a concurrent request started a run: with the same key it was this request, else it is another run
  const same = idempotencyKey === null ? undefined : await findRunByKey(db, userId, idempotencyKey);
  if (same) return { run: same, reused: true };
  const active = await findActiveRun(db, userId);
  if (!active) return startRun(services, userId, idempotencyKey);
  throw new Problem('conflict', 'run_in_progress', 'A run is already in progress. Wait until it ends, or cancel it.', {
    run_id: active.id,
  });
}

/**
 * Inserts a run of all the user's enabled scholars with its results and queue items. Returns undefined if the user has
 * an active run or one with this key.
 */
export async function insertWholeRun(
  tx: Tx,
  userId: number,
  start: { trigger: 'manual' | 'scheduled'; idempotencyKey: string | null },
): Promise<RunRow | undefined> {
  const run = await insertRun(tx, userId, start);
  if (!run) return undefined;
  const profiles = await insertRunScholars(tx, userId, run.id);
  await enqueueCrawls(tx, { userId, profiles, reason: 'run', runId: run.id });
  await saveStartRows(tx, run.id);
  await insertEvents(tx, run.id, [{ kind: 'run_status', data: { status: run.status } }]);
  // a run without scholars ends at once
  await endSteps(tx, [run.id]);
  return findRun(tx, userId, run.id);
}

async function refuseDuringCooldown(services: Services, userId: number): Promise<void> {
  const { db } = services;
  const seconds = await readCooldownSeconds(db, userId, enabledSources(services));
  if (seconds === 0 || (seconds === null && !(await readSafetyState(db, userId)).cooldown_active)) return;
  await countSafetyEvent(db, userId, 'blocked_start_count');
  const safety = await readSafetyState(db, userId);
  throw new Problem(
    'too_soon',
    'scrape_cooldown_active',
    `${safety.cooldown_reason_label ?? 'The sources of your scholars are in a cooldown'}. You can start a run after the cooldown.`,
    {
      safety_state: safety,
      retry_after_seconds: Math.max(1, Math.ceil(seconds ?? safety.cooldown_remaining_seconds)),
    },
  );
}
