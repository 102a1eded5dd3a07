import { sql } from 'kysely';
import type { Database } from '../../../src/platform/database/database.ts';

/** Columns with the time of use, which are not a visible change. */
const NOTES = ['touched_at', 'last_used_at'];

/** A digest of each table. */
export async function fingerprint(db: Database): Promise<Record<string, string>> {
  const tables = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname = 'public' order by 1, 2`.execute(db);
  const digests = tables.rows.map(
    ({ schema, name }) => sql<{ name: string; digest: string }>`
      select ${name}::text as name, count(*) || ' ' || md5(coalesce(string_agg(row::text, ' ' order by row::text), '')) as digest
      from (select to_jsonb(t) - ${NOTES}::text[] as row from ${sql.table(`${schema}.${name}`)} t) rows`,
  );
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(digests, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

/** The tables in which two fingerprints differ. */
export function changedTables(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
}
