import { sql } from 'kysely';
import type { RunEventKind } from '../crawling/run-event-store.ts';
import type { Database, Queries } from '../platform/database/database.ts';
import type { RunStatus } from '../platform/database/tables.ts';

/** An event as it is kept; `data` is JSON text. */
export interface KeptEvent {
  readonly number: number;
  readonly kind: RunEventKind;
  readonly data: string;
}

/** The events of a run after a number, in order; fewer than `limit` only where there are no more. */
export async function listEvents(db: Queries, runId: number, afterNumber: number, limit: number): Promise<KeptEvent[]> {
  const { rows } = await sql<KeptEvent>`
    select number, kind, data::text as data from run_events
    where run_id = ${runId} and number > ${afterNumber} order by number limit ${limit}`.execute(db);
  return rows;
}

/** How far a run is, for those who follow it. */
export interface FollowedRun {
  readonly id: number;
  readonly user_id: number;
  readonly status: RunStatus;
  readonly has_ended: boolean;
  readonly last_event_number: number;
}

export async function findFollowedRun(db: Queries, userId: number, runId: number): Promise<FollowedRun | undefined> {
  const { rows } = await sql<FollowedRun>`
    select id, user_id, status, status not in ('running', 'resolving') as has_ended, last_event_number from runs
    where user_id = ${userId} and id = ${runId}`.execute(db);
  return rows[0];
}

/** Whole runs a statement: their events are few thousands at most, and nobody finds half of them. */
const RUNS_A_BATCH = 20;

/** Deletes the events of runs that ended more than so many days ago, in several transactions; returns how many events. */
export async function deleteOldEvents(db: Database, days: number): Promise<number> {
  let deleted = 0;
  let batch = { events: 0, runs: RUNS_A_BATCH };
  while (batch.runs === RUNS_A_BATCH) {
    const { rows } = await sql<typeof batch>`
      with old as (
        select id from runs
        where end_dt < now() - make_interval(days => ${days}) and id >= (select min(run_id) from run_events)
          and exists (select from run_events e where e.run_id = runs.id)
        order by id limit ${RUNS_A_BATCH}
      ), gone as (
        delete from run_events using old where run_id = old.id returning number
      )
      select (select count(*) from gone) as events, (select count(*) from old) as runs`.execute(db);
    batch = rows[0] ?? { events: 0, runs: 0 };
    deleted += batch.events;
  }
  return deleted;
}
