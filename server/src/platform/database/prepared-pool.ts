import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { sql } from 'kysely';
import type pg from 'pg';
import { LostConnections } from './lost-connections.ts';
import type { Outages } from './outages.ts';
import type { PoolWaits } from './pool-waits.ts';
import { isQueryTimeout } from './transient-errors.ts';

/** Statements beyond this number are not prepared, because each prepared statement takes memory on every connection. */
const MAX_STATEMENTS = 300;

/** Put it into a statement whose best plan depends on its values. It is then planned each time. */
export const PLANNED_EACH_TIME = sql.raw('/* planned each time */');

/**
 * Makes pools for Kysely that share the connections of `pool` and differ in how long a query waits for its response
 * (milliseconds, 0: no limit). They prepare each statement once per connection, because planning a join takes longer
 * than running it. Full-text searches are not prepared, because the best plan depends on the words; nor is what has
 * `PLANNED_EACH_TIME`. Failures are
 * reported to `outages`.
 */
export function preparedPools(
  pool: pg.Pool,
  waits: PoolWaits,
  outages?: Outages,
): (queryTimeoutMs: number) => PostgresPool {
  const watch = <T>(task: Promise<T>): Promise<T> => outages?.during(task) ?? task;
  const lost = new LostConnections(pool);
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || /@@|planned each time/.test(text) || names.size >= MAX_STATEMENTS) return known;
    const name = `lectern_${names.size}`;
    names.set(text, name);
    return name;
  };
  const query =
    (client: pg.PoolClient, query_timeout: number) =>
    (text: string, values: unknown[] = []) => {
      const name = values.length > 0 ? nameOf(text) : undefined;
      const config = { text, values, query_timeout, ...(name === undefined ? {} : { name }) };
      const response = client.query(config).catch((error: Error) => {
        if (isQueryTimeout(error)) lost.close(client);
        throw error;
      });
      return watch(response);
    };
  // Kysely's type has an overload of `query` for cursors, which is not used here
  const wrap = (client: pg.PoolClient, queryTimeoutMs: number) =>
    ({ query: query(client, queryTimeoutMs), release: () => client.release() }) as unknown as PostgresPoolClient;
  return (queryTimeoutMs) => ({
    connect: async () => wrap(await waits.during(watch(pool.connect())), queryTimeoutMs),
    end: () => pool.end(),
  });
}
