import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';

/** Sessions end by time, and the schema's own times are of no interest. */
const UNTOUCHED = ['sessions', 'api_tokens', 'setup_tokens', 'schema_migrations'];

/** Lets a day pass: moves all stored times a day into the past. */
export function passDay(db: Database): Promise<void> {
  return moveTimes(db, '-1 day', [...UNTOUCHED, 'background_work']);
}

/** Sets the clock back by a day: everything was noted a day ahead. */
export function setClockBack(db: Database): Promise<void> {
  return moveTimes(db, '1 day', UNTOUCHED);
}

async function moveTimes(db: Database, by: string, untouched: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.table_name as name, array_agg(c.column_name::text) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone' and not c.table_name = any(${untouched})
    group by 1 order by 1`.execute(db);
  // in one transaction, so that no job sees a part of it
  await db.transaction().execute(async (tx) => {
    for (const { name, columns } of rows) {
      const changes = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} + ${by}::interval`);
      await sql`update ${sql.table(name)} set ${sql.join(changes)}`.execute(tx);
    }
  });
}
