import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

type Times = {
  readonly [Table in keyof Tables]?: {
    /**
     * the row moves if one of them is more than a minute ahead: a time when something was saved, or when a wait ends
     */
    readonly signs: readonly (keyof Tables[Table] & string)[];
    readonly others?: readonly (keyof Tables[Table] & string)[];
  };
};

/**
 * The times on which work waits, those from which such times are computed, and those by which a newer response replaces
 * an older one, in the order in which transactions lock the tables. Sign-ins, sessions and tokens are left out, because
 * a clock that is set back must not make them last longer; they check it themselves. So does `background_work`, because
 * it schedules the job that calls this.
 */
export const WAITING_TIMES = {
  queue_items: { signs: ['updated_at', 'claimed_until'], others: ['next_attempt_at', 'crawl_started_at'] },
  profiles: {
    signs: ['last_response_at', 'crawled_at', 'author_ids_counted_at', 'rows_missed_since', 'gone_at'],
    others: ['fully_crawled_at'],
  },
  source_states: {
    signs: ['last_request_at', 'last_success_at', 'cooldown_entered_at'],
    others: ['next_request_at', 'cooldown_until', 'blocked_until', 'resets_at', 'refused_until'],
  },
  user_request_slots: { signs: ['last_request_at'] },
  enrichment: { signs: ['opened_at', 'updated_at', 'last_attempt_at'], others: ['due_at', 'next_attempt_at'] },
  publication_metadata: { signs: ['fetched_at'] },
  source_responses: { signs: ['asked_at'], others: ['expires_at'] },
  runs: { signs: ['start_dt', 'end_dt'] },
  fetched_images: { signs: ['asked_at'], others: ['due_at'] },
  name_searches: { signs: ['asked_at'], others: ['expires_at'] },
  channels: { signs: ['next_at', 'retry_at', 'claimed_until'] },
  deliveries: { signs: ['due_at'] },
  feeds: { signs: ['last_read_at'] },
  zotero_accounts: { signs: ['wait_until'] },
  zotero_syncs: { signs: ['due_at', 'pushed_at'] },
  backup_results: { signs: ['started_at', 'finished_at'] },
} as const satisfies Times;

/**
 * Compares the clock with its time at the last call for this work. If it was set back, the rows that were written
 * before move back by as much, so every wait keeps its length, to the minute. Returns by how many seconds the clock was
 * set back; 0: it was not.
 * @throws Error if another process has done the same meanwhile; nothing is changed then
 */
export async function correctTimes(db: Database, work: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ seen: string | null; seconds: number }>`
      select clock_at::text as seen, greatest(0, coalesce(extract(epoch from clock_at - clock_timestamp()), 0))::float8 as seconds
      from background_work where name = ${work}`.execute(tx);
    const { seen, seconds } = rows[0] ?? { seen: null, seconds: 0 };
    const tables: Times = seconds > 0 ? WAITING_TIMES : {};
    for (const [table, { signs, others = [] }] of Object.entries(tables))
      await moveBack(sql.table(table), { signs, others }, seconds).execute(tx);
    const { numAffectedRows } = await sql`
      update background_work set clock_at = clock_timestamp()
      where name = ${work} and clock_at is not distinct from ${seen}::timestamptz`.execute(tx);
    if (numAffectedRows !== 1n) throw new Error('another process has corrected the times');
    return seconds;
  });
}

function moveBack(
  table: RawBuilder<unknown>,
  { signs, others }: { signs: readonly string[]; others: readonly string[] },
  seconds: number,
) {
  const moved = [...signs, ...others].map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(name)} - make_interval(secs => ${seconds}::float8)`,
  );
  const latest = sql`greatest(${sql.join(signs.map((name) => sql.ref(name)))})`;
  return sql`update ${table} set ${sql.join(moved)} where ${latest} > clock_timestamp() + interval '1 minute'`;
}
