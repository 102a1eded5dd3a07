import pg from 'pg';
import { pause } from '../clock.ts';
import { CONNECT_WITHIN_MS, KEEP_ALIVE, sessionSettings } from './session-settings.ts';

/** The name of the connection of a process with a worker. Each such process has one. */
export const WORKER_LISTENER = 'lectern worker';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
/** How often a query checks the connection. Only its response proves that notifications still arrive. */
const CHECK_MS = 5000;
const REPLY_MS = 5000;
const GOODBYE_MS = 1000;

interface Subscriber {
  readonly onMessage: (payload: string) => void;
  readonly onGap: () => void;
}

/**
 * Listens to PostgreSQL's notifications on its own connection, for all subscribers of this process. The first
 * subscription opens the connection. A lost connection is reopened with retries.
 */
export class Notifications {
  readonly #url: string;
  readonly #onError: (error: Error) => void;
  readonly #name: string;
  readonly #onConnect: () => void;
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  #client: pg.Client | null = null;
  #isListening = false;
  #pauseMs = FIRST_PAUSE_MS;
  #reopening: NodeJS.Timeout | null = null;
  #closed = false;

  /** `onError` gets each failure of the connection, and `onConnect` is called whenever it listens. */
  constructor(
    url: string,
    onError: (error: Error) => void,
    name = 'lectern listener',
    onConnect: () => void = () => undefined,
  ) {
    this.#url = url;
    this.#onError = onError;
    this.#name = name;
    this.#onConnect = onConnect;
  }

  /**
   * Calls `onMessage` for each notification of a channel. Calls `onGap` when the subscription starts and whenever a
   * lost connection was replaced, because earlier notifications may have been missed.
   */
  subscribe(channel: string, onMessage: Subscriber['onMessage'], onGap: Subscriber['onGap']): void {
    const subscriber = { onMessage, onGap };
    const others = this.#subscribers.get(channel);
    if (others) others.add(subscriber);
    else this.#subscribers.set(channel, new Set([subscriber]));
    if (this.#closed || this.#reopening) return;
    if (!this.#client) this.#open();
    else if (this.#isListening) this.#listen(this.#client, channel).then(onGap, this.#giveUp(this.#client));
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#reopening) clearTimeout(this.#reopening);
    // a server that is unreachable never confirms the end of a connection
    const limit = new AbortController();
    const ended = this.#client?.end().catch(() => undefined);
    await Promise.race([ended, pause(GOODBYE_MS, limit.signal)]);
    limit.abort();
  }

  #open(): void {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: this.#name,
      ...KEEP_ALIVE,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: REPLY_MS,
    });
    this.#client = client;
    client.on('error', this.#giveUp(client));
    client.on('end', () => this.#giveUp(client)(new Error('the connection ended')));
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { onMessage } of this.#subscribers.get(channel) ?? []) onMessage(payload);
    });
    this.#start(client).catch(this.#giveUp(client));
  }

  async #start(client: pg.Client): Promise<void> {
    await client.connect();
    await client.query(sessionSettings('service'));
    for (const channel of this.#subscribers.keys()) await this.#listen(client, channel);
    this.#isListening = true;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#onConnect();
    const checking = setInterval(() => void client.query('select').catch(this.#giveUp(client)), CHECK_MS).unref();
    client.once('end', () => clearInterval(checking));
    for (const { onGap } of [...this.#subscribers.values()].flatMap((all) => [...all])) onGap();
  }

  async #listen(client: pg.Client, channel: string): Promise<void> {
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  }

  /** The end of a connection may be reported in several ways. Only the first report counts. */
  #giveUp(client: pg.Client): (error: Error) => void {
    return (error) => {
      if (this.#closed || this.#client !== client) return;
      this.#client = null;
      this.#isListening = false;
      this.#onError(error);
      void client.end().catch(() => undefined);
      this.#reopening = setTimeout(() => {
        this.#reopening = null;
        this.#open();
      }, this.#pauseMs).unref();
      this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    };
  }
}
