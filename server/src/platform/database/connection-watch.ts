import type { Socket } from 'node:net';
import pg from 'pg';
import { CONNECT_WITHIN_MS, KEEP_ALIVE } from './session-settings.ts';

const LOOK_EVERY_MS = 500;
/** A query that has been silent for this many looks raises a doubt: two seconds. */
const DOUBTFUL_LOOKS = 4;
/** Behind a connection pooler the server cannot be asked about a session. Then a query may be silent for 35 seconds. */
const HOPELESS_LOOKS = 70;
/** A server that does not reply to a new connection within two seconds is taken for unreachable. */
const PROBE_TICKS = 20;
const PROBE_TICK_MS = 100;

/** Parts of the driver's client that its types do not show. */
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
  isTaken: boolean;
  silentLooks: number;
  bytesRead: number;
}

/** What the server says of a session: it works on a query, it does not, or that cannot be known. */
type Activity = 'working' | 'not-working' | 'unknown';

/**
 * Gives up connections on which a reply will never come, because the network or the server lost them silently. TCP cannot tell in time: a proxy may
 * acknowledge what it does not deliver. When a query has been silent for two seconds, a new connection asks the server what that session does.
 *
 * - It works on the query: the query is slow, and goes on.
 * - It does not: the query or its reply is lost. The connection is given up, and so are idle ones, which have probably met the same fate.
 * - No reply: the server is unreachable. All connections are given up, so that nobody waits longer than some five seconds.
 *
 * Time is counted in turns of the event loop: while this process is blocked itself, nothing is held against the server.
 */
export class ConnectionWatch {
  readonly #config: pg.ClientConfig;
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | null = null;
  #isAsking = false;

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
      if (one) one.isTaken = true;
    });
    pool.on('release', (_error, client) => {
      const one = find(client);
      if (one) one.isTaken = false;
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
      isTaken: true,
      silentLooks: 0,
      bytesRead: 0,
    };
    client.query = ((...words: unknown[]) => {
      one.isBusy = true;
      one.silentLooks = 0;
      // looked up at each call, so that tests can list the statements
      const send = pg.Client.prototype.query as (...words: unknown[]) => unknown;
      return send.apply(client, words);
    }) as typeof client.query;
    client.on('drain', () => {
      one.isBusy = false;
    });
    one.socket.once('close', () => this.#watched.delete(one));
    this.#watched.add(one);
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  #stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #look(): void {
    let isDoubtful = false;
    for (const one of this.#watched) {
      const { bytesRead } = one.socket;
      one.silentLooks = one.isBusy && bytesRead === one.bytesRead ? one.silentLooks + 1 : 0;
      one.bytesRead = bytesRead;
      if (one.silentLooks >= DOUBTFUL_LOOKS) isDoubtful = true;
    }
    if (!isDoubtful || this.#isAsking) return;
    this.#isAsking = true;
    void this.#resolveDoubts().finally(() => {
      this.#isAsking = false;
    });
  }

  async #resolveDoubts(): Promise<void> {
    const doubtful = [...this.#watched].filter(({ silentLooks }) => silentLooks >= DOUBTFUL_LOOKS);
    const activities = await this.#askServer(doubtful.flatMap(({ processId }) => processId ?? []));
    if (activities === null) {
      for (const one of [...this.#watched]) giveUp(one, 'the database server does not reply');
      return;
    }
    const lost = doubtful.filter((one) => {
      // a reply came meanwhile
      if (one.silentLooks < DOUBTFUL_LOOKS || !one.isBusy) return false;
      const activity = activities.get(one.processId ?? 0) ?? 'unknown';
      return activity === 'not-working' || (activity === 'unknown' && one.silentLooks >= HOPELESS_LOOKS);
    });
    if (lost.length === 0) return;
    for (const one of lost) giveUp(one, 'the connection is lost: the server does not work on its query');
    for (const one of [...this.#watched])
      if (!one.isTaken) giveUp(one, 'an idle connection is closed beside a lost one');
  }

  /** Null when the server does not reply. */
  async #askServer(processIds: readonly number[]): Promise<Map<number, Activity> | null> {
    const client = new pg.Client(this.#config);
    client.on('error', () => undefined);
    const asked = askActivities(client, processIds).catch((error: Error & { code?: string }) =>
      // a refusal in PostgreSQL's own words (too many connections, for example) is a reply
      /^[0-9A-Z]{5}$/.test(error.code ?? '') ? new Map<number, Activity>() : null,
    );
    try {
      return await Promise.race([asked, ticks(PROBE_TICKS)]);
    } finally {
      (client as unknown as ClientParts).connection.stream.destroy();
    }
  }
}

async function askActivities(client: pg.Client, processIds: readonly number[]): Promise<Map<number, Activity>> {
  await client.connect();
  // a query that ended just now may have its reply on the way
  const { rows } = await client.query<{ pid: number; own: number; is_working: boolean; is_settled: boolean }>(
    `select asked.pid, pg_backend_pid() as own,
       coalesce(a.state = 'active' and a.wait_event_type is distinct from 'Client', false) as is_working,
       coalesce(greatest(a.state_change, a.query_start) < clock_timestamp() - interval '1.5 seconds', true) as is_settled
     from unnest($1::int[]) as asked(pid) left join pg_stat_activity a on a.pid = asked.pid and a.usename = current_user`,
    [processIds],
  );
  const { processID } = client as unknown as ClientParts;
  return new Map(
    rows.map(({ pid, own, is_working, is_settled }) => {
      // a connection pooler invents process ids
      if (own !== processID) return [pid, 'unknown'];
      return [pid, is_working ? 'working' : is_settled ? 'not-working' : 'unknown'];
    }),
  );
}

/** Null after so many ticks. While the event loop is blocked, no tick is counted. */
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

/** Queries that wait on it fail at once, as on any connection that broke. */
function giveUp({ socket }: Watched, reason: string): void {
  socket.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT' }));
}
