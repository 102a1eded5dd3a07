import { sql } from 'kysely';
import type { RunEventKind } from '../crawling/run-store.ts';
import type { RunStatus } from '../platform/database/column-values.ts';
import type { Database, Queries } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';

/** A stored event; `data` is JSON text. */
export interface StoredEvent {
  readonly number: number;
  readonly kind: RunEventKind;
  readonly data: string;
}

/** The events of a run after a number, in order. Fewer than `limit` means that there are no more. */
export async function listEvents(
  db: Queries,
  runId: number,
  afterNumber: number,
  limit: number,
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select number, kind, data::text as data from run_events
    where run_id = ${runId} and number > ${afterNumber} order by number limit ${limit}`.execute(db);
  return rows;
}

/** The state of a run that its followers need. */
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

/** Each statement deletes whole runs, so nobody reads half of one. A run has a few thousand events at most. */
const RUNS_A_BATCH = 20;

/**
 * Deletes the events of runs that ended more than so many days ago, in several transactions. Returns the number of
 * events.
 */
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
    batch = one(rows, 'the count of deleted events');
    deleted += batch.events;
  }
  return deleted;
}
