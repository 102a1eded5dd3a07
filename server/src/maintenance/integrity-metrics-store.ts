import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

export type Metric =
  | 'publications'
  | 'merged_publications'
  | 'users'
  | 'scholars'
  | 'active_runs'
  | 'open_queue_items'
  | 'open_lookups'
  | 'database_bytes';

/** How much there is. */
export async function measureDatabase(tx: Tx): Promise<Record<Metric, number>> {
  const { rows } = await sql<Record<Metric, number>>`
    select (select count(*) from publications) - merged as publications, merged as merged_publications,
      (select count(*) from users) as users, (select count(*) from scholars) as scholars,
      (select count(*) from runs where status in ('running', 'resolving')) as active_runs,
      (select count(*) from queue_items where status <> 'dropped') as open_queue_items, (select count(*) from lookups) as open_lookups,
      pg_database_size(current_database()) as database_bytes
    from (select count(*) as merged from publications where merged_into is not null) k`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a count without a row');
  return row;
}
