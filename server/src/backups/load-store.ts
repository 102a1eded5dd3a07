import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database } from '../platform/database/database.ts';
import { one } from '../platform/database/one.ts';
import type { OneTransaction } from '../platform/database/one-transaction.ts';
import type { DumpPart } from './read-dump.ts';

/** The names of the tables and sequences in the schema `public`. */
export async function listRelations(db: Database): Promise<{ tables: string[]; sequences: string[] }> {
  const { rows } = await sql<{ tables: string[] | null; sequences: string[] | null }>`
    select array_agg(relname::text) filter (where relkind = 'r') as tables, array_agg(relname::text) filter (where relkind = 'S') as sequences
    from pg_class where relnamespace = 'public'::regnamespace`.execute(db);
  const { tables, sequences } = one(rows, 'the tables and sequences');
  return { tables: tables ?? [], sequences: sequences ?? [] };
}

/**
 * Empties the tables and removes what must not act while rows are copied: triggers, whose results are copied too;
 * foreign keys, because the order of the tables is that of their names; and indexes, which are made faster afterwards.
 * Returns what puts it back, which also checks the foreign keys.
 */
export async function prepareTables(db: Database, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: removed } = await sql<{ remove: string; restore: string }>`
    select format('drop index %I', x.relname) as remove, pg_get_indexdef(i.indexrelid) as restore
    from pg_index i join pg_class x on x.oid = i.indexrelid
    where x.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    union all
    select format('alter table %I drop constraint %I', c.relname, k.conname),
      format('alter table %I add constraint %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid))
    from pg_constraint k join pg_class c on c.oid = k.conrelid where k.connamespace = 'public'::regnamespace and k.contype = 'f'`.execute(
    db,
  );
  await sql`truncate ${sql.join(tables.map((name) => sql.table(name)))}`.execute(db);
  for (const { remove } of removed) await sql.raw(remove).execute(db);
  for (const name of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(db);
  return async () => {
    for (const { restore } of removed) await sql.raw(restore).execute(db);
    for (const name of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(db);
  };
}

/**
 * Adds the parts of a dump to these tables, and sets the sequences that exist. Returns the names of other tables, whose
 * rows are left out.
 */
export async function loadParts(
  { db, client }: OneTransaction,
  tables: readonly string[],
  parts: AsyncIterable<DumpPart>,
): Promise<string[]> {
  const known = new Set(tables);
  const unknown: string[] = [];
  for await (const part of parts) {
    if (part.kind === 'encoding') await sql`select set_config('client_encoding', ${part.name}, true)`.execute(db);
    else if (part.kind === 'sequence')
      await sql`select setval(c.oid, ${part.value}::bigint, ${part.isCalled}) from pg_class c
        where relkind = 'S' and relnamespace = 'public'::regnamespace and relname = ${part.name}`.execute(db);
    else if (!known.has(part.table)) unknown.push(part.table);
    else {
      const columns = part.columns.map(pg.escapeIdentifier).join(', ');
      const copy = copyFrom(`copy public.${pg.escapeIdentifier(part.table)} (${columns}) from stdin`);
      await pipeline(Readable.from(part.rows, { objectMode: false }), client.query(copy));
    }
  }
  await sql`select set_config('client_encoding', 'UTF8', true)`.execute(db);
  return unknown;
}
