import { sql } from 'kysely';
import type { Database, Queries } from '../platform/database/database.ts';
import type { SourceRecord } from '../sources/record.ts';

export interface CachedResponse {
  readonly query: string;
  readonly records: readonly SourceRecord[];
  readonly fetchedAt: Date;
}

/** The cached responses that have not expired, by query. */
export async function listCachedResponses(
  db: Queries,
  source: string,
  queries: readonly string[],
): Promise<Map<string, CachedResponse>> {
  if (queries.length === 0) return new Map();
  const { rows } = await sql<CachedResponse>`
    select a.query, a.records, a.asked_at as "fetchedAt" from unnest(${queries}::text[]) as k (query)
    cross join lateral (select * from source_responses where source = ${source} and query = k.query limit 1) a
    where a.expires_at > clock_timestamp()`.execute(db);
  return new Map(rows.map((row) => [row.query, row]));
}

export interface NewResponse {
  readonly query: string;
  readonly records: readonly SourceRecord[];
  readonly lifetimeSeconds: number;
}

/** Caches responses, including empty ones. A newer response replaces an older one. */
export async function saveResponses(db: Queries, source: string, responses: readonly NewResponse[]): Promise<void> {
  if (responses.length === 0) return;
  const sorted = [...new Map(responses.map((one) => [one.query, one])).values()].sort((a, b) =>
    a.query < b.query ? -1 : 1,
  );
  await sql`
    insert into source_responses (source, query, records, expires_at)
    select ${source}, k.query, k.records, clock_timestamp() + make_interval(secs => k.seconds)
    from unnest(${sorted.map(({ query }) => query)}::text[], ${sorted.map(({ records }) => JSON.stringify(records))}::jsonb[],
      ${sorted.map(({ lifetimeSeconds }) => lifetimeSeconds)}::float8[]) as k (query, records, seconds)
    on conflict (source, query) do update set records = excluded.records, asked_at = now(), expires_at = excluded.expires_at`.execute(
    db,
  );
}

const BATCH = 1000;

/** Deletes expired responses in several transactions and returns their number. */
export async function deleteExpiredResponses(db: Database): Promise<number> {
  let deleted = 0;
  for (let batch = BATCH; batch === BATCH; deleted += batch) {
    const { numAffectedRows } = await sql`
      delete from source_responses where (source, query) in (
        select source, query from source_responses where expires_at <= now() order by expires_at limit ${BATCH})`.execute(
      db,
    );
    batch = Number(numAffectedRows ?? 0);
  }
  return deleted;
}
