import { readFile } from 'node:fs/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';

/**
 * The constraints, indexes and triggers of this version. To update the file, run
 * server/test/ops/check-integrity-schema.test.ts with `-u`.
 */
const EXPECTED = new URL('../../migrations/objects.txt', import.meta.url);

/** The objects that the migrations create besides tables and columns. */
const objects = sql`
  select 'constraint ' || c.relname || ' ' || k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.connamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f', 'c') and c.relname not like 'kysely%'
  union all
  select 'index ' || c.relname || ' ' || x.relname from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
  where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
  union all
  select 'trigger ' || c.relname || ' ' || t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`;

/** Lists the objects that the migrations create besides tables and columns, one line each, sorted. */
export async function listSchemaObjects(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from (${objects}) o order by name collate "C"`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Reads what {@link listSchemaObjects} returns for a complete database. */
export async function readExpectedObjects(): Promise<string[]> {
  return (await readFile(EXPECTED, 'utf8')).split('\n').filter((line) => line !== '');
}

/** Selects the names of objects that the database lacks. */
export function selectMissing(expected: readonly string[]): RawBuilder<unknown> {
  return sql`select unnest(${expected}::text[]) as name except select name from (${objects}) o`;
}
