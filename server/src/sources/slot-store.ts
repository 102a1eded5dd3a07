import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../platform/database/database.ts';
import type { CooldownReason } from './source.ts';

/** The credential of the row with the source's own rate limit and cooldown and the operator's budget. */
export const SHARED = 'shared';

/** Midnight in UTC, when daily budgets reset unless the source advertises another time. */
const midnight = sql`(date_trunc('day', clock_timestamp() at time zone 'UTC') + interval '1 day') at time zone 'UTC'`;

const MARGIN = { part: 0.02, seconds: 0.04 };

/**
 * How many seconds after its slot a request may be sent, because a busy machine is late by milliseconds. Slots are
 * further apart by this time.
 */
export function marginOf(intervalSeconds: number): number {
  return intervalSeconds > 0 ? MARGIN.part * intervalSeconds + MARGIN.seconds : 0;
}

/** An interval in seconds with its margin, in SQL. */
export function withMargin(seconds: RawBuilder<unknown>) {
  return sql`(${seconds} * ${1 + MARGIN.part}::float8 + ${MARGIN.seconds}::float8)`;
}

/** A row in which a request needs a slot. */
export interface SlotRow {
  readonly source: string;
  readonly credential: string;
  /** between the starts of two requests; 0 if there is no rate limit */
  readonly seconds: number;
  /** taken from the daily budget of the row */
  readonly cost: number;
  /** the daily budget, unless the source advertises another; null if there is none */
  readonly dailyBudget: number | null;
}

/** Whether a row allows a request, and if not, why. */
export interface SlotVerdict {
  readonly source: string;
  readonly credential: string;
  readonly isGranted: boolean;
  /** from the statement's time until the slot that the request would get */
  readonly startsInMs: number;
  /** until this row alone would allow the request */
  readonly rowStartsInMs: number;
  /** 0 if there is no cooldown */
  readonly cooldownMs: number;
  readonly cooldownUntil: Date | null;
  readonly cooldownReason: CooldownReason | null;
  readonly hasBudget: boolean;
  /** when the budget resets */
  readonly resetsAt: Date;
}

/**
 * Reserves a slot in all rows or in none. It succeeds if no row has a cooldown, every budget covers the cost and the
 * slot begins within `withinMs`. Atomic across processes, by the database's clock.
 */
export async function reserveRows(db: Queries, rows: readonly SlotRow[], withinMs: number): Promise<SlotVerdict[]> {
  const columns = <K extends keyof SlotRow>(name: K) => rows.map((row) => row[name]);
  const { rows: verdicts } = await sql<SlotVerdict>`
    with wanted as (
      select * from unnest(${columns('source')}::text[], ${columns('credential')}::text[], ${columns('seconds')}::float8[], ${columns('cost')}::float8[],
        ${columns('dailyBudget')}::float8[]) as w (source, credential, seconds, cost, daily_budget)
    ), held as materialized (
      select s.*, w.cost, w.daily_budget,
        case when w.seconds = 0 then 0 else greatest(w.seconds, coalesce(s.advertised_interval_seconds, 0)) end as interval_seconds
      from source_states s join wanted w using (source, credential) order by s.source, s.credential for update of s
    ), clock as materialized (
      select clock_timestamp() as now from (select count(*) from held) locked
    ), current as materialized (
      select h.*, c.now, greatest(h.next_request_at, c.now) as at, coalesce(h.resets_at > c.now, false) as is_current
      from held h, clock c
    ), judged as materialized (
      select n.*, case when n.is_current then n.spent else 0 end as spent_now,
        case when n.is_current then n.resets_at else coalesce((select m.resets_at from current m where m.is_current and m.source = n.source and m.credential = ${SHARED}), ${midnight}) end as budget_ends_at,
        coalesce(case when n.is_current then n.advertised_limit end, n.daily_budget) as budget
      from current n
    ), slot as materialized (
      select max(at) as at,
        bool_and(coalesce(cooldown_until <= now, true) and (cost = 0 or budget is null or spent_now + cost <= budget)) and max(at) <= min(now) + make_interval(secs => ${withinMs / 1000}::float8)
          and count(*) = ${rows.length} as is_granted
      from judged
    ), reserved as (
      update source_states s set last_request_at = slot.at, next_request_at = slot.at + make_interval(secs => j.interval_seconds),
        spent = case when j.cost > 0 then j.spent_now + j.cost else s.spent end,
        advertised_limit = case when j.cost > 0 and not j.is_current then null else s.advertised_limit end,
        resets_at = case when j.cost > 0 then j.budget_ends_at else s.resets_at end
      from judged j, slot where s.source = j.source and s.credential = j.credential and slot.is_granted
    )
    select j.source, j.credential, slot.is_granted as "isGranted",
      extract(epoch from slot.at - j.now)::float8 * 1000 as "startsInMs", extract(epoch from j.at - j.now)::float8 * 1000 as "rowStartsInMs",
      greatest(0, coalesce(extract(epoch from j.cooldown_until - j.now), 0))::float8 * 1000 as "cooldownMs", j.cooldown_until as "cooldownUntil",
      j.cooldown_reason as "cooldownReason", (j.cost = 0 or j.budget is null or j.spent_now + j.cost <= j.budget) as "hasBudget",
      j.budget_ends_at as "resetsAt"
    from judged j, slot`.execute(db);
  if (verdicts.length === rows.length) return verdicts;
  await sql`
    insert into source_states (source, credential)
    select * from unnest(${columns('source')}::text[], ${columns('credential')}::text[]) on conflict do nothing`.execute(
    db,
  );
  return reserveRows(db, rows, withinMs);
}

