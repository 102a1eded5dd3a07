import { type Kysely, sql } from 'kysely';
import { one } from './one.ts';
import type { Tables } from './tables.ts';

/** https://www.postgresql.org/docs/15/errcodes-appendix.html: read_only_sql_transaction */
const READ_ONLY = '25006';

/** Whether PostgreSQL refused to write because the database is read-only, as a standby is after a failover. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === READ_ONLY;
}

/** Whether PostgreSQL refuses to write now. */
export async function refusesChanges(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ value: string }>`select current_setting('transaction_read_only') as value`.execute(db);
  return one(rows, 'whether the database is read-only').value === 'on';
}
