import { setTimeout as pause } from 'node:timers/promises';
import type { Session } from './session.ts';
import type { Processes } from './soak-processes.ts';
import type { Tally } from './soak-tally.ts';

interface Sending {
  /** the body as JSON text, or a value to serialize */
  readonly body?: unknown;
  /** whether its time counts as the time of a read */
  readonly isRead?: boolean;
  /** how long a response may take, in ms */
  readonly patienceMs?: number;
}

/** A response: the parsed `data`, or the error of an expected refusal. */
export interface Answer<T> {
  readonly data: T | null;
  readonly text: string;
  readonly refusal: { readonly code: string; readonly details: Record<string, unknown> } | null;
}

const PATIENCE_MS = 30_000;
const MAX_ATTEMPTS = 20;
/** A user has one active run, and none starts while a stand-in's refusal has started a cooldown. */
const EXPECTED = new Set(['run_in_progress', 'scrape_cooldown_active']);

/**
 * A signed-in user who sends each request to either API process. If a connection breaks, the client repeats the request
 * at the other one.
 */
export class SoakClient {
  readonly session: Session;
  readonly #processes: Processes;
  readonly #tally: Tally;

  constructor(session: Session, processes: Processes, tally: Tally) {
    this.session = session;
    this.#processes = processes;
    this.#tally = tally;
  }

  /** Returns null if the request failed; then the tally has the error. */
  async send<T>(kind: string, method: string, path: string, sending: Sending = {}): Promise<Answer<T> | null> {
    let replica = Math.random() < 0.5 ? 0 : 1;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const begin = performance.now();
      const result = await this.#request(replica, method, path, sending);
      if (result instanceof Error) {
        const isExpected = this.#processes.isNearKill();
        if (!isExpected)
          return this.#fail(kind, `${method} ${path}: connection lost without a kill, ${causeOf(result)}`);
        this.#tally.add(kind, 'lost');
        replica = 1 - replica;
        if (attempt > 2) await pause(100);
        continue;
      }
      const { status, retryAfter, text } = result;
      if (status < 300) {
        this.#tally.add(kind, 'ok', sending.isRead ? performance.now() - begin : null);
        return { data: dataOf<T>(text), text, refusal: null };
      }
      if (status === 503 && retryAfter !== null) {
        this.#tally.add(kind, 'unavailable');
        await pause(Number(retryAfter) * 1000);
        continue;
      }
      const { error } = JSON.parse(text.startsWith('{') ? text : '{}') as {
        error?: { code: string; details?: object };
      };
      if (!error || !EXPECTED.has(error.code))
        return this.#fail(kind, `${method} ${path}: ${status} ${text.slice(0, 500)}`);
      this.#tally.add(kind, 'refused');
      return { data: null, text, refusal: { code: error.code, details: { ...error.details } } };
    }
    return this.#fail(kind, `${method} ${path}: no response after ${MAX_ATTEMPTS} attempts`);
  }

  async #request(replica: number, method: string, path: string, { body, patienceMs = PATIENCE_MS }: Sending) {
    try {
      const response = await fetch(`${this.#processes.urls()[replica]}/api/v1${path}`, {
        method,
        headers: {
          cookie: this.session.cookie,
          ...(method === 'GET' ? {} : { 'x-csrf-token': this.session.csrf }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(patienceMs),
      });
      return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  #fail(kind: string, text: string): null {
    this.#tally.addError(kind, text);
    return null;
  }
}

/** The `data` of a response; null for an export, which is large and used as text. */
function dataOf<T>(text: string): T | null {
  return text.length > 1_000_000 ? null : ((JSON.parse(text) as { data?: T }).data ?? null);
}

function causeOf(error: Error): string {
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
