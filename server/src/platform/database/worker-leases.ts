import pg from 'pg';

/** Advisory locks of this class say that a worker lives: they end with its connection, however its process ends. */
const LEASES = 0x6c656377;
/** A worker takes its lease some milliseconds after its first job at the latest; a job older than this has no such excuse. */
const GRACE_SECONDS = 5;

/** Keeps a lease for each worker of this process on one connection, and makes it anew when the server was restarted. */
export class WorkerLeases {
  readonly #url: string;
  readonly #onError: (error: Error) => void;
  readonly #workerIds = new Set<string>();
  #client: Promise<pg.Client> | null = null;
  #closed = false;

  constructor(url: string, onError: (error: Error) => void) {
    this.#url = url;
    this.#onError = onError;
  }

  async take(workerId: string): Promise<void> {
    this.#workerIds.add(workerId);
    const client = await this.#connect();
    await client.query('select pg_advisory_lock($1, hashtext($2))', [LEASES, workerId]);
  }

  /** Frees the jobs of workers that no longer live, so that others do them; returns those workers. */
  async freeDeadWorkers(): Promise<string[]> {
    const client = await this.#connect();
    const { rows } = await client.query<{ locked_by: string }>(
      `select distinct locked_by from graphile_worker.jobs
       where locked_by is not null and locked_by <> all($1) and locked_at < now() - make_interval(secs => $2)`,
      [[...this.#workerIds], GRACE_SECONDS],
    );
    const dead: string[] = [];
    for (const { locked_by: workerId } of rows) {
      const key = [LEASES, workerId];
      const lease = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as got', key);
      if (!lease.rows[0]?.got) continue;
      dead.push(workerId);
      await client.query('select graphile_worker.force_unlock_workers($1)', [[workerId]]);
      await client.query('select pg_advisory_unlock($1, hashtext($2))', key);
    }
    return dead;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#client?.catch(() => null))?.end();
  }

  #connect(): Promise<pg.Client> {
    this.#client ??= this.#open();
    return this.#client;
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'lectern worker', keepAlive: true });
    client.on('error', this.#onError);
    client.on('end', () => this.#reopen());
    try {
      await client.connect();
      for (const workerId of this.#workerIds) await client.query('select pg_advisory_lock($1, hashtext($2))', [LEASES, workerId]);
      return client;
    } catch (error) {
      this.#client = null;
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  #reopen(): void {
    this.#client = null;
    if (this.#closed) return;
    setTimeout(() => {
      if (!this.#closed) this.#connect().catch((error: Error) => { this.#onError(error); this.#reopen(); });
    }, 1000).unref();
  }
}
