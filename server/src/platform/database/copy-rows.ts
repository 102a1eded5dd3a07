import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { OperatorError } from '../errors.ts';
import { one } from './one.ts';

interface Table {
  readonly name: string;
  /** In alphabetical order, because the order in an altered table differs from that in a new one. */
  readonly columns: string;
}

/**
 * Copies all rows and the state of all sequences to a database with the same tables, in one transaction. Existing rows
 * are replaced. Triggers do not run, because the rows that they would write are copied too.
 * @throws OperatorError when the tables differ, or when the number of copied rows is wrong
 */
export async function copyRows(from: pg.Client, to: pg.Client): Promise<{ tables: number; rows: number }> {
  await from.query('begin isolation level repeatable read read only');
  await to.query('begin');
  const tables = await listTables(from);
  refuseDifference(tables, await listTables(to));
  await to.query('set local session_replication_role = replica');
  await to.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  let rows = 0;
  for (const { name, columns } of tables) {
    const source = from.query(copyTo(`copy ${name} (${columns}) to stdout`));
    await pipeline(source, to.query(copyFrom(`copy ${name} (${columns}) from stdin`)));
    const [wanted, copied] = [await countRows(from, name), await countRows(to, name)];
    if (wanted !== copied) throw new OperatorError(`Only ${copied} of ${wanted} rows of ${name} were copied.`);
    rows += copied;
  }
  await copySequences(from, to);
  await to.query('commit');
  await to.query('analyze');
  await from.query('rollback');
  return { tables: tables.length, rows };
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select oid::regclass::text as name, coalesce((select string_agg(quote_ident(attname), ', ' order by attname collate "C")
       from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''), '') as columns
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname collate "C"`,
  );
  return rows;
}

function refuseDifference(found: readonly Table[], expected: readonly Table[]): void {
  const describe = ({ name, columns }: Table) => `${name} (${columns})`;
  const known = new Set(expected.map(describe));
  const unknown = found.map(describe).filter((table) => !known.has(table));
  if (unknown.length === 0 && found.length === expected.length) return;
  throw new OperatorError(
    `The tables of this database are not exactly those of Lectern. Remove or rename the tables that are not Lectern's:\n${unknown.join('\n') || 'Tables of Lectern are missing.'}`,
  );
}

async function countRows(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(one(rows, 'the count of rows').count);
}

async function copySequences(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows: sequences } = await from.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of sequences) {
    const { rows } = await from.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${name}`,
    );
    await to.query('select setval($1::regclass, $2::bigint, $3)', [name, rows[0]?.last_value, rows[0]?.is_called]);
  }
}
