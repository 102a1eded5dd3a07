import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Found } from './integrity-report.ts';

/**
 * Counts rows by what is wrong with them, and gives ids of up to ten of each. `rows` is a query of `id` and a boolean column of each of the
 * names; the reading of rows is PostgreSQL's to spread over several processes, since only those with a fault are gathered.
 */
export async function tally<Name extends string>(
  tx: Tx,
  names: readonly Name[],
  rows: RawBuilder<unknown>,
): Promise<Record<Name, Found>> {
  const columns = names.flatMap((name) => [
    sql`count(*) filter (where ${sql.ref(name)})::int as ${sql.ref(`${name}_n`)}`,
    sql`coalesce((array_agg(distinct id) filter (where ${sql.ref(name)}))[1:10], '{}') as ${sql.ref(`${name}_ids`)}`,
  ]);
  const isWrong = sql.join(
    names.map((name) => sql.ref(name)),
    sql` or `,
  );
  const result = await sql<Record<string, unknown>>`
    select ${sql.join(columns)} from (${rows}) found where ${isWrong}`.execute(tx);
  const [row = {}] = result.rows;
  const found = names.map((name) => [name, { count: row[`${name}_n`], sampleIds: row[`${name}_ids`] }]);
  return Object.fromEntries(found) as Record<Name, Found>;
}
