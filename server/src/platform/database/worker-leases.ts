import pg from 'pg';

/** Advisory locks of this class say that a pool of workers lives: they end with its connection, however its process ends. */
const LEASES = 0x6c656377;
const REOPEN_MS = 1000;

/**
 * Keeps a lease for each of this process's pools of workers on one connection, and takes them anew when that was lost. The engine writes
 * a pool's id, not a worker's, into `locked_by` of the jobs that it works on.
 */
export class WorkerLeases {
  readonly #url: string;
  readonly #onError: (error: Error) => void;
  readonly #poolIds = new Set<string>();
  /** the leases on the present connection */
  readonly #held = new Map<string, Promise<unknown>>();
  #connection: { client: pg.Client; ready: Promise<pg.Client> } | null = null;
  #reopening: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(url: string, onError: (error: Error) => void) {
    this.#url = url;
    this.#onError = onError;
  }

  /** Takes the lease of a pool; to be awaited before the pool looks for its first job. */
  async take(poolId: string): Promise<void> {
    this.#poolIds.add(poolId);
    await this.#hold(await this.#connect(), poolId);
  }

  /** Gives a pool's lease back: what it left undone can be freed from now on. */
  async drop(poolId: string): Promise<void> {
    this.#poolIds.delete(poolId);
    if (!this.#held.delete(poolId)) return;
    try {
      const client = await this.#connection?.ready;
      await client?.query('select pg_advisory_unlock($1, hashtext($2))', [LEASES, poolId]);
    } catch (error) {
      // with the connection, which is being closed, all leases end
      if (!this.#closed) throw error;
    }
  }

  /** Frees the jobs of pools that no longer live, so that others do them; returns those pools. */
  async freeDeadPools(): Promise<string[]> {
    const client = await this.#connect();
    const { rows } = await client.query<{ locked_by: string }>(
      'select distinct locked_by from graphile_worker.jobs where locked_by is not null and locked_by <> all($1)',
      [[...this.#poolIds]],
    );
    const dead: string[] = [];
    for (const { locked_by: poolId } of rows) {
      const key = [LEASES, poolId];
      const lease = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as got', key);
      if (!lease.rows[0]?.got) continue;
      dead.push(poolId);
      await client.query('select graphile_worker.force_unlock_workers($1)', [[poolId]]);
      await client.query('select pg_advisory_unlock($1, hashtext($2))', key);
    }
    return dead;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#reopening) clearTimeout(this.#reopening);
    const client = await this.#connection?.ready.catch(() => null);
    await client?.end();
  }

  async #hold(client: pg.Client, poolId: string): Promise<void> {
    let lease = this.#held.get(poolId);
    if (!lease) {
      lease = client.query('select pg_advisory_lock($1, hashtext($2))', [LEASES, poolId]);
      this.#held.set(poolId, lease);
    }
    await lease;
  }

  #connect(): Promise<pg.Client> {
    if (this.#closed) return Promise.reject(new Error('the leases were given back'));
    if (this.#connection) return this.#connection.ready;
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'lectern worker',
      keepAlive: true,
      connectionTimeoutMillis: 15_000,
    });
    client.on('error', (error) => {
      if (!this.#closed) this.#onError(error);
    });
    client.on('end', () => this.#lose(client));
    const ready = this.#open(client);
    this.#connection = { client, ready };
    return ready;
  }

  async #open(client: pg.Client): Promise<pg.Client> {
    try {
      await client.connect();
      for (const poolId of this.#poolIds) await this.#hold(client, poolId);
      return client;
    } catch (error) {
      this.#lose(client);
      void client.end().catch(() => undefined);
      throw error;
    }
  }

  #lose(client: pg.Client): void {
    if (this.#connection?.client !== client) return;
    this.#connection = null;
    this.#held.clear();
    if (this.#closed) return;
    this.#reopening ??= setTimeout(() => {
      this.#reopening = null;
      this.#connect().catch(this.#onError);
    }, REOPEN_MS).unref();
  }
}
