import type { ServerResponse } from 'node:http';

/** What a client may leave unread before it is cut off. It comes back with its Last-Event-ID and misses nothing. */
const MOST_UNREAD_BYTES = 256_000;
const DRAINS_WITHIN_MS = 30_000;
/** A browser asks again after so long, where nothing new is to come; otherwise it would do so every few seconds. */
const STAY_AWAY = Buffer.from('retry: 3600000\n\n');
const COMMENT = Buffer.from(': \n\n');

/** An event in the form of the stream; `data` is JSON, so it is one line. */
export function formatEvent({ number, kind, data }: { number: number; kind: string; data: string }): string {
  return `id: ${number}\nevent: ${kind}\ndata: ${data}\n\n`;
}

/** One client's stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), under way. */
export class EventStream {
  readonly #response: ServerResponse;
  #isOpen: boolean;

  constructor(response: ServerResponse) {
    this.#response = response;
    this.#isOpen = !response.destroyed;
    response.once('close', () => {
      this.#isOpen = false;
    });
  }

  /** False as soon as it was ended from either side: what is written then goes nowhere. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends events, as a buffer that others may send, too. Cuts off a client that has left too much of the earlier ones unread. */
  write(events: Buffer): void {
    if (!this.#isOpen) return;
    if (this.#response.writableLength > MOST_UNREAD_BYTES) this.cutOff();
    else this.#response.write(events);
  }

  /** A line that says nothing: it keeps proxies from hanging up, and finds out who is gone. */
  comment(): void {
    this.write(COMMENT);
  }

  /** Waits until the client has taken what was written; cuts off one that does not in half a minute. */
  async drained(): Promise<void> {
    if (!this.#isOpen || !this.#response.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      const limit = setTimeout(() => this.cutOff(), DRAINS_WITHIN_MS);
      const done = () => {
        clearTimeout(limit);
        this.#response.off('drain', done).off('close', done);
        resolve();
      };
      this.#response.on('drain', done).on('close', done);
    });
  }

  /** The end of all events: the client should not ask again soon. */
  finish(): void {
    this.write(STAY_AWAY);
    this.end();
  }

  /** Ends the stream when the client has taken what was written, which it must do in half a minute. It may ask again at once. */
  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const limit = setTimeout(() => this.#response.destroy(), DRAINS_WITHIN_MS).unref();
    this.#response.once('close', () => clearTimeout(limit)).end();
  }

  /** Hangs up, whatever is still to be sent. */
  cutOff(): void {
    this.#isOpen = false;
    this.#response.destroy();
  }

  /** Does something when the connection is no longer used for this stream; at once when that is so already. */
  onClose(action: () => void): void {
    if (this.#response.destroyed) action();
    else this.#response.once('close', action);
  }
}
