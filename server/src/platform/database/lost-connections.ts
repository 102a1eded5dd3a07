import pg from 'pg';

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
