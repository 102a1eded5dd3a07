import { type RawBuilder, sql } from 'kysely';
import type { Queries } from './database.ts';

type StoredRow = object;

/**
 * Inserts rows as `to_jsonb` once gave them. A row that was kept before a migration lacks the columns that came since, which get their defaults, and may
 * have some that are no more, which are left out. Rows that were kept at different times go in by themselves. `conflict` is what follows on a conflict.
 */
export async function insertStoredRows(
  db: Queries,
  table: string,
  rows: readonly StoredRow[],
  conflict: RawBuilder<unknown> = sql``,
): Promise<void> {
  const groups = new Map<string, StoredRow[]>();
  for (const row of rows) {
    const columns = Object.keys(row).sort().join(' ');
    const group = groups.get(columns);
    if (group) group.push(row);
    else groups.set(columns, [row]);
  }
  for (const group of groups.values()) {
    const { rows: columns } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname = any(${Object.keys(group[0] ?? {})})
      order by attnum`.execute(db);
    const names = sql.join(columns.map(({ name }) => sql.ref(name)));
    await sql`
      insert into ${sql.table(table)} as t (${names})
      select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(group)}::jsonb) ${conflict}`.execute(
      db,
    );
  }
}
