import { sql } from 'kysely';
import type { Database, Queries } from '../platform/database/database.ts';
import { WORKER_LISTENER } from '../platform/database/notifications.ts';
import { one } from '../platform/database/one.ts';

/** Tables that may have a million rows are counted by an index, and only up to this number. */
export const MAX_COUNTED = 10_000;
/** How many of the latest ended runs are counted. */
export const RECENT_RUNS = 1000;

export type Tally = Readonly<Record<string, number>>;

/** The queues, and what works on them. */
export interface Tallies {
  readonly queueItems: Tally;
  /** how long the oldest due item has been due; 0 if none is due */
  readonly oldestDueSeconds: number;
  readonly activeRuns: Tally;
  readonly recentRuns: Tally;
  /** by the source of the next request */
  readonly lookups: Tally;
  readonly pdfs: Tally;
  readonly workerPools: number;
  /** ends of the latest scheduled backups, in seconds since 1970; null: none yet */
  readonly backups: { readonly success: number | null; readonly failure: number | null; readonly bytes: number | null };
}

/** One statement without a scan of a large table. It takes some milliseconds, whatever the number of publications. */
export async function readTallies(db: Queries): Promise<Tallies> {
  const { rows } = await sql<{ tallies: Tallies }>`
    select json_build_object(
      'queueItems', (select coalesce(json_object_agg(status, n), '{}') from (select status, count(*) as n from queue_items group by status) t),
      'oldestDueSeconds', (
        select coalesce(greatest(0, extract(epoch from clock_timestamp() - min(next_attempt_at))), 0) from queue_items where status = 'queued'
      ),
      'activeRuns', (
        select coalesce(json_object_agg(status, n), '{}')
        from (select status, count(*) as n from runs where status in ('running', 'resolving') group by status) t
      ),
      'recentRuns', (
        select coalesce(json_object_agg(status, n), '{}') from (
          select status, count(*) as n from (select status from runs order by id desc limit ${RECENT_RUNS}) r
          where status not in ('running', 'resolving') group by status
        ) t
      ),
      'lookups', (
        with recursive sources as (
          (select source from enrichment where source is not null order by source limit 1)
          union all
          select (select l.source from enrichment l where l.source > s.source order by l.source limit 1) from sources s where s.source is not null
        )
        select coalesce(json_object_agg(s.source, l.n), '{}') from sources s cross join lateral (
          select count(*) as n from (select from enrichment where source = s.source limit ${MAX_COUNTED}) one
        ) l where s.source is not null
      ),
      'pdfs', (
        select json_build_object(
          'queued', count(*) filter (where j.status = 'queued'),
          'running', count(*) filter (where j.status = 'running'),
          'failed', (select count(*) from (select from enrichment where status = 'failed' limit ${MAX_COUNTED}) f)
        )
        from (select status from enrichment where source is not null limit ${MAX_COUNTED}) j
      ),
      'backups', (
        select json_build_object(
          'success', extract(epoch from max(finished_at) filter (where outcome = 'success')),
          'failure', extract(epoch from max(finished_at) filter (where outcome = 'failure')),
          'bytes', max(bytes)
        ) from backup_results
      ),
      'workerPools', (
        select count(*) from pg_stat_activity where application_name = ${WORKER_LISTENER} and datname = current_database()
      )
    ) as tallies`.execute(db);
  return one(rows, 'the tallies').tallies;
}

/** Reads in a transaction whose statements are canceled after this time. */
export function readWithin<T>(db: Database, milliseconds: number, read: (tx: Queries) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`.execute(tx);
    return read(tx);
  });
}