/** The budget of a credential as the source's headers advertise it. */
export interface AdvertisedBudget {
  readonly limit: number;
  readonly remaining: number;
  readonly resetsInSeconds: number;
}

/** Saves an advertised budget. If two responses arrive in the wrong order, the lower remainder counts. */
export async function saveAdvertisedBudget(
  db: Queries,
  source: string,
  credential: string,
  { limit, remaining, resetsInSeconds }: AdvertisedBudget,
): Promise<void> {
  await sql`
    update source_states set advertised_limit = ${limit},
      spent = case when resets_at <= clock_timestamp() then ${limit - remaining} else greatest(spent, ${limit - remaining}) end,
      resets_at = clock_timestamp() + make_interval(secs => ${resetsInSeconds}::float8)
    where source = ${source} and credential = ${credential} and resets_at is not null
      and (advertised_limit is distinct from ${limit} or spent < ${limit - remaining})`.execute(db);
}

/**
 * Saves the interval and the maximum of concurrent requests that a source's headers advertise; null for those they do
 * not.
 */
export async function saveAdvertisedRate(
  db: Queries,
  source: string,
  { intervalSeconds, concurrency }: { intervalSeconds: number | null; concurrency: number | null },
): Promise<void> {
  await sql`
    update source_states set advertised_interval_seconds = ${intervalSeconds}, advertised_concurrency = ${concurrency}
    where source = ${source} and credential = ${SHARED}
      and (advertised_interval_seconds, advertised_concurrency) is distinct from (${intervalSeconds}::float8, ${concurrency}::int)`.execute(
    db,
  );
}

/** The maximum of concurrent requests that the source's headers advertise; null if they do not. */
export async function findAdvertisedConcurrency(db: Queries, source: string): Promise<number | null> {
  const { rows } = await sql<{ concurrency: number | null }>`
    select advertised_concurrency as concurrency from source_states where source = ${source} and credential = ${SHARED}`.execute(
    db,
  );
  return rows[0]?.concurrency ?? null;
}

/** How long a refused credential is not used. Another key of the same user is another credential. */
const REFUSED_SECONDS = 86_400;

export async function saveRefusedCredential(db: Queries, source: string, credential: string): Promise<void> {
  const until = sql`clock_timestamp() + make_interval(secs => ${REFUSED_SECONDS})`;
  await sql`
    insert into source_states (source, credential, refused_until) values (${source}, ${credential}, ${until})
    on conflict (source, credential) do update set refused_until = excluded.refused_until`.execute(db);
}

/** Credentials that a source refused within the last day. */
export async function listRefusedCredentials(db: Queries, source: string): Promise<Set<string>> {
  const { rows } = await sql<{ credential: string }>`
    select credential from source_states
    where source = ${source} and refused_until > clock_timestamp()`.execute(db);
  return new Set(rows.map(({ credential }) => credential));
}

/** Starts a cooldown of one user's own key, for all processes, and returns its end. A longer current cooldown stays. */
export async function saveKeyCooldown(db: Queries, source: string, credential: string, seconds: number): Promise<Date> {
  const reason: CooldownReason = 'blocked_failure_threshold_exceeded';
  const { rows } = await sql<{ until: Date }>`
    insert into source_states as s (source, credential, cooldown_until, cooldown_reason, cooldown_entered_at)
    values (${source}, ${credential}, clock_timestamp() + make_interval(secs => ${seconds}::float8), ${reason}, clock_timestamp())
    on conflict (source, credential) do update set cooldown_until = greatest(s.cooldown_until, excluded.cooldown_until),
      cooldown_reason = excluded.cooldown_reason, cooldown_entered_at = excluded.cooldown_entered_at
    returning cooldown_until as until`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an upsert without a condition returns a row');
  return row.until;
}
