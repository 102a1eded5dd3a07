import { type RawBuilder, sql } from 'kysely';
import { CLAIM_SECONDS, claimEnd, claimRow } from './claims.ts';
import type { Queries, Tx } from './database.ts';

/** Work that only one process does at a time. */
export interface WorkName {
  readonly name: string;
  /** the longest pause between two executions; a later due time was saved before the clock was set back */
  readonly restSeconds: number;
}

export interface WorkClaim {
  readonly name: string;
  readonly claimNumber: number;
}

const now = sql`clock_timestamp()`;

function isDue(restSeconds: RawBuilder<unknown>) {
  return sql`w.due_at not between ${now} and ${now} + make_interval(secs => ${restSeconds})`;
}

/**
 * A claim that expires too late was made before the clock was set back, so it does not count. This table checks that
 * itself, because it schedules the job that corrects the times of other tables.
 */
const isFree = sql`w.claimed_until not between ${now} and ${now} + make_interval(secs => ${2 * CLAIM_SECONDS})`;

function listOf(work: readonly WorkName[]) {
  return sql`unnest(${work.map(({ name }) => name)}::text[], ${work.map(({ restSeconds }) => restSeconds)}::float8[]) as k (name, rest_seconds)`;
}

/** The milliseconds until each work may be claimed, by its name; 0 for work that no process has done yet. */
export async function listWaits(db: Queries, work: readonly WorkName[]): Promise<Map<string, number>> {
  const until = (time: RawBuilder<unknown>) => sql`extract(epoch from ${time} - ${now})::float8 * 1000`;
  const { rows } = await sql<{ name: string; milliseconds: number }>`
    select k.name, greatest(
      case when ${isDue(sql`k.rest_seconds`)} then 0 else ${until(sql`w.due_at`)} end,
      case when ${isFree} then 0 else ${until(sql`w.claimed_until`)} end, 0) as milliseconds
    from ${listOf(work)} left join background_work w on w.name = k.name`.execute(db);
  return new Map(rows.map(({ name, milliseconds }) => [name, milliseconds]));
}

/** Claims the work that is due and that no other process has claimed. */
export async function claimWork(db: Queries, work: readonly WorkName[]): Promise<WorkClaim[]> {
  if (work.length === 0) return [];
  const { rows } = await sql<WorkClaim>`
    insert into background_work as w (name, due_at, claimed_until, claim_number)
    select k.name, 'infinity', ${claimEnd}, 1 from ${listOf(work)} order by k.name
    on conflict (name) do update set due_at = excluded.due_at, ${claimRow('w')}
    where ${isFree} and ${isDue(sql`(select k.rest_seconds from ${listOf(work)} where k.name = w.name)`)}
    returning w.name, w.claim_number as "claimNumber"`.execute(db);
  return rows;
}

/**
 * Ends a claim, unless it has expired and another process has claimed the work. The work is due after `restSeconds`, or
 * earlier if somebody woke it meanwhile.
 */
export async function releaseWork(db: Queries, { name, claimNumber }: WorkClaim, restSeconds: number): Promise<void> {
  await sql`
    update background_work set claimed_until = ${now}, due_at = least(due_at, ${now} + make_interval(secs => ${restSeconds}::float8))
    where name = ${name} and claim_number = ${claimNumber}`.execute(db);
}

/** Makes work due now, and wakes the loops. Call it last in a transaction: it locks the row of the work. */
export async function wakeWork(tx: Tx, name: string): Promise<void> {
  await sql`update background_work set due_at = ${now} where name = ${name}`.execute(tx);
  await sql`select pg_notify('background_work', '')`.execute(tx);
}
