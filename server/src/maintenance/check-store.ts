import { sql } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { Check, CheckLine, Found } from './check.ts';

/** Runs a statement in the caller's transaction. Returns what each of its checks found. */
export async function runChecks(tx: Tx, statement: Check['sql'], checks: readonly CheckLine[]): Promise<Found[]> {
  const rows = typeof statement === 'function' ? await statement(tx) : statement;
  if (checks[0]?.severity === 'metric') {
    const result = await sql<{ n: number }>`select n from (${rows}) k`.execute(tx);
    return [{ count: result.rows[0]?.n ?? 0, sampleIds: [] }];
  }
  // the aggregation is outside of the check, so PostgreSQL can run the check in parallel
  const result = await sql<{ check: string | null; count: number; ids: number[]; names: string[] }>`
    select row ->> 'check' as check, count(*) as count,
      coalesce((array_agg(distinct (row ->> 'id')::bigint) filter (where row ? 'id'))[1:10], '{}') as ids,
      coalesce((array_agg(distinct row ->> 'name') filter (where row ? 'name'))[1:11], '{}') as names
    from (select to_jsonb(k) as row from (${rows}) k) r group by 1`.execute(tx);
  return checks.map(({ name }) => {
    const found = result.rows.find(({ check }) => check === null || check === name);
    const { count = 0, ids = [], names = [] } = found ?? {};
    const more = names.length > 10 ? ' and more' : '';
    return {
      count,
      sampleIds: ids,
      ...(names.length > 0 ? { detail: `${names.slice(0, 10).join(', ')}${more}.` } : {}),
    };
  });
}

/**
 * Limits the statements of a transaction to a number of seconds, and their wait for a lock to two seconds. Sorts and
 * joins get more memory than in a request, and a parallel worker.
 */
export async function setLimits(tx: Tx, seconds: number): Promise<void> {
  await sql`
    select set_config('statement_timeout', ${`${Math.ceil(seconds * 1000)}`}, true), set_config('lock_timeout', '2s', true),
      set_config('work_mem', '64MB', true), set_config('max_parallel_workers_per_gather', '1', true)`.execute(tx);
}

/**
 * Returns SQLSTATE and message of an error that PostgreSQL reported; null for other errors, such as a lost connection.
 */
export function postgresError(error: unknown): { code: string; message: string } | null {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) return null;
  if (!/^[0-9A-Z]{5}$/.test(error.code) || /^(08|57P)/.test(error.code)) return null;
  return { code: error.code, message: error.message };
}
