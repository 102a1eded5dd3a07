import { sql } from 'kysely';
import { PRIORITY } from '../enrichment/enrichment.ts';
import type { Config } from '../platform/config.ts';
import type { Database, Queries } from '../platform/database/database.ts';
import { WORKER_LISTENER } from '../platform/database/notifications.ts';
import { one } from '../platform/database/one.ts';
import { enabledSources } from '../sources/enabled-sources.ts';

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

/**
 * The sources of crawls that were neither requested nor cooling down for more than so many seconds. Only there can
 * crawls have stalled for as long, so reading the queue of a busy source, which may be long, is needless.
 */
async function listQuietSources(db: Queries, sources: readonly string[], seconds: number): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select source from unnest(${sources}::text[]) as s (source)
    except
    select source from source_states where greatest(last_request_at, cooldown_until) >= clock_timestamp() - make_interval(secs => ${seconds})`.execute(
    db,
  );
  return rows.map(({ source }) => source);
}

/**
 * For how many seconds due crawls have not progressed; 0 if none is due. Any request to the source counts as progress.
 * Items that wait for a cooldown, for the user's own delay, or for a scholar or user to be enabled are not due.
 */
async function readStalledCrawls(db: Queries, sources: readonly string[]): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(max(greatest(0, extract(epoch from clock_timestamp() - greatest(
        q.next_attempt_at, q.updated_at, s.cooldown_until, s.last_request_at + make_interval(secs => coalesce(o.request_delay_seconds, 0)::float8)
      )))), 0)::float8 as seconds
    from queue_items q
    join scholars c on c.id = q.scholar_id and c.is_enabled
    join users u on u.id = q.user_id and u.is_active
    left join user_settings o on o.user_id = q.user_id
    left join (
      select source, max(last_request_at) as last_request_at, max(cooldown_until) as cooldown_until from source_states group by source
    ) s on s.source = q.source
    -- each status has an index by source; with "in", none would be used
    where q.source = any(${sources}) and (q.status = 'queued' or q.status = 'retrying') and q.next_attempt_at <= clock_timestamp()`.execute(
    db,
  );
  return one(rows, 'the delay of crawls').seconds;
}

/** For how many seconds no process has enriched publications from a source where steps are due; 0 if none is due. */
async function readStalledEnrichment(db: Queries): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(max(greatest(0, extract(epoch from clock_timestamp() - greatest(first.due_at, w.claimed_until)))), 0)::float8 as seconds
    from background_work w
    cross join unnest(${Object.values(PRIORITY)}::smallint[]) as k (priority)
    cross join lateral (
      select due_at from enrichment e where e.source = substr(w.name, 8) and e.priority = k.priority order by due_at limit 1
    ) first`.execute(db);
  return one(rows, 'the delay of enrichment').seconds;
}

/**
 * For how many seconds due background work has not progressed, or 0 if that is at most `atLeastSeconds`. The queues of
 * disabled sources do not count.
 */
export async function readStalledSeconds(db: Queries, config: Config, atLeastSeconds = 0): Promise<number> {
  const sources = await listQuietSources(db, enabledSources({ config }), atLeastSeconds);
  const crawls = sources.length === 0 ? 0 : await readStalledCrawls(db, sources);
  return Math.max(crawls, await readStalledEnrichment(db));
}
