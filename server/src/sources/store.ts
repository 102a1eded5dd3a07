import { sql } from 'kysely';
import { recordResumed } from '../events/event-store.ts';
import type { Queries, Tx } from '../platform/database/database.ts';
import type { SafetyState } from './safety-contract.ts';
import { SHARED } from './slot-store.ts';
import { type CooldownReason, GOOGLE_SCHOLAR } from './source.ts';

/** The state of a source, which is the same for all users and processes. */
export interface SourceState {
  /** the database's clock, because all processes share it */
  readonly now: Date;
  readonly cooldownUntil: Date | null;
  readonly cooldownReason: CooldownReason | null;
  /** when the last cooldown after a block ends or ended */
  readonly blockedUntil: Date | null;
  readonly cooldownStep: number;
  readonly unreachableInARow: number;
}

const columns = sql`
  clock_timestamp() as now, cooldown_until as "cooldownUntil", cooldown_reason as "cooldownReason", cooldown_step as "cooldownStep",
  blocked_until as "blockedUntil", unreachable_in_a_row as "unreachableInARow"`;

export async function findSourceState(db: Queries, source: string): Promise<SourceState | undefined> {
  const { rows } = await sql<SourceState>`
    select ${columns} from source_states where source = ${source} and credential = ${SHARED}`.execute(db);
  return rows[0];
}

/** Creates the source's row if it is missing. Without it nothing is claimed. */
export async function createSourceState(db: Queries, source: string): Promise<void> {
  await sql`insert into source_states (source) values (${source}) on conflict do nothing`.execute(db);
}

/** Locks the source's row until the end of the transaction, then reads the clock. */
export async function lockSourceState(tx: Tx, source: string): Promise<SourceState> {
  const lock = sql<SourceState>`
    with locked as materialized (select * from source_states where source = ${source} and credential = ${SHARED} for update)
    select ${columns} from locked`;
  const [state] = (await lock.execute(tx)).rows;
  if (state) return state;
  await createSourceState(tx, source);
  return lockSourceState(tx, source);
}

/**
 * Records a success and resets the counts of consecutive failures. Writes nothing if a success was recorded seconds
 * ago.
 */
export async function saveSuccess(db: Queries, source: string): Promise<void> {
  await sql`
    update source_states set last_success_at = clock_timestamp(), blocked_in_a_row = 0, unreachable_in_a_row = 0
    where source = ${source} and credential = ${SHARED}
      and (last_success_at is null or last_success_at < clock_timestamp() - interval '5 seconds'
        or blocked_in_a_row > 0 or unreachable_in_a_row > 0)`.execute(db);
}

export async function saveUnreachable(tx: Tx, source: string, unreachableInARow: number): Promise<void> {
  await sql`
    update source_states set unreachable_in_a_row = ${unreachableInARow}
    where source = ${source} and credential = ${SHARED}`.execute(tx);
}

export async function saveCooldown(
  tx: Tx,
  source: string,
  {
    until,
    reason,
    step,
    at,
    response,
  }: { until: Date; reason: CooldownReason; step: number; at: Date; response: string },
): Promise<void> {
  await sql`
    update source_states set cooldown_until = ${until}, cooldown_reason = ${reason}, cooldown_step = ${step}, cooldown_entered_at = ${at},
      cooldown_response = ${response},
      blocked_in_a_row = 0, unreachable_in_a_row = 0,
      blocked_until = case when ${reason} = 'blocked_failure_threshold_exceeded' then ${until}::timestamptz else blocked_until end
    where source = ${source} and credential = ${SHARED}`.execute(tx);
}

/** Ends the cooldowns that are over and returns them. */
export async function endCooldowns(db: Queries): Promise<{ source: string; credential: string }[]> {
  const { rows } = await sql<{ source: string; credential: string }>`
    with ended as (
      update source_states set cooldown_reason = null, cooldown_entered_at = null, cooldown_response = null
      where cooldown_until <= clock_timestamp() and cooldown_entered_at is not null returning source, credential
    ), recorded as (${recordResumed(sql`(select source from ended where credential = ${SHARED})`)})
    select source, credential from ended`.execute(db);
  return rows;
}

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
