import { sql } from 'kysely';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { SafetyState } from './safety-contract.ts';
import { GOOGLE_SCHOLAR } from './source.ts';

export async function getSafetyCounters(db: Queries, userId: number): Promise<SafetyState['counters']> {
  const row = await db.selectFrom('user_safety_counters').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return {
    consecutive_blocked_runs: row?.consecutive_blocked_runs ?? 0,
    consecutive_network_runs: row?.consecutive_network_runs ?? 0,
    cooldown_entry_count: row?.cooldown_entry_count ?? 0,
    blocked_start_count: row?.blocked_start_count ?? 0,
    last_blocked_failure_count: row?.last_blocked_failure_count ?? 0,
    last_network_failure_count: row?.last_network_failure_count ?? 0,
    last_evaluated_run_id: row?.last_evaluated_run_id ?? null,
  };
}

/**
 * Updates the counts of consecutive runs with blocks and with network failures after a run ended. A run that did not
 * query Google Scholar, as during a cooldown, says nothing about it and changes nothing.
 */
export async function countEndedRun(tx: Tx, runId: number): Promise<void> {
  await sql`
    insert into user_safety_counters as c (user_id, consecutive_blocked_runs, consecutive_network_runs, last_blocked_failure_count,
      last_network_failure_count, last_evaluated_run_id)
    select r.user_id, (n.blocked > 0)::int, (n.network > 0)::int, n.blocked, n.network, r.id
    from runs r, lateral (
      select count(*) filter (where state = 'blocked_or_captcha') as blocked, count(*) filter (where state = 'network_error') as network,
        count(*) filter (where outcome <> 'skipped') as requested
      from run_scholars s join profiles f on f.id = s.profile_id where s.run_id = r.id and f.source = ${GOOGLE_SCHOLAR}
    ) n
    where r.id = ${runId} and n.requested > 0
    on conflict (user_id) do update set
      consecutive_blocked_runs = case when excluded.last_blocked_failure_count > 0 then c.consecutive_blocked_runs + 1 else 0 end,
      consecutive_network_runs = case when excluded.last_network_failure_count > 0 then c.consecutive_network_runs + 1 else 0 end,
      last_blocked_failure_count = excluded.last_blocked_failure_count, last_network_failure_count = excluded.last_network_failure_count,
      last_evaluated_run_id = excluded.last_evaluated_run_id`.execute(tx);
}

/** Counts an event of a user: their crawl started a cooldown, or a cooldown prevented a run. */
export async function countSafetyEvent(
  db: Queries,
  userId: number,
  event: 'cooldown_entry_count' | 'blocked_start_count',
): Promise<void> {
  await sql`
    insert into user_safety_counters as c (user_id, ${sql.ref(event)}) values (${userId}, 1)
    on conflict (user_id) do update set ${sql.ref(event)} = c.${sql.ref(event)} + 1`.execute(db);
}
