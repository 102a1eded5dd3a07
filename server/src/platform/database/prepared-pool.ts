import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Outages } from './outages.ts';
import type { PoolWaits } from './pool-waits.ts';

/** Statements beyond this number are not prepared, because each prepared statement takes memory on every connection. */
const MAX_STATEMENTS = 300;

/**
 * A pool for Kysely that prepares each statement once per connection, because planning a join takes longer than running it. Full-text searches are
 * not prepared, because the best plan depends on the words. Failures are reported to `outages`.
 */
export function makePreparedPool(pool: pg.Pool, waits: PoolWaits, outages?: Outages): PostgresPool {
  const watch = <T>(task: Promise<T>): Promise<T> => outages?.during(task) ?? task;
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || text.includes('@@') || names.size >= MAX_STATEMENTS) return known;
    const name = `lectern_${names.size}`;
    names.set(text, name);
    return name;
  };
  const query =
    (client: pg.PoolClient) =>
    (text: string, values: unknown[] = []) => {
      const name = values.length > 0 ? nameOf(text) : undefined;
      return watch(client.query(name === undefined ? { text, values } : { name, text, values }));
    };
  // Kysely's type has an overload of `query` for cursors, which is not used here
  const wrap = (client: pg.PoolClient) =>
    ({ query: query(client), release: () => client.release() }) as unknown as PostgresPoolClient;
  return { connect: async () => wrap(await waits.during(watch(pool.connect()))), end: () => pool.end() };
}
