import type { Socket } from 'node:net';
import pg from 'pg';
import { CONNECT_WITHIN_MS, KEEP_ALIVE } from './session-settings.ts';

const CHECK_EVERY_MS = 500;
/** A query that has been silent for this many checks (two seconds) may be lost. */
const SILENT_CHECKS = 4;
/** A query whose state is unknown counts as lost after 35 seconds. */
const LOST_CHECKS = 70;
/** A server that does not reply to a new connection within two seconds counts as unreachable. */
const PROBE_TICKS = 20;
const PROBE_TICK_MS = 100;

/** Properties of the driver's client that its types do not declare. */
interface ClientParts {
  readonly processID: number | null;
  readonly connection: { readonly stream: Socket };
}

interface Watched {
  readonly client: pg.PoolClient;
  readonly socket: Socket;
  readonly processId: number | null;
  isBusy: boolean;
  /** whether somebody has checked it out of the pool */
  isCheckedOut: boolean;
  silentChecks: number;
  bytesRead: number;
}

/** What the server reports about a session. It is unknown behind a connection pooler, and while the statement is still being sent. */
type Activity = 'working' | 'not-working' | 'unknown';

/**
 * Closes connections that the network or the server lost without closing them. TCP does not detect this in time, because a proxy may acknowledge
 * data that it does not deliver. When a query has been silent for two seconds, a new connection queries the state of that session.
 *
 * - If the server works on the query, the query is slow and continues.
 * - If it does not, the query or its response is lost. The connection is closed. Idle connections are closed too, because they are probably lost as
 *   well.
 * - If the server does not reply, all connections are closed, so that no query waits longer than about five seconds.
 *
 * Silence is counted in timer ticks, so the time in which this process is blocked does not count.
 */
export class ConnectionWatch {
  readonly #config: pg.ClientConfig;
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | null = null;
  #isChecking = false;

  /** `config`: how to connect to the same server. */
  constructor(config: pg.ClientConfig) {
    this.#config = { ...config, ...KEEP_ALIVE, connectionTimeoutMillis: CONNECT_WITHIN_MS };
  }

  /** Watches all connections of a pool. */
  follow(pool: pg.Pool): void {
    const find = (client: pg.PoolClient) => [...this.#watched].find((one) => one.client === client);
    pool.on('connect', (client) => this.#add(client));
    pool.on('acquire', (client) => {
      const one = find(client);
      if (one) one.isCheckedOut = true;
    });
    pool.on('release', (_error, client) => {
      const one = find(client);
      if (one) one.isCheckedOut = false;
    });
    pool.on('remove', (client) => {
      const one = find(client);
      if (one) this.#watched.delete(one);
      if (this.#watched.size === 0) this.#stop();
    });
  }

  #add(client: pg.PoolClient): void {
    const { connection, processID } = client as unknown as ClientParts;
    const one: Watched = {
      client,
      socket: connection.stream,
      processId: processID,
      isBusy: false,
      isCheckedOut: true,
      silentChecks: 0,
      bytesRead: 0,
    };
    client.query = ((...words: unknown[]) => {
      one.isBusy = true;
      one.silentChecks = 0;
      // read at each call, so that tests can replace it and list the statements
      const send = pg.Client.prototype.query as (...words: unknown[]) => unknown;
      return send.apply(client, words);
    }) as typeof client.query;
    client.on('drain', () => {
      one.isBusy = false;
    });
    one.socket.once('close', () => this.#watched.delete(one));
    this.#watched.add(one);
    this.#timer ??= setInterval(() => this.#check(), CHECK_EVERY_MS).unref();
  }

  #stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #check(): void {
    let hasSilent = false;
    for (const one of this.#watched) {
      const { bytesRead } = one.socket;
      one.silentChecks = one.isBusy && bytesRead === one.bytesRead ? one.silentChecks + 1 : 0;
      one.bytesRead = bytesRead;
      if (one.silentChecks >= SILENT_CHECKS) hasSilent = true;
    }
    if (!hasSilent || this.#isChecking) return;
    this.#isChecking = true;
    void this.#checkSilent().finally(() => {
      this.#isChecking = false;
    });
  }

  async #checkSilent(): Promise<void> {
    const silent = [...this.#watched].filter(({ silentChecks }) => silentChecks >= SILENT_CHECKS);
    const activities = await this.#queryServer(silent.flatMap(({ processId }) => processId ?? []));
    if (activities === null) {
      for (const one of [...this.#watched]) destroy(one, 'the database server does not reply');
      return;
    }
    const lost = silent.filter((one) => {
      // a response arrived meanwhile
      if (one.silentChecks < SILENT_CHECKS || !one.isBusy) return false;
      const isSent = one.socket.writableLength === 0;
      const activity = isSent ? (activities.get(one.processId ?? 0) ?? 'unknown') : 'unknown';
      return activity === 'not-working' || (activity === 'unknown' && one.silentChecks >= LOST_CHECKS);
    });
    if (lost.length === 0) return;
    for (const one of lost) destroy(one, 'the connection is lost: the server does not work on its query');
    for (const one of [...this.#watched])
      if (!one.isCheckedOut) destroy(one, 'an idle connection is closed beside a lost one');
  }

  /** Null when the server does not reply. */
  async #queryServer(processIds: readonly number[]): Promise<Map<number, Activity> | null> {
    const client = new pg.Client(this.#config);
    client.on('error', () => undefined);
    const activities = queryActivities(client, processIds).catch((error: Error & { code?: string }) =>
      // an error with a SQLSTATE, such as too many connections, is a reply
      /^[0-9A-Z]{5}$/.test(error.code ?? '') ? new Map<number, Activity>() : null,
    );
    try {
      return await Promise.race([activities, ticks(PROBE_TICKS)]);
    } finally {
      (client as unknown as ClientParts).connection.stream.destroy();
    }
  }
}

async function queryActivities(client: pg.Client, processIds: readonly number[]): Promise<Map<number, Activity>> {
  await client.connect();
  // the response of a query that has just ended may still be on its way
  const { rows } = await client.query<{ pid: number; own: number; is_working: boolean; is_settled: boolean }>(
    `select session.pid, pg_backend_pid() as own,
       coalesce(a.state = 'active' and a.wait_event_type is distinct from 'Client', false) as is_working,
       coalesce(greatest(a.state_change, a.query_start) < clock_timestamp() - interval '1.5 seconds', true) as is_settled
     from unnest($1::int[]) as session(pid) left join pg_stat_activity a on a.pid = session.pid and a.usename = current_user`,
    [processIds],
  );
  const { processID } = client as unknown as ClientParts;
  return new Map(
    rows.map(({ pid, own, is_working, is_settled }) => {
      // a connection pooler reports process ids of its own
      if (own !== processID) return [pid, 'unknown'];
      return [pid, is_working ? 'working' : is_settled ? 'not-working' : 'unknown'];
    }),
  );
}

/** Resolves to null after `count` ticks. While the event loop is blocked, no tick counts. */
async function ticks(count: number): Promise<null> {
  return new Promise((resolve) => {
    let left = count;
    const timer = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      clearInterval(timer);
      resolve(null);
    }, PROBE_TICK_MS).unref();
  });
}

/** Pending queries fail at once, as on any connection that broke. */
function destroy({ socket }: Watched, reason: string): void {
  socket.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT' }));
}
