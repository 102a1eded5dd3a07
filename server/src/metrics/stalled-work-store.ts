import { sql } from 'kysely';
import { PRIORITY } from '../enrichment/enrichment.ts';
import type { Config } from '../platform/config.ts';
import type { Queries } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import { enabledSources } from '../sources/enabled-sources.ts';

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
