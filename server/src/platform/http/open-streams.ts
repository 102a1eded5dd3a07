import type { Notifications } from '../database/notifications.ts';
import type { Logger } from '../logger.ts';
import type { FindSessionUser } from './access.ts';
import type { EventStream } from './event-stream.ts';

const COMMENT_EVERY_MS = 15_000;
/** For sessions that expire; those that are ended are told about (`tell_ended_sessions` in the migrations). */
const LOOK_AT_SESSIONS_EVERY_MS = 60_000;
const SESSIONS_ENDED_CHANNEL = 'sessions_ended';

/** All event streams of a server: it keeps them alive, ends those whose session ended, and all of them when it stops. */
export class OpenStreams {
  readonly #tokens = new Map<EventStream, string>();
  readonly #findSessionUser: FindSessionUser;
  readonly #log: Logger;
  #timers: NodeJS.Timeout[] = [];
  readonly #notifications: Notifications;
  #looking = false;
  #lookAgain = false;
  #subscribed = false;
  #closed = false;

  constructor(findSessionUser: FindSessionUser, { log, notifications }: { log: Logger; notifications: Notifications }) {
    this.#findSessionUser = findSessionUser;
    this.#log = log;
    this.#notifications = notifications;
  }

  /** Takes care of a stream until it closes; ends it at once when the server is stopping. */
  add(stream: EventStream, sessionToken: string): void {
    if (this.#closed) {
      stream.end();
      return;
    }
    this.#tokens.set(stream, sessionToken);
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
    for (const stream of this.#tokens.keys()) stream.end();
    // what tells clients of the end is on its way before that
    await new Promise((resolve) => setImmediate(resolve));
  }

  #remove(stream: EventStream): void {
    this.#tokens.delete(stream);
    if (this.#tokens.size > 0) return;
    for (const timer of this.#timers) clearInterval(timer);
    this.#timers = [];
  }

  #comment(): void {
    for (const stream of this.#tokens.keys()) stream.comment();
  }

  /** One after the other, so that requests are not kept waiting for a connection to the database. */
  async #lookAtSessions(): Promise<void> {
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = true;
    try {
      for (const token of new Set(this.#tokens.values())) {
        if (await this.#findSessionUser(token)) continue;
        for (const [stream, own] of this.#tokens) if (own === token) stream.end();
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
