import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';

/** Each character that changes the direction of the text behind it. */
export const DIRECTION = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';

/** As a character, in JSON, and in HTML or XML. Encoded in an address it changes nothing. */
const ANY_FORM = /[\u202a-\u202e\u2066-\u2069]|\\u20(?:2[a-e]|6[6-9])|&#(?:x20(?:2[a-e]|6[6-9])|823[4-8]|829[4-7]);/i;

/** Fails if a response, mail or file has such a character, in any form. */
export function expectNoDirection(text: string, place: string): void {
  const at = text.search(ANY_FORM);
  expect(at < 0 ? '' : JSON.stringify(text.slice(Math.max(0, at - 60), at + 20)), place).toBe('');
}

/** The columns of the database, as "table.column", in which such a character is stored. */
export async function findStoredDirection(db: Database): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attnum > 0 and not a.attisdropped
      and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'varchar'::regtype, 'tsvector'::regtype)`.execute(
    db,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await sql`
      select from ${sql.table(table)} where ${sql.ref(column)}::text ~ '[\u202a-\u202e\u2066-\u2069]' limit 1`.execute(
      db,
    );
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}
