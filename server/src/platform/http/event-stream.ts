import type { ServerResponse } from 'node:http';

/** A client that leaves more unread is disconnected. It reconnects with its Last-Event-ID and misses nothing. */
const MAX_UNREAD_BYTES = 256_000;
const DRAINS_WITHIN_MS = 30_000;
/** Sent when nothing new will come: otherwise a browser would reconnect every few seconds. */
const RECONNECT_LATE = Buffer.from('retry: 3600000\n\n');
const COMMENT = Buffer.from(': \n\n');

/** Formats an event. `data` is JSON, so it is one line. */
export function formatEvent({ number, kind, data }: { number: number; kind: string; data: string }): string {
  return `id: ${number}\nevent: ${kind}\ndata: ${data}\n\n`;
}

/** One client's open stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
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

  /** False once either side has ended it. Later writes are ignored. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends events from a buffer that several streams may share. Disconnects a client that has left too much unread. */
  write(events: Buffer): void {
    if (!this.#isOpen) return;
    if (this.#response.writableLength > MAX_UNREAD_BYTES) this.cutOff();
    else this.#response.write(events);
  }

  /** Sends an empty comment: it keeps proxies from closing the connection, and detects clients that are gone. */
  comment(): void {
    this.write(COMMENT);
  }

  /** Waits until the client has read what was written, and disconnects it after half a minute. */
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

  /** Ends the stream for good: the client should not reconnect soon. */
  finish(): void {
    this.write(RECONNECT_LATE);
    this.end();
  }

  /** Ends the stream once the client has read what was written, within half a minute. It may reconnect at once. */
  end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const limit = setTimeout(() => this.#response.destroy(), DRAINS_WITHIN_MS).unref();
    this.#response.once('close', () => clearTimeout(limit)).end();
  }

  /** Closes the connection, even if something is unsent. */
  cutOff(): void {
    this.#isOpen = false;
    this.#response.destroy();
  }

  /** Calls `action` when the connection has closed; at once if it already has. */
  onClose(action: () => void): void {
    if (this.#response.destroyed) action();
    else this.#response.once('close', action);
  }
}
