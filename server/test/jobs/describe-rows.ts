import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';

export type Rows = Readonly<Record<string, readonly unknown[]>>;

async function selectAll(db: Database, queries: Readonly<Record<string, RawBuilder<unknown>>>): Promise<Rows> {
  const rows: Record<string, readonly unknown[]> = {};
  for (const [name, query] of Object.entries(queries)) rows[name] = (await query.execute(db)).rows;
  return rows;
}

/** The number of a row's user, which is the same in a database that had other users before. */
const userOf = (table: string) => sql.raw(`(select count(*) from users o where o.id < ${table}.user_id)`);

/** The stored data without random parts: ids, times, and which of two co-authors was first. */
export async function describeLibrary(db: Database): Promise<Rows> {
  return selectAll(db, {
    publications: sql`select title, year, count(*) from publications group by 1, 2 order by title, year`,
    keys: sql`select source, key, count(*) from records group by 1, 2 order by key`,
    listings: sql`
      select f.source_id, p.title, count(*) from listings l
      join profiles f on f.id = l.profile_id join publications p on p.id = l.publication_id
      group by 1, 2 order by 1, 2`,
    profiles: sql`select source_id, display_name, affiliation, last_listing_number from profiles order by source_id`,
    scholars: sql`
      select ${userOf('s')} as user_at, f.source_id, s.baseline_completed, s.processed_listing from scholar_profiles s
      join profiles f on f.id = s.profile_id order by 1, 2`,
    links: sql`
      select ${userOf('u')} as user_at, p.title, u.is_read, u.is_hidden, u.first_seen_run_id is not null as by_run, count(*) from library_entries u
      join publications p on p.id = u.publication_id group by 1, 2, 3, 4, 5 order by 1, 2`,
    libraries: sql`select ${userOf('l')} as user_at, entry_count, unread_count, favorite_count from libraries l order by 1`,
    numbers: sql`
      select ${userOf('u')} as user_at, count(distinct entry_number) as numbers, max(entry_number) <= (select last_entry_number from libraries l
        where l.user_id = u.user_id) as below_last from user_publications u group by u.user_id order by 1`,
  });
}

/** The results of crawls and runs after all work is done. */
export async function describeRows(db: Database): Promise<Rows> {
  const runs = await selectAll(db, {
    runs: sql`
      select id, user_id, status, scholar_count, succeeded_count, failed_count, partial_count, new_publication_count,
        visited_count, finished_count from runs order by id`,
    results: sql`
      select run_id, f.source_id, outcome, state, new_publication_count, warnings from run_scholars r
      join profiles f on f.id = r.profile_id order by run_id, source_id`,
    finds: sql`
      select u.first_seen_run_id, u.user_id, p.title from user_publications u join publications p on p.id = u.publication_id
      where u.first_seen_run_id is not null order by 1, 2, 3`,
    pdfs: sql`
      select run_id, data->>'title' as title, count(*) from run_events where kind = 'publication_discovered'
      group by 1, 2 order by 1, 2`,
    streams: sql`
      select r.id, max(e.number) = count(*) and max(e.number) = r.last_event_number as is_whole,
        (array_agg(e.kind order by e.number desc))[1] as last, count(*) filter (where e.kind = 'run_complete') as ends
      from runs r left join run_events e on e.run_id = r.id group by r.id order by r.id`,
    queue: sql`select id, status, reason, last_error from queue_items order by id`,
  });
  return { ...(await describeLibrary(db)), ...runs };
}

/** Compares two descriptions. A failure shows only the missing and the additional rows. */
export function expectSameRows(actual: Rows, expected: Rows): void {
  for (const [name, wanted] of Object.entries(expected)) {
    const left = new Map<string, number>();
    for (const row of wanted) left.set(JSON.stringify(row), (left.get(JSON.stringify(row)) ?? 0) + 1);
    const extra: string[] = [];
    for (const row of actual[name] ?? []) {
      const text = JSON.stringify(row);
      const count = left.get(text) ?? 0;
      if (count === 0) extra.push(text);
      else left.set(text, count - 1);
    }
    const missing = [...left].flatMap(([text, count]) => Array.from({ length: count }, () => text));
    expect(
      { missing: missing.slice(0, 5), extra: extra.slice(0, 5) },
      `${name}: ${missing.length} of ${wanted.length} rows are missing, ${extra.length} are too many`,
    ).toEqual({ missing: [], extra: [] });
  }
}
