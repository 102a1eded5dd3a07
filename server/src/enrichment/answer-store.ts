import { sql } from 'kysely';
import type { Database, Queries } from '../platform/database/database.ts';
import type { SourceRecord } from '../sources/record.ts';

export interface KeptAnswer {
  readonly query: string;
  readonly records: readonly SourceRecord[];
  readonly askedAt: Date;
}

/** Cached answers that have not expired, by query. */
export async function listAnswers(
  db: Queries,
  source: string,
  queries: readonly string[],
): Promise<Map<string, KeptAnswer>> {
  if (queries.length === 0) return new Map();
  const { rows } = await sql<KeptAnswer>`
    select a.query, a.records, a.asked_at as "askedAt" from unnest(${queries}::text[]) as k (query)
    cross join lateral (select * from source_answers where source = ${source} and query = k.query limit 1) a
    where a.expires_at > clock_timestamp()`.execute(db);
  return new Map(rows.map((row) => [row.query, row]));
}

export interface NewAnswer {
  readonly query: string;
  readonly records: readonly SourceRecord[];
  readonly lifetimeSeconds: number;
}

/** Caches answers, empty ones included. A newer answer replaces an older one. */
export async function saveAnswers(db: Queries, source: string, answers: readonly NewAnswer[]): Promise<void> {
  if (answers.length === 0) return;
  const sorted = [...new Map(answers.map((one) => [one.query, one])).values()].sort((a, b) =>
    a.query < b.query ? -1 : 1,
  );
  await sql`
    insert into source_answers (source, query, records, expires_at)
    select ${source}, k.query, k.records, clock_timestamp() + make_interval(secs => k.seconds)
    from unnest(${sorted.map(({ query }) => query)}::text[], ${sorted.map(({ records }) => JSON.stringify(records))}::jsonb[],
      ${sorted.map(({ lifetimeSeconds }) => lifetimeSeconds)}::float8[]) as k (query, records, seconds)
    on conflict (source, query) do update set records = excluded.records, asked_at = now(), expires_at = excluded.expires_at`.execute(
    db,
  );
}

const BATCH = 1000;

/** Deletes expired answers in several transactions; returns how many. */
export async function deleteExpiredAnswers(db: Database): Promise<number> {
  let deleted = 0;
  for (let batch = BATCH; batch === BATCH; deleted += batch) {
    const { numAffectedRows } = await sql`
      delete from source_answers where (source, query) in (
        select source, query from source_answers where expires_at <= now() order by expires_at limit ${BATCH})`.execute(
      db,
    );
    batch = Number(numAffectedRows ?? 0);
  }
  return deleted;
}
