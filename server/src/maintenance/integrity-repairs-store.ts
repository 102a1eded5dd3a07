import { sql } from 'kysely';
import { isRepairLockHeld } from '../audit/store.ts';
import type { Tx } from '../platform/database/database.ts';
import { tally } from './integrity-tally-store.ts';

/** Applied repairs that are said to go on while nobody holds their lock, which is looked at first: who takes it meanwhile has a newer job. */
export async function findLeftRepairs(tx: Tx) {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx);
  const isHeld = await isRepairLockHeld(tx);
  return tally(
    tx,
    ['repair_jobs_left_running'],
    sql`
      select id, true as repair_jobs_left_running from repair_jobs
      where status = 'running' and (not dry_run and not ${isHeld}::boolean and created_at < ${rows[0]?.at ?? null}::timestamptz
        or dry_run and created_at < now() - interval '6 hours')`,
  );
}
