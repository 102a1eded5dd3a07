/** Since when each of those who wait for a connection of a pool has waited, the first of them first. */
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

  /** 0 while nobody waits. */
  longestMs(): number {
    const [first] = this.#begun;
    return first === undefined ? 0 : performance.now() - first.at;
  }
}

const waitsOf = new WeakMap<object, PoolWaits>();

/** Lets `longestPoolWaitMs` know of a database's pool. */
export function keepPoolWaits(db: object, waits: PoolWaits): void {
  waitsOf.set(db, waits);
}

/** For how long the query that has waited longest for a connection of this database has waited; 0 while none waits. */
export function longestPoolWaitMs(db: object): number {
  return waitsOf.get(db)?.longestMs() ?? 0;
}
