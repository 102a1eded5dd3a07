import { sql } from 'kysely';
import type { Database, Queries } from '../platform/database/database.ts';
import { WORKER_LISTENER } from '../platform/database/notifications.ts';

/** Where there may be a million rows, they are counted up to this number, by an index. */
export const MOST_COUNTED = 10_000;
/** Of runs that ended, the latest. */
export const RECENT_RUNS = 1000;

export type Tally = Readonly<Record<string, number>>;

/** What there is to do, and who does it. */
export interface Tallies {
  readonly queueItems: Tally;
  /** the item that has been due for longest; 0 when none is due */
  readonly oldestDueSeconds: number;
  readonly activeRuns: Tally;
  readonly recentRuns: Tally;
  /** by the source that is asked next */
  readonly lookups: Tally;
  readonly pdfs: Tally;
  readonly workerPools: number;
}

/** One statement, in which nothing big is read through: some milliseconds, whatever the number of works. */
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
          select count(*) as n from (select from enrichment where source = s.source limit ${MOST_COUNTED}) one
        ) l where s.source is not null
      ),
      'pdfs', (
        select json_build_object(
          'queued', count(*) filter (where j.status = 'queued'),
          'running', count(*) filter (where j.status = 'running'),
          'failed', (select count(*) from (select from enrichment where status = 'failed' limit ${MOST_COUNTED}) f)
        )
        from (select status from enrichment where source is not null limit ${MOST_COUNTED}) j
      ),
      'workerPools', (
        select count(*) from pg_stat_activity where application_name = ${WORKER_LISTENER} and datname = current_database()
      )
    ) as tallies`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a select without a table gives a row');
  return row.tallies;
}

/** Reads within a transaction whose statements are broken off when they take longer. */
export function readWithin<T>(db: Database, milliseconds: number, read: (tx: Queries) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`.execute(tx);
    return read(tx);
  });
}
