/** Since when each caller has waited for a connection of a pool, the longest wait first. */
export class PoolWaits {
  readonly #begun = new Set<{ readonly at: number }>();

  async during<T>(connecting: Promise<T>): Promise<T> {
    const wait = { at: performance.now() };
    this.#begun.add(wait);
    try {
      return await connecting;
    } finally {
      this.#begun.delete(wait);
    }
  }

  /** 0 if no caller waits. */
  longestMs(): number {
    const [first] = this.#begun;
    return first === undefined ? 0 : performance.now() - first.at;
  }
}

const waitsOf = new WeakMap<object, PoolWaits>();

/** Registers the waits of a database's pool for `longestPoolWaitMs`. */
export function registerPoolWaits(db: object, waits: PoolWaits): void {
  waitsOf.set(db, waits);
}

/** The longest current wait for a connection to this database; 0 if no query waits. */
export function longestPoolWaitMs(db: object): number {
  return waitsOf.get(db)?.longestMs() ?? 0;
}
