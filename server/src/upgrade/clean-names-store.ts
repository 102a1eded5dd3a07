import { sql } from 'kysely';
import { readOwnName } from '../library/own-name.ts';
import type { Queries } from '../platform/database/database.ts';

interface Named {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly key: string | null;
  readonly isDeleted: boolean;
}

/** The tables with names that users gave, and the longest name of each. `isUnique`: a user has each name once. */
const TABLES = [
  { table: 'stored_tags', maxLength: 50, isUnique: true },
  { table: 'stored_rules', maxLength: 50, isUnique: true },
  { table: 'stored_views', maxLength: 80, isUnique: true },
  { table: 'channels', maxLength: 80, isUnique: false },
  { table: 'feeds', maxLength: 80, isUnique: false },
  { table: 'api_tokens', maxLength: 100, isUnique: false },
] as const;

/**
 * Reads stored names as those of requests are read: without invisible characters. A name that becomes that of another
 * one gets a number.
 */
export async function cleanNames(db: Queries): Promise<void> {
  for (const one of TABLES) await cleanNamesOf(db, one);
}

async function cleanNamesOf(db: Queries, { table, maxLength, isUnique }: (typeof TABLES)[number]): Promise<void> {
  const { rows } = await sql<Named>`
    select id, user_id as "userId", name, ${isUnique ? sql`name_key` : sql`null`} as key,
      ${isUnique ? sql`deleted_at is not null` : sql`false`} as "isDeleted"
    from ${sql.table(table)} where name ~ '[^ -~]' order by id`.execute(db);
  for (const row of rows) {
    const wanted = readOwnName(row.name, maxLength) ?? { name: 'Unnamed', key: 'unnamed' };
    if (wanted.name === row.name && (row.key === null || wanted.key === row.key)) continue;
    if (!isUnique) {
      await sql`update ${sql.table(table)} set name = ${wanted.name} where id = ${row.id}`.execute(db);
      continue;
    }
    const { name, key } = row.isDeleted
      ? wanted
      : await findFreeName(db, { table, row, wanted: wanted.name, maxLength });
    await sql`update ${sql.table(table)} set name = ${name}, name_key = ${key} where id = ${row.id}`.execute(db);
  }
}

async function findFreeName(
  db: Queries,
  { table, row, wanted, maxLength }: { table: string; row: Named; wanted: string; maxLength: number },
) {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` (${number})`;
    const name = `${[...wanted].slice(0, maxLength - end.length).join('')}${end}`;
    const key = readOwnName(name, maxLength)?.key ?? name;
    const { rows } = await sql`
      select from ${sql.table(table)} where user_id = ${row.userId} and name_key = ${key} and id <> ${row.id} and deleted_at is null`.execute(
      db,
    );
    if (rows.length === 0) return { name, key };
  }
}
