import { sql } from 'kysely';
import type { Database, Tx } from '../platform/database/database.ts';
import type { Check, Found } from './check.ts';

/** Runs a check in the caller's transaction. */
export async function runCheck(tx: Tx, check: Check): Promise<Found> {
  const rows = typeof check.sql === 'function' ? await check.sql(tx) : check.sql;
  if (check.severity === 'metric') {
    const result = await sql<{ n: number }>`select n from (${rows}) k`.execute(tx);
    return { count: result.rows[0]?.n ?? 0, sampleIds: [] };
  }
  // PostgreSQL may spread the reading over several processes, since it gathers only the rows that are wrong
  const result = await sql<{ count: number; ids: number[]; names: string[] }>`
    select count(*) as count, coalesce((array_agg(distinct (row ->> 'id')::bigint) filter (where row ? 'id'))[1:10], '{}') as ids,
      coalesce((array_agg(distinct row ->> 'name') filter (where row ? 'name'))[1:11], '{}') as names
    from (select to_jsonb(k) as row from (${rows}) k) r`.execute(tx);
  const { count = 0, ids = [], names = [] } = result.rows[0] ?? {};
  const more = names.length > 10 ? ' and more' : '';
  return { count, sampleIds: ids, ...(names.length > 0 ? { detail: `${names.slice(0, 10).join(', ')}${more}.` } : {}) };
}

/**
 * A transaction that reads, and takes no lock that a writer could wait for. No statement takes longer than so many seconds, or waits longer than two
 * for somebody who changes the schema; sorts and joins may use more memory than a request's.
 */
export async function readApart<T>(db: Database, seconds: number, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await setLimits(tx, seconds);
      return read(tx);
    });
}

export async function setLimits(tx: Tx, seconds: number): Promise<void> {
  await sql`
    select set_config('statement_timeout', ${`${Math.ceil(seconds * 1000)}`}, true), set_config('lock_timeout', '2s', true),
      set_config('work_mem', '64MB', true)`.execute(tx);
}

/** What PostgreSQL refused, as its SQLSTATE and words; null for what is no answer of its own, as a lost connection. */
export function refusalOf(error: unknown): { code: string; message: string } | null {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null;
  if (!/^[0-9A-Z]{5}$/.test(error.code) || /^(08|57P)/.test(error.code)) return null;
  return { code: error.code, message: error.message };
}

/** Does `work` and undoes it, whatever came of it. */
export async function undone<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  const rollBack = new Error('to be undone');
  await db
    .transaction()
    .execute(async (tx) => {
      result = { value: await work(tx) };
      throw rollBack;
    })
    .catch((error: unknown) => {
      if (error !== rollBack) throw error;
    });
  if (!result) throw rollBack;
  return result.value;
}

/** Does `work` in a savepoint: when PostgreSQL refuses a part of it, the transaction goes on. */
export async function inSavepoint(tx: Tx, work: () => Promise<void>): Promise<void> {
  await sql`savepoint integrity`.execute(tx);
  try {
    await work();
    await sql`release savepoint integrity`.execute(tx);
  } catch (error) {
    await sql`rollback to savepoint integrity`.execute(tx);
    throw error;
  }
}
