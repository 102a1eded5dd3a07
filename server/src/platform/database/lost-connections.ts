import type { Socket } from 'node:net';
import type pg from 'pg';

/** A property of the driver's client that its types do not declare. */
interface ClientParts {
  readonly connection: { readonly stream: Socket };
}

/**
 * Closes connections of a pool that got no response in time. The network or a proxy can lose a connection and tell neither side, and the driver keeps a
 * connection whose query timed out.
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
    for (const one of [client, ...this.#idle])
      (one as unknown as ClientParts).connection.stream.destroy(
        Object.assign(new Error('the database did not respond in time'), { code: 'ETIMEDOUT' }),
      );
  }
}
