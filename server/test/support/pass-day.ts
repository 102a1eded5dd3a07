import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';

/** Sessions end by time, and the schema's own times are of no interest. */
const UNTOUCHED = ['sessions', 'api_tokens', 'setup_tokens', 'background_work', 'schema_migrations'];

/** Lets a day pass: moves all stored times a day into the past. */
export async function passDay(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.table_name as name, array_agg(c.column_name::text) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'timestamp with time zone' and not c.table_name = any(${UNTOUCHED})
    group by 1 order by 1`.execute(db);
  for (const { name, columns } of rows) {
    const changes = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(column)} - interval '1 day'`);
    await sql`update ${sql.table(name)} set ${sql.join(changes)}`.execute(db);
  }
}
