/** Who comes first is forgotten first when there are more: some 10 MB at the most. */
const MOST_KEYS = 50_000;

/** What a key has left of its quota. */
export interface Share {
  readonly isRefused: boolean;
  readonly remaining: number;
  /** until the whole quota is there again */
  readonly seconds: number;
}

interface Window {
  used: number;
  readonly endsAt: number;
}

/** How many requests a key may make in the window that its first one opens. Kept in memory, of this process alone. */
export class RequestQuota {
  readonly quota: number;
  readonly windowSeconds: number;
  /** in the order in which they end */
  readonly #windows = new Map<string, Window>();
  readonly #clock: () => number;

  /** `clock` tells milliseconds. */
  constructor(quota: number, windowSeconds: number, clock: () => number = () => performance.now()) {
    this.quota = quota;
    this.windowSeconds = windowSeconds;
    this.#clock = clock;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** Counts a request of the key, unless it has none left. */
  take(key: string): Share {
    const now = this.#clock();
    this.#forgetEnded(now);
    let window = this.#windows.get(key);
    if (window === undefined) {
      window = { used: 0, endsAt: now + this.windowSeconds * 1000 };
      this.#windows.set(key, window);
    }
    const isRefused = window.used >= this.quota;
    if (!isRefused) window.used += 1;
    const seconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000));
    return { isRefused, remaining: this.quota - window.used, seconds };
  }

  #forgetEnded(now: number): void {
    for (const [key, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size <= MOST_KEYS) return;
      this.#windows.delete(key);
    }
  }
}
