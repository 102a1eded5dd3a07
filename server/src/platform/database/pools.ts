import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import { isQueryTimeout } from './database-errors.ts';
import type { Outages } from './outages.ts';

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

/** Since when each caller has waited for a connection of a pool, the longest wait first. */
export class PoolWaits {
  readonly #begun = new Set<{ readonly at: number }>();

  async during<T>(connecting: Promise<T>): Promise<T> {
    const wait = { at: performance.now() };
    this.#begun.add(wait);
    try {
      return await connecting;
    } finally {
      this.#begun.delete(wait);
    }
  }

  /** 0 if no caller waits. */
  longestMs(): number {
    const [first] = this.#begun;
    return first === undefined ? 0 : performance.now() - first.at;
  }
}

const waitsOf = new WeakMap<object, PoolWaits>();

/** Registers the waits of a database's pool for `longestPoolWaitMs`. */
export function registerPoolWaits(db: object, waits: PoolWaits): void {
  waitsOf.set(db, waits);
}

/** The longest current wait for a connection to this database; 0 if no query waits. */
export function longestPoolWaitMs(db: object): number {
  return waitsOf.get(db)?.longestMs() ?? 0;
}

/**
 * Closes connections of a pool that got no response in time. The network or a proxy can lose a connection without a
 * notice to either side, and the driver keeps a connection whose query timed out.
 */
export class LostConnections {
  readonly #idle = new Set<pg.PoolClient>();

  constructor(pool: pg.Pool) {
    pool.on('release', (_error, client) => void this.#idle.add(client));
    pool.on('acquire', (client) => void this.#idle.delete(client));
    pool.on('remove', (client) => void this.#idle.delete(client));
  }

  /** Closes a connection, so that its transaction fails, and the idle ones, because they are probably lost as well. */
  close(client: pg.PoolClient): void {
    const lost = Object.assign(new Error('the database did not respond in time'), { code: 'ETIMEDOUT' });
    for (const one of [client, ...this.#idle]) if (one instanceof pg.Client) one.connection.stream.destroy(lost);
  }
}
