import type { Notifications } from '../database/notifications.ts';
import type { Logger } from '../logger.ts';
import type { FindUser } from './access.ts';
import type { Credential } from './credential.ts';
import type { EventStream } from './event-stream.ts';

const COMMENT_EVERY_MS = 15_000;
/** For sessions and API tokens that expire; those that are ended are told about (`tell_ended_sessions` in the migrations). */
const LOOK_AT_SESSIONS_EVERY_MS = 60_000;
const SESSIONS_ENDED_CHANNEL = 'sessions_ended';

/** All event streams of a server: it keeps them alive, ends those whose session or API token ended, and all of them when it stops. */
export class OpenStreams {
  readonly #credentials = new Map<EventStream, Credential>();
  readonly #findUser: FindUser;
  readonly #log: Logger;
  #timers: NodeJS.Timeout[] = [];
  readonly #notifications: Notifications;
  #looking = false;
  #lookAgain = false;
  #subscribed = false;
  #closed = false;

  constructor(findUser: FindUser, { log, notifications }: { log: Logger; notifications: Notifications }) {
    this.#findUser = findUser;
    this.#log = log;
    this.#notifications = notifications;
  }

  /** Takes care of a stream until it closes; ends it at once when the server is stopping. */
  add(stream: EventStream, credential: Credential): void {
    if (this.#closed) {
      stream.end();
      return;
    }
    this.#credentials.set(stream, credential);
    if (!this.#subscribed) {
      this.#subscribed = true;
      const look = () => void this.#lookAtSessions();
      this.#notifications.subscribe(SESSIONS_ENDED_CHANNEL, look, look);
    }
    if (this.#timers.length === 0) {
      this.#timers = [
        setInterval(() => this.#comment(), COMMENT_EVERY_MS).unref(),
        setInterval(() => void this.#lookAtSessions(), LOOK_AT_SESSIONS_EVERY_MS).unref(),
      ];
    }
    stream.onClose(() => this.#remove(stream));
  }

  /** Ends all streams. Who has not read to the end by then is cut off, when Node closes the connections that it takes to be idle. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const stream of this.#credentials.keys()) stream.end();
    // what tells clients of the end is on its way before that
    await new Promise((resolve) => setImmediate(resolve));
  }

  #remove(stream: EventStream): void {
    this.#credentials.delete(stream);
    if (this.#credentials.size > 0) return;
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  #comment(): void {
    for (const stream of this.#credentials.keys()) stream.comment();
  }

  /** One after the other, so that requests are not kept waiting for a connection to the database. */
  async #lookAtSessions(): Promise<void> {
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = true;
    try {
      const open = new Map([...this.#credentials.values()].map((credential) => [credential.token, credential]));
      for (const { kind, token } of open.values()) {
        if (await (kind === 'session' ? this.#findUser.ofSession(token) : this.#findUser.ofApiToken(token))) continue;
        for (const [stream, own] of this.#credentials) if (own.token === token) stream.end();
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'could not look at the sessions of open streams');
    }
    this.#looking = false;
    if (!this.#lookAgain) return;
    this.#lookAgain = false;
    await this.#lookAtSessions();
  }
}
