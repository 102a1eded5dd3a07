import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Notifications } from '../database/notifications.ts';
import { Problem } from '../errors.ts';
import type { Logger } from '../logger.ts';
import type { Services } from '../services.ts';
import type { FindUser } from './access.ts';
import type { RequestContext } from './endpoint.ts';
import { EventStream } from './event-stream.ts';
import { ConcurrencyLimit } from './limit-requests.ts';
import { logRequest } from './log-requests.ts';
import type { Credential } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyInstance {
    eventStreams: EventStreams;
  }
}

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // nginx would hold events back until its buffer is full
  'x-accel-buffering': 'no',
  connection: 'close',
};
const COMMENT_EVERY_MS = 15_000;
/** For sessions and API tokens that expire; the database notifies us of those that are ended. */
const CHECK_CREDENTIALS_EVERY_MS = 60_000;
const SESSIONS_ENDED_CHANNEL = 'sessions_ended';

/**
 * Responds with a stream of events. `talk` may return before the stream ends.
 * @throws Problem `rate_limited` if the user has too many open streams
 */
export async function sendEvents(
  { request, reply, user }: RequestContext,
  talk: (stream: EventStream) => Promise<void>,
): Promise<FastifyReply> {
  const { credential, server } = request;
  if (!credential) throw new Problem('unauthenticated', 'auth_required', 'Sign in first.');
  const leave = server.eventStreams.limit.enter(user.id);
  reply.hijack();
  const response = reply.raw.writeHead(200, { ...(reply.getHeaders() as OutgoingHttpHeaders), ...HEADERS });
  const stream = new EventStream(response);
  // a client that disconnects does not finish the response, so Fastify would not log it
  stream.onClose(() => {
    leave();
    logRequest(request, reply);
  });
  if (request.method === 'HEAD') {
    stream.end();
    return reply;
  }
  response.flushHeaders();
  server.eventStreams.add(stream, credential);
  try {
    await talk(stream);
  } catch (error) {
    request.log.warn({ err: error }, 'an event stream failed');
    stream.end();
  }
  return reply;
}

/**
 * All event streams of a server. It keeps them alive, ends those whose session or API token ended, and ends all when
 * the server stops.
 */
export class EventStreams {
  readonly limit: ConcurrencyLimit;
  readonly #credentials = new Map<EventStream, Credential>();
  readonly #findUser: FindUser;
  readonly #log: Logger;
  readonly #notifications: Notifications;
  #timers: NodeJS.Timeout[] = [];
  #isChecking = false;
  #checkAgain = false;
  #isSubscribed = false;
  #isClosed = false;

  constructor(findUser: FindUser, { config: { streamsPerUser }, log, notifications }: Services) {
    this.#findUser = findUser;
    this.#log = log;
    this.#notifications = notifications;
    this.limit = new ConcurrencyLimit({
      // 0 means no limit
      perUser: streamsPerUser || Number.POSITIVE_INFINITY,
      total: Number.POSITIVE_INFINITY,
      userMessage: `${streamsPerUser} event streams of yours are open. Close one, then try again.`,
      retryAfterSeconds: 30,
    });
  }

  /** Takes care of a stream until it closes. If the server is stopping, the stream ends at once. */
  add(stream: EventStream, credential: Credential): void {
    if (this.#isClosed) {
      stream.end();
      return;
    }
    this.#credentials.set(stream, credential);
    if (!this.#isSubscribed) {
      this.#isSubscribed = true;
      const check = () => void this.#checkCredentials();
      this.#notifications.subscribe(SESSIONS_ENDED_CHANNEL, check, check);
    }
    if (this.#timers.length === 0) {
      this.#timers = [
        setInterval(() => this.#comment(), COMMENT_EVERY_MS).unref(),
        setInterval(() => void this.#checkCredentials(), CHECK_CREDENTIALS_EVERY_MS).unref(),
      ];
    }
    stream.onClose(() => this.#remove(stream));
  }

  /**
   * Ends all streams. Node then closes the connections that it considers idle, even if a client has not read
   * everything.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const stream of this.#credentials.keys()) stream.end();
    // let the ends go out before that
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

  /** One credential after the other, so that requests do not have to wait for a database connection. */
  async #checkCredentials(): Promise<void> {
    if (this.#isChecking) {
      this.#checkAgain = true;
      return;
    }
    this.#isChecking = true;
    try {
      const open = new Map([...this.#credentials.values()].map((credential) => [credential.token, credential]));
      for (const { kind, token } of open.values()) {
        if (await (kind === 'session' ? this.#findUser.ofSession(token) : this.#findUser.ofApiToken(token))) continue;
        for (const [stream, own] of this.#credentials) if (own.token === token) stream.end();
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'could not check the sessions of open event streams');
    }
    this.#isChecking = false;
    if (!this.#checkAgain) return;
    this.#checkAgain = false;
    await this.#checkCredentials();
  }
}
